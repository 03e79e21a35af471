// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "core/compare/compared_trace.h"
#include "core/compare/step_pairs.h"

namespace gaplight {

// How much work the paired steady steps of two runs do, or the runs where no steps correspond:
// matrix products, convolutions and fused
// attention that both run under one name, and their blocks. What one run alone does (fused, by
// another library) is no measure of it.
struct WorkChange {
    std::uint64_t launchesA = 0;  // a step, or of the run
    std::uint64_t launchesB = 0;
    std::optional<double> launches;  // B / A, where that is another amount of work
    double blocks = 1;               // B / A, of kernels that both launch equally often
    // B / A where each such kernel is launched by one factor more or less often: what a unit of the
    // program (a forward) takes can be compared. The factor is an integer or 1 / an integer, or
    // that of kMinUnitKernels kernels.
    std::optional<double> units;
    bool perStep = true;
    // What most of several steps of A and of B are named, where that differs in values alone: of
    // requests or tokens (`generation_35(35)`). Or the most frequent names, where names repeat in
    // each run and no step of A has the name of one of B.
    std::optional<std::pair<std::string, std::string>> names;
};

// Launches or blocks that differ by a smaller factor are those of one amount of work: kernels are
// chosen and split by the library.
inline constexpr double kMinWorkFactor = 1.25;
// Where at least kMinUnitKernels kernels changed by one factor, each within kUnitsTolerance of that
// of all, the library chose none of them: then this is enough.
inline constexpr double kMinUnitsFactor = 1.05;
inline constexpr std::size_t kMinUnitKernels = 3;
inline constexpr double kUnitsTolerance = 0.02;
// Kernels that both run must be this share of the products and attention of each; all products and
// attention together must differ as well, since libraries choose other kernels for one product.
inline constexpr double kMinSharedWork = 0.5;

// Empty where both do the same amount of work, or where it is not known. The same with A and B
// exchanged, but for the direction. O(activities).
[[nodiscard]] std::optional<WorkChange> findWorkChange(const ComparedTrace& a,
                                                       const ComparedTrace& b,
                                                       std::span<const StepPair> steps);

// "B does 0.500× A's work: 24 → 12 matrix products and attention kernels a step"
[[nodiscard]] std::string workChangeText(const WorkChange& change);

}  // namespace gaplight
