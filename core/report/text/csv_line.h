// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace gaplight {

// RFC 4180: quoted where it must be, the line ends in CR LF.
[[nodiscard]] std::string csvLine(const std::vector<std::string>& cells);

}  // namespace gaplight
