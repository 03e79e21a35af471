// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace gaplight {

// A function's name as in its source; itself where it is not mangled.
[[nodiscard]] std::string demangledName(std::string_view name);

}  // namespace gaplight
