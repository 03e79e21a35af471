// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "core/record/gpu_events.h"
#include "core/record/open_ranges.h"
#include "core/record/record_stream.h"

namespace gaplight::record {

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
