// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/torch/compile_id.h"
#include "core/analysis/torch/name_classes.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// An interval of a host thread spent compiling: the outermost slices of a compiler at work
// (HostWork::Compile), overlapping ones taken together.
struct CompileSpan {
    SliceId slice;  // the longest of them
    TrackId track;
    TimeRange range;
    CompileId id;  // of the compiled frame; unknown where neither it nor a slice around it has one
    bool backward = false;  // the backward graph, compiled when it was first needed
    bool tunes = false;     // Triton autotuning kernels inside a compiled region on their first run
    bool isOther = false;   // all of them are of a compiler other than PyTorch's (isOtherCompiler)
};

// By slice id, hence per thread in time order. One parallel pass over all slices, then
// O(compiling slices × depth).
[[nodiscard]] std::vector<CompileSpan> compileSpans(const Trace& trace, const NameClasses& names);

}  // namespace gaplight
