// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace gaplight::recorder {

// Nanoseconds since 1970 that never step: CLOCK_MONOTONIC, moved once to what CLOCK_REALTIME said
// when the recorder was loaded. CUPTI is given the same clock, so that all times agree.
[[nodiscard]] std::int64_t now();

[[nodiscard]] std::int64_t monotonicNow();

}  // namespace gaplight::recorder
