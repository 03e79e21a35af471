// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/analysis/startup/steady_loop.h"
#include "core/analysis/steps/steps.h"
#include "core/analysis/torch/compile_spans.h"
#include "core/analysis/torch/name_classes.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// Compile spans of at least FirstUses::kMinSlowCall in `range` that compile something for the first
// time: before the first steady step, of version 0 of their frame where that is known. A frame that
// is compiled in another version is recompiled, and so is the program's own cost. What compilers
// other than PyTorch's do: all of it, unless they compile in two steady steps or more. By slice id.
// As compileSpans().
[[nodiscard]] std::vector<CompileSpan> firstCompilations(const Trace& trace,
                                                         const NameClasses& names,
                                                         const SteadyLoop& loop, const Steps& steps,
                                                         TimeRange range);

}  // namespace gaplight
