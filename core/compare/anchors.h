// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/compare/compared_trace.h"
#include "core/compare/step_pairs.h"

namespace gaplight {

// A pair of corresponding GPU activities ("anchors"): activities whose names survive when the
// kernels around them are fused by a compiler.
struct AnchorPair {
    ActivityId a;
    ActivityId b;

    friend bool operator==(const AnchorPair&, const AnchorPair&) = default;
};

// The activities between two consecutive anchors, where their names differ.
struct AnchorDifference {
    std::vector<ActivityId> a;  // in time order
    std::vector<ActivityId> b;
    std::size_t part = 0;  // number of the pair of steps and GPU that they belong to
    bool warmsUp = false;  // in a pair of warm-up steps
};

struct Anchors {
    std::vector<AnchorPair> pairs;  // in time order of A
    std::vector<AnchorDifference> differences;
    std::size_t countA = 0;  // anchors of A, matched or not
    std::size_t countB = 0;
    bool byName = true;  // false: matched by kind only

    // Percentage of matched anchors in the run with fewer anchors; 0 without anchors.
    std::size_t matchedPercent() const;
};

// Matches the GPU work of two runs. Anchors are copies (by direction and size), matrix products and
// fused attention (by name and grid, i.e. shape), and collectives; if a run has none, all kernels
// by name. They are matched in time order by a longest common subsequence, within each pair of
// steps or over the whole runs if there are no steps; GPUs are paired by number. If fewer than half
// are matched, names alone are compared, then kinds alone. Example: A = copy gemm1 relu gemm2, B =
// copy gemm1 fused gemm2: three anchors match, and the difference between gemm1 and gemm2 is {relu}
// and {fused}. O((activities + differences) x differences) per step. Stops early with anchors that
// are to be dropped.
[[nodiscard]] Anchors matchAnchors(const ComparedTrace& a, const ComparedTrace& b,
                                   std::span<const StepPair> steps,
                                   const std::stop_token& stop = {});

}  // namespace gaplight
