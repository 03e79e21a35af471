// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace gaplight::recorder {

// Nanoseconds since 1970 without steps: CLOCK_MONOTONIC plus its distance to CLOCK_REALTIME when
// the recorder was loaded. CUPTI uses the same clock, so that all times agree.
[[nodiscard]] std::int64_t now();

[[nodiscard]] std::int64_t monotonicNow();

}  // namespace gaplight::recorder
