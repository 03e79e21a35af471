// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace gaplight {

// Name of the function that CUPTI numbers so (cupti_runtime_cbid.h, cupti_driver_cbid.h), without
// its version and the mark of the per-thread default stream; empty for other numbers.
[[nodiscard]] std::string_view cuptiRuntimeCall(std::int64_t callbackId);
[[nodiscard]] std::string_view cuptiDriverCall(std::int64_t callbackId);

// The names of a text, each of which a space follows.
[[nodiscard]] std::vector<std::string_view> splitNames(std::string_view text);

}  // namespace gaplight
