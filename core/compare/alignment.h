// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.h"
#include "core/compare/anchors.h"
#include "core/compare/annotation_key.h"
#include "core/compare/annotation_pairs.h"
#include "core/compare/step_pairs.h"

namespace gaplight {

// Items [a, a + length) and [b, b + length) of two sequences are equal.
struct MatchRun {
    std::size_t a = 0;
    std::size_t b = 0;
    std::size_t length = 0;

    friend bool operator==(const MatchRun&, const MatchRun&) = default;
};

// A longest common subsequence as runs, in order (E. Myers, "An O(ND) difference algorithm",
// 1986). With more than kMaxDifferences insertions and deletions, returns only the common
// prefix and suffix. O((items + differences) x differences), memory O(differences^2).
inline constexpr std::size_t kMaxDifferences = 2000;
[[nodiscard]] std::vector<MatchRun> matchSequences(std::span<const std::uint32_t> a,
                                                   std::span<const std::uint32_t> b);

// Basis of the alignment of two runs, best first.
enum class AlignmentLevel : std::uint8_t { Steps, Annotations, Kernels, Totals };
// Stable name, as in the command line's JSON.
[[nodiscard]] std::string_view alignmentLevelName(AlignmentLevel level);

// User-pinned correspondence of an interval of A and one of B.
struct RangePin {
    std::string name;
    TimeRange a;
    TimeRange b;
};

// Correspondences pinned by the user. A pair of ranges that are steps in both runs shifts all step
// pairs.
struct Pins {
    std::vector<NamePin> names;
    std::vector<RangePin> ranges;
};

// The corresponding parts of two runs. Holds the result of every level: steps, annotations inside
// and outside of them, and the GPU activities between.
struct Alignment {
    AlignmentLevel level = AlignmentLevel::Totals;
    std::string reason;  // why this level and no better one; shown to the user
    std::vector<StepPair> steps;
    bool stepsAreByKind = false;  // StepPairing::byKind
    std::string openStep;  // why the end of the only steady pair is not known; empty: it is known
    // All steps of both runs on the host, which `steps` counts in.
    std::vector<TimeRange> stepsOfA;
    std::vector<TimeRange> stepsOfB;
    std::vector<AnnotationPair> annotations;
    Anchors anchors;
    std::vector<RangePin> pins;
};

// Tries the levels in order. Annotations suffice if their pairs cover kMinCoverPercent of both
// runs' host time; anchors suffice if kMinAnchorPercent of the run with fewer anchors are matched.
// Stops early with an alignment that is to be dropped.
inline constexpr std::int64_t kMinCoverPercent = 30;
inline constexpr std::size_t kMinAnchorPercent = 50;
[[nodiscard]] Alignment align(const ComparedTrace& a, const ComparedTrace& b,
                              const AnnotationKeys& keys, const Pins& pins,
                              const std::stop_token& stop = {});

}  // namespace gaplight
