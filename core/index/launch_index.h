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

// Which API call launched which GPU activities, both ways.
//
// The launch of an activity is the runtime or driver call with the same `correlation`; the first
// such call of a process wins, and one call may have many activities (cudaGraphLaunch). A GPU's
// pid is the device's number in Kineto, so "the same process" is decided by what is there:
//   1. only one process has a call with that correlation: that one;
//   2. else the one that the activity's own track belongs to (exports that keep GPU tracks there);
//   3. else the one whose call carries the activity's External id, if only one does;
//   4. else the call that starts last before the activity, or first of all if none is before it.
// The arrows of the file (Trace::flows) bind only activities that have no correlation.
class LaunchIndex {
public:
    LaunchIndex() = default;
    // O(calls + activities log activities), integers only; about 16 bytes per activity.
    [[nodiscard]] static LaunchIndex build(const Trace& trace);

    // The call that launched it, or an invalid id. O(1).
    [[nodiscard]] SliceId launchOf(ActivityId activity) const {
        return m_launchOfActivity[activity.index()];
    }
    // The same for a kernel's, copy's or memset's slice; invalid for any other. O(log activities).
    [[nodiscard]] SliceId launchOf(SliceId slice) const;

    // What a call launched, by (start, slice); empty for any other slice. O(log launches).
    [[nodiscard]] std::span<const ActivityId> activitiesOf(SliceId launch) const;

    // Every call that launched something, ascending.
    [[nodiscard]] std::span<const SliceId> launches() const { return m_launches; }
    // What launches()[position] launched. O(1).
    [[nodiscard]] std::span<const ActivityId> activitiesAt(std::size_t position) const {
        return std::span(m_activities)
            .subspan(m_first[position], m_first[position + 1] - m_first[position]);
    }

    [[nodiscard]] std::size_t memoryBytes() const;

private:
    // Fills everything below m_launchOfActivity from it.
    void groupByLaunch(const Trace& trace);

    std::vector<SliceId> m_activitySlices;    // per activity: its slice, ascending
    std::vector<SliceId> m_launchOfActivity;  // per activity
    std::vector<SliceId> m_launches;          // ascending
    std::vector<std::uint32_t> m_first;       // per launch: where it begins in m_activities
    std::vector<ActivityId> m_activities;
};

}  // namespace gaplight
