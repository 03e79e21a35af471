// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/analysis/efficiency_run.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <string>

#include "core/analysis/kernels/efficiency_tables.h"
#include "core/analysis/kernels/kernel_efficiency.h"
#include "core/analysis/steps/steps.h"
#include "core/index/launch_index.h"
#include "tests/bench/inputs/made_program.h"

namespace gaplight::bench {
namespace {

constexpr int kEfficiencyRuns = 7;

// The annotations of madeProgram(): the host's ranges alone.
Steps stepsOf(const Trace& trace) {
    Steps steps;
    for (std::size_t at = 0; at < trace.slices().size(); ++at) {
        if (trace.kind(SliceId(at)) == SliceKind::UserAnnotation) {
            StepRow& row = steps.rows.emplace_back();
            row.host = trace.slices().range(SliceId(at));
            row.span = row.host;
        }
    }
    return steps;
}

double millisecondsSince(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
        .count();
}

}  // namespace

EfficiencyRun runEfficiency(std::size_t kernels) {
    const auto trace = madeProgram(kernels, 0);
    const LaunchIndex launches = LaunchIndex::build(*trace);
    const Steps steps = stepsOf(*trace);
    EfficiencyOptions options;
    options.range = trace->range();
    const auto shapes = [](SliceId) {
        return std::string(R"([[2048,4096],[4096,1024]];["c10::BFloat16","c10::BFloat16"];;)");
    };
    EfficiencyRun best{std::numeric_limits<double>::max(), std::numeric_limits<double>::max(),
                       trace->gpuActivities().size()};
    for (int repeat = 0; repeat < kEfficiencyRuns; ++repeat) {
        const auto begin = std::chrono::steady_clock::now();
        const KernelEfficiency measured =
            measureKernelEfficiency(*trace, launches, shapes, options);
        best.groupMilliseconds = std::min(best.groupMilliseconds, millisecondsSince(begin));
        const auto grouped = std::chrono::steady_clock::now();
        const EfficiencyTables tables =
            tabulateEfficiency(*trace, launches, steps, measured, options.range);
        best.tableMilliseconds = std::min(best.tableMilliseconds, millisecondsSince(grouped));
    }
    return best;
}

}  // namespace gaplight::bench
