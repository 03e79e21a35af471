// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

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

}  // namespace gaplight
