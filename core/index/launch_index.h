// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/trace/ids.h"
#include "core/trace/trace.h"

namespace gaplight {

using ActivityId = Id<struct ActivityTag>;  // into Trace::gpuActivities()

// Links each GPU activity to the API call that launched it, in both directions.
//
// The problem: Kineto writes a call and its kernels as separate events with the same `correlation`
// number, but numbers repeat in other processes of the trace, and a GPU event's pid is the device
// number, not the process. Example:
//
//   process 434   cudaLaunchKernel correlation 7     GPU 0   gemm correlation 7
//   process 435   cudaLaunchKernel correlation 7     GPU 1   gemm correlation 7
//
// The launch of an activity is the runtime or driver call of its source with its correlation;
// within a process the first such call wins, and one call can have many activities
// (cudaGraphLaunch). The process, of the same source, is
//   1. the only one that has a call with that correlation;
//   2. otherwise the one that owns the activity's track (exports that keep GPU tracks in
//   processes);
//   3. otherwise the one whose call carries the activity's External id, if exactly one does;
//   4. otherwise that of the last call that starts before the activity, or of the first call if
//   none
//      starts before it.
// Flow events of the trace (Trace::flows()) are used only for activities without a correlation.
class LaunchIndex {
public:
    LaunchIndex() = default;
    // O(calls + activities log activities), integers only; about 16 bytes per activity.
    [[nodiscard]] static LaunchIndex build(const Trace& trace);

    // The call that launched an activity; invalid if unknown. O(1).
    SliceId launchOf(ActivityId activity) const { return m_launchOfActivity[activity.index()]; }
    // The same of all activities, by ActivityId.
    std::span<const SliceId> launchesOfActivities() const { return m_launchOfActivity; }
    // The same by slice of a kernel, copy or memset; invalid for any other slice. O(log
    // activities).
    SliceId launchOf(SliceId slice) const;

    // The activities that a call launched, by (start, slice); empty if none. O(log launches).
    std::span<const ActivityId> activitiesOf(SliceId launch) const;

    // All calls that launched an activity, ascending.
    std::span<const SliceId> launches() const { return m_launches; }
    // The activities of launches()[position]. O(1).
    std::span<const ActivityId> activitiesAt(std::size_t position) const {
        return std::span(m_activities)
            .subspan(m_first[position], m_first[position + 1] - m_first[position]);
    }

    std::size_t memoryBytes() const;

private:
    // Computes all members declared after m_launchOfActivity from it.
    void groupByLaunch(const Trace& trace);

    std::vector<SliceId> m_activitySlices;    // per activity: its slice, ascending
    std::vector<SliceId> m_launchOfActivity;  // per activity
    std::vector<SliceId> m_launches;          // ascending
    std::vector<std::uint32_t> m_first;       // per launch: first index into m_activities
    std::vector<ActivityId> m_activities;
};

}  // namespace gaplight
