// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/record/event_json.h"
#include "core/record/record_stream.h"
#include "core/trace/trace.h"

namespace gaplight::record {

// Output of a trace's events: their text and the time that counts as 0.
struct EventBase {
    std::int64_t baseTime = 0;  // ns since 1970; written times are relative to it
    std::string& text;          // events are appended to it

    [[nodiscard]] std::int64_t since(std::int64_t time) const { return nsBetween(baseTime, time); }
};

// Each appends the activity and the end of its launch arrow. `device`: null if the GPU's properties
// are unknown; occupancy is then omitted.
void writeKernel(const EventBase& base, const KernelRecord& kernel, std::string_view name,
                 const DeviceProperties* device);
void writeCopy(const EventBase& base, const CopyRecord& copy);
void writeFill(const EventBase& base, const FillRecord& fill);

}  // namespace gaplight::record
