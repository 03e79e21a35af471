// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/time.h"
#include "core/trace/ids.h"

namespace gaplight {

class FirstUses;
class ProfilerOverhead;
class Trace;

// One change of the program whose effect a replay computes (metrics.md, "What a fix would buy").
struct ReplayEdit {
    enum class Kind : std::uint8_t {
        DropWait,       // blocking call `slice` is not made: neither its wait nor its own time
        ScaleHost,      // host time of thread `track` inside `range`, waits apart, × factor
        ScaleActivity,  // GPU activity `slice` takes × factor
        AsyncCopy,      // copy call `slice` no longer makes the host wait
        GraphLaunch,    // all launches of thread `track` inside `range` become one graph launch
    };
    Kind kind = Kind::DropWait;
    SliceId slice;
    TrackId track;
    TimeRange range{};
    double factor = 0;
};

// Edits that are made together, as two lists: the edits of first use are added to every replay, and
// two lists need no copy of either.
struct ReplayEdits {
    ReplayEdits() = default;
    template <class Edits>
    requires std::convertible_to<const Edits&, std::span<const ReplayEdit>> ReplayEdits(
        const Edits& all)
        : first(all) {}  // NOLINT: one list is enough
    ReplayEdits(std::span<const ReplayEdit> one, std::span<const ReplayEdit> other)
        : first(one), second(other) {}

    template <class Visit>
    void forEach(const Visit& visit) const {
        std::for_each(first.begin(), first.end(), visit);
        std::for_each(second.begin(), second.end(), visit);
    }

    std::span<const ReplayEdit> first;
    std::span<const ReplayEdit> second;
};

// The program without its profiler: the host time of each thread in which it records becomes zero.
// Empty where the recorder's costs are not known. O(slices × log launches).
[[nodiscard]] std::vector<ReplayEdit> withoutProfiler(const Trace& trace,
                                                      const ProfilerOverhead& overhead);

// The program once it is warm: the host time of the calls that are slow only once becomes zero,
// those that allocate or set up are not made and so wait for nothing, copies to a GPU before its
// first kernel take no time and no one waits for them, warm-up steps take the host as long as
// steady ones, and nothing else of first use (the first starts of kernels stay as they are).
[[nodiscard]] std::vector<ReplayEdit> withoutFirstUse(const Trace& trace,
                                                      const FirstUses& firstUse);

}  // namespace gaplight
