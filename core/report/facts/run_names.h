// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace gaplight {

// A trace's file name without its folder and its known endings: "flux_after_eager".
[[nodiscard]] std::string runName(std::string_view path);

// With its endings; "standard input" for "-".
[[nodiscard]] std::string runFileName(std::string_view path);

}  // namespace gaplight
