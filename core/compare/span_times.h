// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/analysis/idle/gap_activity.h"
#include "core/base/time.h"
#include "core/compare/compared_trace.h"
#include "core/compare/measures.h"

namespace gaplight {

// Sets busy and idle times of the rows, with all their parts, to what the GPUs do in one time span
// each, whatever launched it: busy + idle = length of the span x GPUs. Idle time outside a GPU's
// window is of unknown reason, with nothing recorded.
//
// A gap that spans share is divided, and so is an activity. By launches instead, a step's idle time
// lies in another interval than its time: 2.46 of 2.38 ms in graph_breaks.
//
// `spans`: disjoint, in time order, one per row. `ofGaps`: activitiesOfGaps() per GPU.
// O(activities + gaps + spans) x log spans, and activitiesOfGaps() of the gaps that are divided.
void setSpanTimes(const ComparedTrace& run, std::span<const std::vector<IdleByActivity>> ofGaps,
                  std::span<const TimeRange> spans, std::vector<Measures>& rows);

}  // namespace gaplight
