// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/detectors/engine/finding.h"

namespace gaplight {

// A rule marks an occurrence on the GPU and on the host that caused it: a gap and the code that
// filled it, the kernels of an interval and their launches. A place is one of both.
//
//   evidence   host [0, 9)   GPU [2, 10)   host [20, 29)
//   places                   GPU [2, 10)   host [20, 29)
//
// Positions in Finding::evidence, in its order: all evidence of a GPU, and that of the host which
// overlaps none of it. O(evidence log evidence).
[[nodiscard]] std::vector<std::size_t> findingPlaces(const Finding& finding);

// The position in `places` of the place that a piece of evidence belongs to: itself, or the
// evidence of a GPU that it overlaps first. `places`: findingPlaces(finding). O(places).
[[nodiscard]] std::size_t placeOfEvidence(const Finding& finding,
                                          std::span<const std::size_t> places,
                                          std::size_t evidence);

}  // namespace gaplight
