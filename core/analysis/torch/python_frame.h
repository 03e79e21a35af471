// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// "a/module.py:2600": file and line of the innermost Python frame around a slice, itself included;
// for work of a GPU, around the call that launched it. Empty if there is no frame. O(depth).
[[nodiscard]] std::string sourceAround(const Trace& trace, const LaunchIndex& launches,
                                       SliceId slice);

// Label of a Python frame or of a torch.compile graph, with its most specific part first, because
// labels are cut at the end.
//   diffusers/hooks/hooks.py(268): _set_context      _set_context · hooks.py(268)
//   nn.Module: LlamaDecoderLayer_3                   LlamaDecoderLayer_3
//   <built-in method nonzero of Tensor object at …>  nonzero of Tensor
//   <built-in function len>                          len
//   ## Call CompiledFxGraph fcchxhlpxbigx6pj6… ##    CompiledFxGraph fcchxhlp
// Empty for any other name.
[[nodiscard]] std::optional<std::string> frameLabel(std::string_view name);

// The function of a Python frame's name ("a/module.py(2600): named_modules" → "named_modules"),
// or the whole name of anything else. A view into `name`.
[[nodiscard]] std::string_view functionOfFrame(std::string_view name);

// File and line of a Python frame's name ("a/module.py(2600): named_modules" →
// "a/module.py:2600"); empty for anything else.
[[nodiscard]] std::string sourceOfFrame(std::string_view name);

}  // namespace gaplight
