// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/record/gpu_events.h"
#include "core/record/record_stream.h"

namespace gaplight::record {

// An NVTX range: pushed and popped by one thread, or started and ended by any two.
struct NamedRange {
    std::int64_t start = 0;
    std::uint32_t thread = 0;  // that began the range
    std::string name;
    std::string domain;  // empty: the default one
};

// Pairs the ends of NVTX ranges. Pushed ranges end in reverse order within a thread and domain;
// started ones are found by number.
class OpenRanges {
public:
    void begin(const RangeRecord& record, std::string_view tail);
    // The range that ends; empty if its start was not recorded.
    [[nodiscard]] std::optional<NamedRange> end(const RangeRecord& record);
    // Ranges without an end, outermost first.
    void forEach(const std::function<void(const NamedRange&)>& visit) const;

private:
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::vector<NamedRange>> m_pushed;
    std::map<std::uint64_t, NamedRange> m_started;
};

// "text" and "text\0domain".
[[nodiscard]] std::pair<std::string_view, std::string_view> nameAndDomain(std::string_view tail);

// Writes NVTX ranges and marks as annotations: pushed ranges on their thread, started ones, which
// may end anywhere, beside the threads.
class RangeEvents {
public:
    void take(const EventBase& base, std::uint32_t pid, const RangeRecord& range,
              std::string_view tail);
    // Ranges that are open at the end have a begin and no end.
    void finish(const EventBase& base, std::uint32_t pid) const;

private:
    OpenRanges m_open;
};

}  // namespace gaplight::record
