// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/compare/alignment.h"
#include "core/compare/compared_trace.h"
#include "core/compare/measures.h"

namespace gaplight {

struct RunRemarks {
    std::vector<std::string> texts;  // one plain sentence each, most serious first
    bool forbidsVerdict = false;     // one of them says why no verdict can be given
    bool otherWork = false;          // the runs do not do the same, so that percentages mislead
};

// What to know of two runs before comparing their times: other GPUs, other work, no GPU work,
// another number of steps, stacks in one of them, the same file twice, compiled without fusion.
[[nodiscard]] RunRemarks remarkOnRuns(const ComparedTrace& a, const ComparedTrace& b,
                                      const MeasuredRun& measuredA, const MeasuredRun& measuredB,
                                      const Alignment& alignment);

// That the run as a whole went the other way than its steady steps.
[[nodiscard]] std::string wholeRunRemark(const Measures& a, const Measures& b);

// Whether torch.compile made part of it: compiled regions or graphs, kernels of TorchInductor.
[[nodiscard]] bool isCompiledRun(const ComparedTrace& run, const MeasuredRun& measured);

}  // namespace gaplight
