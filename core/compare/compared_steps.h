// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/compare/alignment.h"
#include "core/compare/compared_trace.h"
#include "core/compare/measures.h"
#include "core/compare/step_times.h"

namespace gaplight {

// Of the steps of one run that are compared with those of the other.
struct StepSide {
    std::vector<std::size_t> steps;  // positions in MeasuredRun::steps, ascending
    // Positions are those in `steps`. Of iterations, `kept` and `squares`, by which chance is
    // judged, are those of the medians of stretches: at most kStretch of a kind that follow each
    // other serve the same requests, on a host as fast or slow in all of them, and are one sample.
    TypicalStep typical;
    std::string mode;       // of iterations: "full graph of 64", "eager"
    std::int64_t size = 0;  // of iterations: median tokens; requests where not known
    std::optional<double> tokensPerSecond;  // of iterations

    // Those that take the typical time, as positions in MeasuredRun::steps.
    std::vector<std::size_t> typicalSteps() const;
};

// Steps that are compared with each other: all steady pairs, or the iterations of one kind of two
// servers (iterationKinds()).
struct ComparedSteps {
    std::string kind;  // "decode:24"; empty: steps of a program
    StepSide a;
    StepSide b;
    // Iterations of this kind in both runs, by which the verdict weighs them. 0: left out, since
    // fewer than three of prefills or mixed iterations have equal tokens in both, within 10 %.
    std::uint64_t weight = 1;
};

// Two servers: the kinds that both have, those without a weight too. Else one entry, or none
// without steady pairs. O(steps log steps).
[[nodiscard]] std::vector<ComparedSteps> comparedSteps(const ComparedTrace& a,
                                                       const ComparedTrace& b,
                                                       const MeasuredRun& measuredA,
                                                       const MeasuredRun& measuredB,
                                                       const Alignment& alignment);

// A step of typical time: the mean over the kinds by weight. Not for a list without weights.
[[nodiscard]] Measures typicalMeasures(const MeasuredRun& run,
                                       const std::vector<ComparedSteps>& kinds,
                                       StepSide ComparedSteps::*side, std::size_t gpus);

// Standard error in ns of the difference of two such steps, and the smallest difference that is no
// chance: Σ (share x changeError()), since what slows the host of a run slows all kinds, with the
// degrees of freedom of the kind that has the largest part. `variation`: as of changeError().
struct ChangeLimits {
    double error = 0;
    Duration smallest{};
};
[[nodiscard]] ChangeLimits changeLimits(const std::vector<ComparedSteps>& kinds, double variation);

// Whether both runs are servers with iterations.
[[nodiscard]] bool areServers(const ComparedTrace& a, const ComparedTrace& b);

}  // namespace gaplight
