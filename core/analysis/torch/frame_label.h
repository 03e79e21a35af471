// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gaplight {

// Label of a Python frame or of a torch.compile graph, with its most specific part first, because
// labels are cut at the end.
//   diffusers/hooks/hooks.py(268): _set_context      _set_context · hooks.py(268)
//   nn.Module: LlamaDecoderLayer_3                   LlamaDecoderLayer_3
//   <built-in method nonzero of Tensor object at …>  nonzero of Tensor
//   <built-in function len>                          len
//   ## Call CompiledFxGraph fcchxhlpxbigx6pj6… ##    CompiledFxGraph fcchxhlp
// Empty for any other name.
[[nodiscard]] std::optional<std::string> frameLabel(std::string_view name);

}  // namespace gaplight
