// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace gaplight {

// Second part of an error message about an unknown name. "did you mean 'aten::item' or
// 'aten::items'?" if known names are similar (they contain it or differ in few characters), else
// "there are 'a', 'b', 'c' and 12 more"; "there are none" if none is known. Case is ignored; names
// are shown up to 60 characters. O(names × length²).
inline constexpr std::size_t kNamesInMessage = 5;
[[nodiscard]] std::string closeNamesText(std::string_view wanted,
                                         std::span<const std::string> known);

}  // namespace gaplight
