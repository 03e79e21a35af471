// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/result.h"

namespace gaplight {

// "500MB", "2 GB", "1000": bytes. Units are powers of 1000; KiB, MiB and GiB of 1024.
// Errors: BadArgument.
[[nodiscard]] Result<std::uint64_t> parseBytes(std::string_view text);

}  // namespace gaplight
