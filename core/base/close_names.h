// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace gaplight {

// For a message about a name that does not exist: "did you mean 'aten::item' or 'aten::items'?"
// where some of the known ones are close (they contain it, or differ in few characters), else
// "there are 'a', 'b', 'c' and 12 more"; "there are none" without any. Case is ignored; names are
// shown up to 60 characters. O(names × length²).
inline constexpr std::size_t kNamesInMessage = 5;
[[nodiscard]] std::string closeNamesText(std::string_view wanted,
                                         std::span<const std::string> known);

}  // namespace gaplight
