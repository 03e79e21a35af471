// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace gaplight {

// A text as a JSON string, for a value of TraceFacts::metadata. Invalid UTF-8 becomes U+FFFD.
[[nodiscard]] std::string metadataJson(std::string_view text);
// Counts by name as a JSON object, for the same use.
[[nodiscard]] std::string metadataJson(const std::map<std::string, std::uint64_t>& counts);

}  // namespace gaplight
