// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/kernels/kernel_efficiency.h"
#include "core/analysis/kernels/operator_classes.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// A kernel of a chain.
struct ChainedKernel {
    SliceId slice;
    std::uint32_t classNumber = 0;  // into OperatorClasses::classes
    // Share of its compulsory bytes that remains if the chain is one kernel.
    double remaining = 1;
};

// Kernels that follow each other on a stream, each of which reads what the one before wrote:
//
//   aten::mul    x, y -> t     reads 2 n, writes n     one kernel for both reads x, y and z and
//   aten::add    t, z -> u     reads 2 n, writes n     writes u: 4 n in place of 6 n
//
// Profilers record the sizes of inputs, not which tensors they are. So a kernel is taken to read
// what the one before wrote where one of its inputs has as many bytes as that one's result, which
// makes the gain an upper bound: the tensor may be another one, or be needed again later. What a
// normalization reads is written all the same, because a residual connection reads it again.
// Chains end where the same kernels begin anew, as for the next tensor of a loop, at copies without
// a cast, and between two normalizations.
struct FusibleChain {
    std::vector<ChainedKernel> kernels;  // two or more, by start
    Duration time{};
    Duration saved{};  // the sum of each kernel's time × (1 − remaining)
};

struct FusibleLimits {
    Duration minKernelTime{};          // a chain's kernels take at least this on average
    Duration minClassTime{};           // of all kernels of a class, below which it is in no chain
    std::size_t maxShapesRead = 4096;  // classes with most time first
};

// Chains of elementwise operators, normalizations other than batch norm, softmax, reductions and
// copies, each of one kernel, among the activities of one GPU; by start. O(activities + launches),
// and one read for each class.
[[nodiscard]] std::vector<FusibleChain> findFusibleChains(
    const Trace& trace, const LaunchIndex& launches, const OperatorClasses& operators,
    std::span<const ActivityId> byStart, const InputsLookup& inputs, const FusibleLimits& limits);

}  // namespace gaplight
