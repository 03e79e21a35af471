// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace gaplight {

// A word as a POSIX shell reads it back: in single quotes where it has to be.
[[nodiscard]] std::string shellWord(std::string_view word);

}  // namespace gaplight
