// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace gaplight {

// Times of a trace lie between -kTimeLimitNs and kTimeLimitNs, so that their differences fit into
// 64 bits: 146 years, until 2116 where they count from 1970.
inline constexpr std::int64_t kTimeLimitNs = std::int64_t{1} << 62U;

}  // namespace gaplight
