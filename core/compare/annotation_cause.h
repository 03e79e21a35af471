// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "core/base/time.h"
#include "core/compare/alignment.h"
#include "core/compare/annotation_key.h"
#include "core/compare/compared_trace.h"
#include "core/compare/measures.h"

namespace gaplight {

// An annotation whose host time changed by about as much as a step did.
struct AnnotationCause {
    std::string name;  // annotation group, as in A; as in B if only B has it
    Duration a{};      // host time without blocking calls, per step; 0: not in this run
    Duration b{};
};

// Change of the annotation's host time / change of the step, lowest and highest.
inline constexpr double kMinCauseShare = 0.75;
inline constexpr double kMaxCauseShare = 1.33;
// Share of a step's change that must be a change of its idle time. Below it the host only waited
// for a busy GPU and is no cause.
inline constexpr double kMinCauseIdle = 0.5;

// The annotation that explains a change of `step` (B - A) of which `idle` is idle time; the
// innermost of several, that is the one with the least host time. Waits in blocking calls do not
// count: they follow the GPU. Annotations that mark the steps or cover both runs are left out. Over
// paired steady steps, or the whole runs without any. O(annotations + blocking calls, each times
// log).
[[nodiscard]] std::optional<AnnotationCause> findAnnotationCause(
    const ComparedTrace& a, const ComparedTrace& b, const MeasuredRun& measuredA,
    const MeasuredRun& measuredB, const AnnotationKeys& keys, const Alignment& alignment,
    Duration step, Duration idle);

}  // namespace gaplight
