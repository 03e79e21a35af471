// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// Which launches are the first of their kernel, by its name: they may load its module. And which
// are the first of a size, by name and grid: a library may choose an algorithm for it. A launch
// whose work was not recorded is neither first nor later. O(launches log launches) at the first
// question, O(log launches) for each.
class FirstLaunches {
public:
    FirstLaunches(const Trace& trace, const LaunchIndex& launches)
        : m_trace(trace), m_launches(launches) {}

    [[nodiscard]] bool isFirst(SliceId launch);
    [[nodiscard]] bool isLater(SliceId launch);
    // Whether a call is the first launch of a kernel in a size, or makes one in a call inside it.
    // O(launches in it × log launches).
    [[nodiscard]] bool makesFirst(SliceId call);

    using Size = std::pair<StringId, std::array<std::uint32_t, 3>>;  // of a kernel: its grid
    // Of the first recorded work that a call, or one inside it, launches; no kernel where there is
    // none. O(launches in it × log launches).
    [[nodiscard]] Size sizeIn(SliceId call) const;

private:
    // The name of what a call launches first; invalid if nothing of it was recorded.
    StringId kernelOf(SliceId launch) const;
    Time firstOf(StringId kernel);
    bool isFirstOfSize(SliceId launch);

    Size sizeOf(SliceId launch) const;
    std::span<const SliceId> launchesIn(SliceId call) const;

    const Trace& m_trace;
    const LaunchIndex& m_launches;
    std::vector<Time> m_first;           // by the name of a kernel, once it is needed
    std::map<Size, Time> m_firstOfSize;  // the same
};

}  // namespace gaplight
