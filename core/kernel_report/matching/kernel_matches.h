// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/kernel_report/kernel_report.h"
#include "core/trace/trace.h"

namespace gaplight {

// What launches of two runs of one program have in common. Full names differ: profilers demangle
// in different ways.
struct KernelKey {
    std::string name;  // shortKernelName()
    std::array<std::uint64_t, 3> grid{};
    std::array<std::uint64_t, 3> block{};

    friend auto operator<=>(const KernelKey&, const KernelKey&) = default;
};
// The key of each kernel of a report, in the report's order.
[[nodiscard]] std::vector<KernelKey> keysOf(const KernelReport& report);

// A kernel of a trace, and the kernel of the report that is the same one of the program.
struct KernelMatch {
    SliceId slice;
    std::uint32_t kernel = 0;  // index in KernelReport::kernels
    bool isAmbiguous = false;  // which one of those with its key is a guess
};

// Kernels of a report (another run, under another profiler) found in a trace: the n-th of a key in
// the report is the n-th of that key in the trace. A trace of several steps has a multiple of the
// launches that one measured step has, and each repetition is matched alike. For other counts the
// order says nothing, and the match is ambiguous, unless the report has one kernel of the key
// alone.
//   report  gemm#0 add#0 gemm#1
//   trace   gemm add gemm | gemm add gemm      ─► 0 1 2 | 0 1 2
struct KernelMatches {
    std::vector<KernelMatch> launches;            // sorted by slice
    std::vector<std::uint64_t> launchesOfKernel;  // per kernel of the report
    std::vector<Duration> timeOfKernel;           // in the trace; of all its launches
    std::vector<bool> isAmbiguousKernel;          // some of its launches are
    std::uint64_t matchedKernels = 0;             // of the report; some launch is its
    std::uint64_t ambiguousKernels = 0;
    std::uint64_t ambiguousLaunches = 0;
    std::uint64_t allLaunches = 0;  // kernels of the trace
    Duration matchedTime{};
    Duration allTime{};

    // O(log launches).
    const KernelMatch* find(SliceId slice) const;
};

// O(kernels log kernels). Errors: BadArgument: the trace has no grids and blocks, or the report is
// of another GPU (by name) or of another program (under a fifth of its kernels are found).
[[nodiscard]] Result<KernelMatches> matchKernels(const KernelReport& report, const Trace& trace);

}  // namespace gaplight
