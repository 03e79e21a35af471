// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace gaplight {

// The function that applies an operator to a list of tensors: "aten::mul_" →
// "torch._foreach_mul_". Empty if there is none.
[[nodiscard]] std::string foreachEquivalent(std::string_view op);

// Whether the operator changes a tensor in place, by PyTorch's naming: "aten::mul_".
[[nodiscard]] bool isInPlace(std::string_view op);

}  // namespace gaplight
