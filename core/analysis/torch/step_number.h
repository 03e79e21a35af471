// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// The number of a step for its user: N where an annotation "ProfilerStep#N" starts with it, since
// recordings begin at any step of a loop; otherwise `ordinal`, which counts from 1.
// O(tracks × log slices).
[[nodiscard]] std::size_t stepNumber(const Trace& trace, Time begin, std::size_t ordinal);

}  // namespace gaplight
