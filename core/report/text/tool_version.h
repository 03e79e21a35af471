// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace gaplight {

// As in the report's `tool` and `gaplight --version`.
[[nodiscard]] std::string_view toolVersion();

}  // namespace gaplight
