// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/torch/name_classes.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// Which Python frame TorchDynamo compiled, and which of its versions, as PyTorch writes it:
// "3/1" is the second version of frame 3. Since PyTorch 2.3.
struct CompileId {
    std::int32_t frame = -1;  // -1: not recorded
    std::int32_t version = -1;

    bool isKnown() const { return frame >= 0; }
    friend auto operator<=>(const CompileId&, const CompileId&) = default;
};

// "3/1", or "?" where it is not known.
[[nodiscard]] std::string compileIdText(CompileId id);

// The id in "Torch-Compiled Region: 3/1"; an unknown id for "Torch-Compiled Region" (before PyTorch
// 2.3); empty for any other name.
[[nodiscard]] std::optional<CompileId> regionIdOf(std::string_view name);

// Whether slices of this name run compiled code: a compiled region, one of Inductor's graphs, or
// AOTAutograd's function, forward or backward ("CompiledFunctionBackward").
[[nodiscard]] bool isCompiledCode(std::string_view name);

// The compile id in the name of an annotation, "dynamo_data: ..., compile_id=3/1"; empty: it has
// none.
[[nodiscard]] std::optional<CompileId> annotatedCompileIdOf(std::string_view name);

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
