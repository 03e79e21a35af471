// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace gaplight {

// The text of resources/gpus/peaks.toml.
[[nodiscard]] std::string_view gpuPeaksFile();

}  // namespace gaplight
