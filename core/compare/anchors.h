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

// GPU work that the two runs have in common: it keeps its name when everything around it is fused.
struct AnchorPair {
    ActivityId a;
    ActivityId b;

    friend bool operator==(const AnchorPair&, const AnchorPair&) = default;
};

// The activities from one anchor to the next, by short name, where the two runs differ there.
struct AnchorDifference {
    std::vector<std::uint32_t> a;  // positions in Anchors::names, in time order
    std::vector<std::uint32_t> b;
    Duration timeA{};  // of those that the other has not
    Duration timeB{};
    bool warmsUp = false;  // in a pair of first steps
};

struct Anchors {
    std::vector<AnchorPair> pairs;  // in time order of A
    std::vector<AnchorDifference> differences;
    std::vector<std::string> names;  // that differences speak of
    std::size_t countA = 0;          // anchors looked at, with partner or without
    std::size_t countB = 0;
    bool byName = true;  // else their kinds alone made them match

    // Of the run with fewer anchors, the share in percent that has a partner; 0 without anchors.
    [[nodiscard]] std::size_t matchedPercent() const;
};

// Anchors are copies (by direction and size), matrix products and fused attention (by name and
// grid, which is their shape) and collectives; where a run has none of them, all kernels by name.
// They are matched in time order by a longest common subsequence: within each pair of steps, or
// over the whole runs where there are none; GPUs pair by number. Where names and grids leave more
// than half without partner, names alone decide, then kinds alone.
// O((activities + differences) x differences) per step. Stops early with anchors that are to be
// dropped.
[[nodiscard]] Anchors matchAnchors(const ComparedTrace& a, const ComparedTrace& b,
                                   std::span<const StepPair> steps,
                                   const std::stop_token& stop = {});

}  // namespace gaplight
