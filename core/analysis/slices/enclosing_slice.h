// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "core/trace/trace.h"

namespace gaplight {

// The deepest slice that encloses at least `percent` (more than 50) of `slices`, which lie on one
// track; an invalid id if there is none. Looks at no more than kEnclosedSamples of them, evenly
// spread, so that an interval of a million calls costs what a short one does.
// O(samples × depth).
inline constexpr std::size_t kEnclosedSamples = 64;
[[nodiscard]] SliceId enclosingSlice(const Trace& trace, std::span<const SliceId> slices,
                                     std::uint32_t percent);

}  // namespace gaplight
