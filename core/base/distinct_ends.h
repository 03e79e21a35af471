// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <span>
#include <string>

namespace gaplight {

// Labels of names by name, for a list in which they are cut: of those that begin alike for 16
// characters or more, the words in common are left out, "…MT128x64_SE_K1". At least 16 characters
// of each name stay. O(names × length).
[[nodiscard]] std::map<std::string, std::string> distinctEnds(std::span<const std::string> names);

}  // namespace gaplight
