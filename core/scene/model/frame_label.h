// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gaplight {

// What a Python frame, or a graph of torch.compile, is labelled with: what tells most first, since
// labels are cut at their end.
//   diffusers/hooks/hooks.py(268): _set_context      _set_context · hooks.py(268)
//   nn.Module: LlamaDecoderLayer_3                   LlamaDecoderLayer_3
//   <built-in method nonzero of Tensor object at …>  nonzero of Tensor
//   <built-in function len>                          len
//   ## Call CompiledFxGraph fcchxhlpxbigx6pj6… ##    CompiledFxGraph fcchxhlp
// Nothing for any other name.
[[nodiscard]] std::optional<std::string> frameLabel(std::string_view name);

}  // namespace gaplight
