// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
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

// How it was found out which parts correspond, best first.
enum class AlignmentLevel : std::uint8_t { Steps, Annotations, Kernels, Totals };
// Stable name, as in the command line's JSON.
[[nodiscard]] std::string_view alignmentLevelName(AlignmentLevel level);

// "This is that": a stretch of A and one of B.
struct RangePin {
    std::string name;
    TimeRange a;
    TimeRange b;
};

// What a person said corresponds. Ranges that are a step in both runs shift all steps.
struct Pins {
    std::vector<NamePin> names;
    std::vector<RangePin> ranges;
};

// Which parts of two runs correspond. Every level that says something is kept: steps, the
// annotations inside and outside of them, and the GPU work between.
struct Alignment {
    AlignmentLevel level = AlignmentLevel::Totals;
    std::string reason;  // why this level and not a better one, for people
    std::vector<StepPair> steps;
    std::vector<AnnotationPair> annotations;
    Anchors anchors;
    std::vector<RangePin> pins;
};

// Tries the levels in order. Annotations tell enough where their pairs cover kMinCoverPercent of
// both runs' host time, anchors where kMinAnchorPercent of the fewer have a partner.
// Stops early with an alignment that is to be dropped.
inline constexpr std::int64_t kMinCoverPercent = 30;
inline constexpr std::size_t kMinAnchorPercent = 50;
[[nodiscard]] Alignment align(const ComparedTrace& a, const ComparedTrace& b,
                              const AnnotationKeys& keys, const Pins& pins,
                              const std::stop_token& stop = {});

}  // namespace gaplight
