// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/serving/iterations.h"
#include "core/analysis/steps/steps.h"
#include "core/base/time.h"
#include "core/compare/annotation_key.h"
#include "core/compare/compared_trace.h"

namespace gaplight {

// Two clearly different times that the steps of one run take, such as 10 ms and 14 ms in turn.
// The mean of such steps is typical of none of them.
struct StepModes {
    Duration shorter{};  // means
    Duration longer{};
    std::size_t shorterCount = 0;
    std::size_t longerCount = 0;
};

// Fewer steps show no modes.
inline constexpr std::size_t kMinModeSteps = 4;
// Distance of the two means as a share of the shorter one, below which it is noise.
inline constexpr double kMinModeDistance = 0.10;
// Share of the distance of the means that the gap must have: from the longest of the shorter steps
// to the shortest of the longer ones. It is 2 / steps for evenly spread durations.
inline constexpr double kMinModeGap = 2.0 / 3.0;

// Splits the sorted durations at their widest gap. Empty unless both parts have at least two steps
// and a quarter of all, and the gap is wide enough. O(steps log steps).
[[nodiscard]] std::optional<StepModes> findStepModes(std::vector<Duration> steps);

// A pair of corresponding steps, by index into Steps::rows.
struct StepPair {
    std::size_t a = 0;
    std::size_t b = 0;
    bool warmsUp = false;  // the warm-up steps of both runs: not compared with steady steps

    friend bool operator==(const StepPair&, const StepPair&) = default;
};

// Pairs of steps that do not warm up.
[[nodiscard]] std::size_t steadyPairs(std::span<const StepPair> steps);

struct StepPairing {
    std::vector<StepPair> pairs;  // empty: the steps do not correspond
    std::string reason;           // why; shown to the user: "4 steps each (scheduler_step in both)"
    bool byNumberAlone = false;   // paired only because both runs have equally many
    bool byKind = false;          // of iterations of two servers: each pair is of one kind
};

// True if the first step is a warm-up step: of at least two steps, unless the trace was cut.
[[nodiscard]] bool hasWarmUp(const Steps& steps);

// The number of a step as `analyze` counts: "step 4"; "steps 5 to 8" of steps that are grouped.
[[nodiscard]] std::string stepName(const ComparedTrace& run, std::size_t step);

// `steps` put together so that each has as many repetitions of the unit of kernels as a step of
// `other`. Only one of two recordings may show how many make a step: with operators recorded, the
// layers of a model are seen to be called in one of them. Empty where that changes nothing, the
// steps are not of the same kernels, or their number is no multiple. O(steps).
[[nodiscard]] std::optional<Steps> groupedLike(const Steps& steps, const Steps& other);

// Steps correspond if both runs mark them with ProfilerStep, if their repeating units share an
// annotation, or if there are equally many. Then the warm-up steps are paired with each other and
// the steady steps in order; surplus steps have no partner. `shift` (a pin of the user) pairs step
// i of A with step i + shift of B instead.
[[nodiscard]] StepPairing pairSteps(const Steps& a, const Steps& b, const AnnotationKeys& keys,
                                    std::optional<std::ptrdiff_t> shift);

// Iterations of two servers that do the same: of one phase and, where they decode, one bucket. That
// is the smallest one that either run has for so many requests, so that iterations of equal load
// correspond where one run has other graphs, or none:
//
//     A: 20 requests, launched one by one     decode:24
//     B: 20 requests in a graph of 24         decode:24
//     A: 35 requests in a graph of 64         decode:48
//     B: 35 requests in a graph of 48         decode:48
struct IterationKind {
    std::string name;
    ServingPhase phase = ServingPhase::Decode;
    std::vector<std::size_t> a;  // positions in ServingIterations::rows
    std::vector<std::size_t> b;
};

// By phase, then by bucket, also those that one run alone has. The last iteration of a run, which
// ends before the host has finished it, is left out where there are more of its kind. The same with
// A and B exchanged, but for their places. O(iterations log buckets).
[[nodiscard]] std::vector<IterationKind> iterationKinds(const ServingIterations& a,
                                                        const ServingIterations& b);

// Pairs of equal kinds in the order of both runs, as many as that order allows.
[[nodiscard]] StepPairing pairIterations(const ServingIterations& a, const ServingIterations& b);

// Whether the end of a run's last step is not known: the last call in it that launches kernels has
// no recorded activity, as calls of its name have elsewhere. The other steps end where the next one
// begins. O(slices).
[[nodiscard]] bool isLastStepOpen(const ComparedTrace& run);

// Leaves out the pairs of a last step whose end is not known, if steady ones remain; the reason
// then says so. Else the result does: "the last launch of step 2 in B has no recorded kernel". Two
// such steps that are a pair stay: both end with what was recorded last.
[[nodiscard]] std::string leaveOutOpenSteps(const ComparedTrace& a, const ComparedTrace& b,
                                            StepPairing& pairing);

}  // namespace gaplight
