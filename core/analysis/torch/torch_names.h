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

inline constexpr std::string_view kModuleCallPrefix = "nn.Module: ";

// A frame that stands for a call of a torch.nn.Module: "nn.Module: Linear_0".
[[nodiscard]] constexpr bool isModuleCall(std::string_view name) {
    return name.starts_with(kModuleCallPrefix);
}

// "Linear_0" of "nn.Module: Linear_0"; any other name as it is. A view into `name`.
[[nodiscard]] constexpr std::string_view moduleNameOf(std::string_view name) {
    return isModuleCall(name) ? name.substr(kModuleCallPrefix.size()) : name;
}

// Whether a name says which module of the model runs: a call of a torch.nn.Module, or what FSDP
// does before and after it ("FSDP::pre_forward (layers.0)").
[[nodiscard]] constexpr bool namesOneModule(std::string_view name) {
    return isModuleCall(name) || name.starts_with("FSDP::pre_forward (") ||
           name.starts_with("FSDP::post_forward (");
}

// Whether an operator is one that PyTorch's autograd engine runs in a backward pass:
// "autograd::engine::evaluate_function: MulBackward0". The engine has a thread for each GPU; what
// belongs on the host, such as gradients that are handed to hooks, it runs on the thread that
// called backward() and waits.
[[nodiscard]] constexpr bool isRunByAutograd(std::string_view name) {
    return name.starts_with("autograd::engine::evaluate_function");
}

}  // namespace gaplight
