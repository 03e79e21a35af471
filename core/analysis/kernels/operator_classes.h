// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// The kernels of one name among those of a class.
struct ClassKernel {
    StringId name;
    std::uint64_t count = 0;
    Duration time{};
    SliceId longest;
};

// Calls of one operator with inputs of equal shapes and types, whose kernels ran on one GPU.
struct OperatorClass {
    StringId op;
    std::uint32_t shapeKey = 0;
    GpuId gpu;
    SliceId call;  // the first one
    std::uint64_t calls = 0;
    Duration time{};                   // of all kernels of all calls
    std::vector<ClassKernel> kernels;  // most time first
};

// The kernels of a trace by the operators that launched them.
//
// The problem: shapes are recorded with the operator, not with the kernel, one operator may launch
// several kernels, and reading shapes is reading the file. So calls are grouped by a key of their
// shapes that the trace holds for every operator, and shapes are read once for each group.
//
//   aten::convolution_backward          shapes A      no launch of its own
//     aten::fill_                       shapes B      fill                    class (fill_, B)
//     cudaLaunchKernel                                dgrad                   class (conv..., A)
//     cudaLaunchKernel                                wgrad                   the same call
//
// A kernel belongs to the innermost operator with a work formula around its launch; frames of
// Python between them end the search.
struct OperatorClasses {
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    std::vector<OperatorClass> classes;  // most time first
    // For LaunchIndex::launches(): the class of its kernels, or kNone.
    std::vector<std::uint32_t> classOfLaunch;
    std::vector<std::uint8_t> beginsCall;  // the same: 1 if it is the first launch of its call

    struct GpuTime {
        GpuId gpu;
        Duration kernels{};  // of all kernels that start in the range
    };
    std::vector<GpuTime> gpus;
};

// Groups the kernels that start in `range`. One pass in parallel: O(launches + texts).
[[nodiscard]] OperatorClasses groupOperatorCalls(const Trace& trace, const LaunchIndex& launches,
                                                 TimeRange range);

}  // namespace gaplight
