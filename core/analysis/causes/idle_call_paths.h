// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/causes/held_up_calls.h"
#include "core/analysis/torch/place.h"
#include "core/base/column.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// A function, operator or annotation, called by a chain of others.
struct IdleCallPath {
    StringId function;  // PlaceFinder::functionOf
    std::uint32_t depth = 0;
    bool isUserCode = false;  // a user frame or an annotation
    bool isOperator = false;
    Duration inGaps{};  // inclusive; where calls of one path overlap, once
    // Of its calls that touch a gap:
    Duration touched{};       // sum of their durations, as far as they are in the window
    std::uint64_t calls = 0;  // their number
    SliceId last;
    bool launches = false;  // one of them launches GPU work
    std::vector<std::uint32_t> children;
};

// Counts time inside gaps once where calls overlap without nesting. Ranges come gap by gap, those
// of one gap by begin.
class TimeInGaps {
public:
    // Returns the part of `range` that earlier calls for the same gap did not return. `gap`: a
    // number that identifies the gap.
    TimeRange add(std::uint32_t gap, TimeRange range) {
        if (gap != m_gap || range.begin > m_until) {
            m_until = range.begin;
        }
        m_gap = gap;
        const TimeRange fresh{m_until, std::max(m_until, range.end)};
        m_until = fresh.end;
        m_total += fresh.length();
        return fresh;
    }
    Duration total() const { return m_total; }

private:
    std::uint32_t m_gap = 0xFFFFFFFFU;
    Time m_until;  // counted, in m_gap
    Duration m_total{};
};

// The idle call trees of many gaps in one, merged by function and caller.
struct IdleCallPaths {
    static constexpr std::uint32_t kRoot = 0;  // path without any call
    static constexpr std::uint32_t kNoPath = 0xFFFFFFFFU;

    // A call of a path inside one gap.
    struct Call {
        std::uint32_t path = kRoot;
        SliceId slice;
        std::uint32_t gap = 0;  // number of the gap, over all GPUs
        TimeRange inGap;        // without what an earlier call of its path covers
    };
    std::vector<IdleCallPath> paths;
};

// The part of a gap in which the host's calls are looked at.
enum class GapPart : std::uint8_t {
    UntilLaunch,    // hostRangeOf(): before the launch
    ThroughLaunch,  // until the launch call returns, or the gap ends
};

// The gaps in which calls are looked at: those of at least `minGap` with trigger HostLate or
// AfterSync whose main activity is not data loader, compiler or profiler.
struct HostCodeGaps {
    const Trace& trace;
    const Analysis& analysis;
    const PlaceFinder& places;
    GapPart part = GapPart::UntilLaunch;
    Duration minGap{};
    const HeldUpCalls* heldUp = nullptr;  // gaps that these explain are left out
};

// The calls inside that part of these gaps by path. Frames that only forward calls (_call_impl) and
// step markers are left out; a layer called as nn.Module_0 to nn.Module_9 is one path; direct
// recursion is one call. No path `launches`. O(slices inside the gaps × depth); memory: the paths.
[[nodiscard]] IdleCallPaths idleCallPaths(const HostCodeGaps& gaps);
// The same; `launches` is found for paths with at least `minTime` in gaps, O(log launches) a call.
// Takes 8 bytes for each slice inside the gaps, besides.
[[nodiscard]] IdleCallPaths idleCallPaths(const HostCodeGaps& gaps, const LaunchIndex& launches,
                                          Duration minTime);

// The calls of some of the paths of the same gaps, gap by gap, outer calls first. A call that
// encloses many gaps is listed for each: where no path is inside another there are at most as
// many as slices inside the gaps, and one for each gap. O(slices inside the gaps × depth).
[[nodiscard]] Column<IdleCallPaths::Call> callsOfPaths(const HostCodeGaps& gaps,
                                                       const std::vector<std::uint32_t>& paths);

}  // namespace gaplight
