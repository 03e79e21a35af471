// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/memory/measures/memory_flame.h"
#include "core/memory/measures/memory_holders.h"
#include "core/scene/memory/segment_table.h"
#include "widgets/memory/memory_load.h"

namespace gaplight::ui {

// What a GPU of a snapshot holds at a moment, measured once for all views that show it. Immutable.
struct MeasuredMoment {
    // O(allocations + frames of their stacks); run it off the GUI thread.
    MeasuredMoment(LoadedMemory ofData, std::size_t ofDevice, Moment atMoment);

    [[nodiscard]] const MemoryModel& model() const { return data->model(device); }

    LoadedMemory data;
    std::size_t device = 0;
    Moment moment = 0;
    std::vector<MemoryHolder> holders;  // the largest first
    SegmentTable segments;
    MemoryFlame flame;
};
// Null: nothing was measured yet.
using SharedMoment = std::shared_ptr<const MeasuredMoment>;

}  // namespace gaplight::ui
