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

// Common output state of the events of a trace.
struct EventBase {
    std::int64_t baseTime = 0;  // written times count from here
    std::string& text;          // events are appended to it

    [[nodiscard]] std::int64_t since(std::int64_t time) const { return nsBetween(baseTime, time); }
};

// Each writes the activity and the arrow that ends at it. `device` is null where the GPU's
// properties are not known; occupancy is then left out.
void writeKernel(const EventBase& base, const KernelRecord& kernel, std::string_view name,
                 const DeviceProperties* device);
void writeCopy(const EventBase& base, const CopyRecord& copy);
void writeFill(const EventBase& base, const FillRecord& fill);

}  // namespace gaplight::record
