// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace gaplight {

// Values of TraceFacts::metadata, which are JSON: a string, in which bytes that are no UTF-8 become
// U+FFFD, and an object with a number for each name.
[[nodiscard]] std::string metadataJson(std::string_view text);
[[nodiscard]] std::string metadataJson(const std::map<std::string, std::uint64_t>& counts);

}  // namespace gaplight
