// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/base/time.h"

namespace gaplight {

// "283,738"
[[nodiscard]] std::string countText(std::uint64_t count);
// "283,738 slices", "1 slice", "2 copies" for ("copy", "copies")
[[nodiscard]] std::string countText(std::uint64_t count, const char* one, const char* many);
// "6.14 MB", in powers of 1,000
[[nodiscard]] std::string bytesText(std::uint64_t bytes);
// "98.9 %" of a whole; "0 %" for an empty whole
[[nodiscard]] std::string shareText(Duration part, Duration whole);

}  // namespace gaplight
