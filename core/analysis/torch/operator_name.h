// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace gaplight {

inline constexpr std::string_view kAtenNamespace = "aten::";

// An operator of PyTorch's own library of operators: "aten::mm".
[[nodiscard]] constexpr bool isAtenOperator(std::string_view name) {
    return name.starts_with(kAtenNamespace);
}

// "mm" of "aten::mm"; any other name as it is. A view into `name`.
[[nodiscard]] constexpr std::string_view withoutAten(std::string_view name) {
    return isAtenOperator(name) ? name.substr(kAtenNamespace.size()) : name;
}

// An operator that takes lists of tensors: "aten::_foreach_mul_".
[[nodiscard]] constexpr bool isForeachOperator(std::string_view name) {
    return withoutAten(name).starts_with("_foreach_") && isAtenOperator(name);
}

}  // namespace gaplight
