// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/record/record_stream.h"

namespace gaplight::test {

inline constexpr std::int64_t kRecordedSecond = 1'700'000'000'000'000'000;

// What a recorder sends of a small program, as bytes: times in microseconds after 12 ms of a round
// second of the year 2023.
class RecordedProcess {
public:
    explicit RecordedProcess(std::uint32_t pid = 4242, std::string_view program = "planted");

    std::vector<std::byte> bytes;

    void device();
    void text(std::uint32_t id, std::string_view text);
    void call(std::uint32_t name, std::uint32_t correlation, double start, double end,
              std::uint32_t thread = 4242);
    void kernel(std::uint32_t name, std::uint32_t correlation, double start, double end,
                std::uint32_t stream = 7);
    void sync(record::SyncKind kind, std::uint32_t correlation, double start, double end,
              std::uint32_t stream, std::uint32_t event = record::kNone);
    void event(std::uint32_t event, std::uint32_t stream, std::uint32_t correlation);
    void range(record::RangePhase phase, double time, std::string_view name = {},
               std::uint64_t id = 0);
    template <class Record>
    void add(const Record& record, std::string_view tail = {}) {
        record::append(bytes, record, tail);
    }
    [[nodiscard]] static std::int64_t at(double microseconds);
};

// A launch, a copy between streams, a graph, waits, ranges and memory: one of each.
[[nodiscard]] RecordedProcess smallProgram();

}  // namespace gaplight::test
