// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// Which launches are the first of their kernel, by its name: they may load its module. A launch
// whose work was not recorded is neither first nor later. O(launches) at the first question, O(log
// launches) for each.
class FirstLaunches {
public:
    FirstLaunches(const Trace& trace, const LaunchIndex& launches)
        : m_trace(trace), m_launches(launches) {}

    [[nodiscard]] bool isFirst(SliceId launch);
    [[nodiscard]] bool isLater(SliceId launch);
    // Whether a call is the first launch of a kernel, or makes one in a call inside it. O(launches
    // in it × log launches).
    [[nodiscard]] bool makesFirst(SliceId call);

private:
    // The name of what a call launches first; invalid if nothing of it was recorded.
    StringId kernelOf(SliceId launch) const;
    Time firstOf(StringId kernel);

    const Trace& m_trace;
    const LaunchIndex& m_launches;
    std::vector<Time> m_first;  // by the name of a kernel, once it is needed
};

}  // namespace gaplight
