// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/compare/alignment.h"
#include "core/compare/compared_trace.h"
#include "core/compare/measures.h"
#include "core/trace/trace.h"

namespace gaplight {

// Two traces of distributed programs that recorded different ranks.
struct JobRanks {
    int a = 0;
    int b = 0;
    int worldSize = 0;
    // Recorded at the same time: ranks of one job, which wait for each other. Otherwise two runs.
    bool isOneJob = false;
};

// Empty unless both traces record a rank and a number of ranks, the same number and different
// ranks. One job: the recorded intervals, in time since the Unix epoch, overlap by at least half of
// the shorter one. Traces whose epoch is not known are of no common job.
[[nodiscard]] std::optional<JobRanks> differentRanks(const Trace& a, const Trace& b);

struct RunRemarks {
    std::vector<std::string> texts;  // one sentence each, most serious first
    bool forbidsVerdict = false;     // a remark explains why there is no verdict
    bool otherWork = false;          // the runs do different work, so that percentages mislead
    bool otherProgram = false;       // so different that nothing corresponds; otherWork too
    std::optional<JobRanks> ranks;   // A and B are ranks of one job; forbids a verdict
    bool isSameRun = false;          // A and B hold the same events
};

// Caveats of comparing two runs' times: different GPUs, ranks of one job, different work, no GPU
// work, different number of steps, call stacks in one only, the same file twice, compiled without
// fusion. `partA`, `partB`: what is compared, a steady step or the run.
[[nodiscard]] RunRemarks remarkOnRuns(const ComparedTrace& a, const ComparedTrace& b,
                                      const MeasuredRun& measuredA, const MeasuredRun& measuredB,
                                      const Measures& partA, const Measures& partB,
                                      const Alignment& alignment);

// The remark that the whole run changed in the opposite direction of its steady steps.
[[nodiscard]] std::string wholeRunRemark(const Measures& a, const Measures& b);

// True if torch.compile was used: compiled regions or graphs, or kernels of TorchInductor.
[[nodiscard]] bool isCompiledRun(const ComparedTrace& run, const MeasuredRun& measured);

}  // namespace gaplight
