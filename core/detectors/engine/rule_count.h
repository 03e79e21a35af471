// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace gaplight {

// How many rules detectors() lists: each takes a bit of the timeline's filter.
inline constexpr std::size_t kRuleCount = 24;

}  // namespace gaplight
