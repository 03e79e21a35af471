// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace gaplight {

// Whether an operator is one that PyTorch's autograd engine runs in a backward pass:
// "autograd::engine::evaluate_function: MulBackward0". The engine has a thread for each GPU; what
// belongs on the host, such as gradients that are handed to hooks, it runs on the thread that
// called backward() and waits.
[[nodiscard]] constexpr bool isRunByAutograd(std::string_view name) {
    return name.starts_with("autograd::engine::evaluate_function");
}

}  // namespace gaplight
