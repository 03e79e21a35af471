// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/ranks/rank_analysis.h"
#include "core/base/time.h"

namespace gaplight {

// What recording costs is a mean of several machines and programs (ProfilerOverhead); that of one
// process differs. With shapes of operators, one rank of an even run on four H200s took 10 ms
// longer for the 3,700 operators of a step than without the profiler: 2.6 times the usual cost.
inline constexpr std::int64_t kMaxRecordingTimes = 3;

// An annotation, without the values in its name, that a host spends longer in than the others.
struct PlaceExcess {
    std::string name;
    Duration time{};
};

// What the host of a late rank takes longer for than the hosts of the others. A rank that waits for
// nobody has an idle GPU wherever its host is, so that idle time does not show where it is slow:
//
//     others   forward  9.8 ms | backward 18.3 ms | optimizer 3.6 ms
//     late     forward 14.5 ms | backward 20.3 ms | optimizer 5.8 ms
//     excess           4.7 ms            2.0 ms             2.2 ms
struct HostExcess {
    // The innermost annotation that has two thirds of the excess; without one, at most
    // kMaxPlaces of the outermost annotations, the most first. Empty: nothing is annotated, or it
    // takes longer nowhere.
    std::vector<PlaceExcess> places;
    bool isOnePlace = false;  // the first kind of `places`
    Duration all{};           // of the outermost annotations
    // Of it, what is more than kMaxRecordingTimes the recording time of its annotation.
    Duration beyondRecording{};
    // By which nearly all of its calls take longer, those that wait apart; 1: not by one factor.
    double factor = 1;

    static constexpr std::size_t kMaxPlaces = 3;
};

// `rank`: one that is late into some collective. Annotations are compared in the steps in which it
// is late, of the whole trace where steps are not known, with the (lower) median of the others.
// O(slices of the hosts of all ranks).
[[nodiscard]] HostExcess hostExcessOf(std::span<const RankTrace> ranks, const RankSetAnalysis& set,
                                      std::size_t rank);

}  // namespace gaplight
