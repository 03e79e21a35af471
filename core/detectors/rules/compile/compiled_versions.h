// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "core/analysis/torch/compiled_regions.h"
#include "core/detectors/engine/detector.h"
#include "core/detectors/rules/compile/frame_names.h"

namespace gaplight {

// Findings of `recompile` about frames that run a version above 0, other than those of `compiled`:
// a guard failed before the range. None
// for a frame of which every steady step runs the same two or more versions: these belong to
// different layers of one class, each compiled once, and the recompile limit does not count them.
[[nodiscard]] std::vector<Finding> versionFindings(const DetectorInput& input,
                                                   std::span<const CompiledRegion> regions,
                                                   const FrameNames& names,
                                                   const std::set<std::int32_t>& compiled);

// The finding of `recompile` about TorchDynamo's look-ups of compiled code (thresholds
// lookup_share, min_lookup), or none.
[[nodiscard]] std::vector<Finding> lookupFindings(const DetectorInput& input,
                                                  std::span<const SliceId> lookups);

// All look-ups in the range, ascending. One parallel pass over all slices if there are any.
[[nodiscard]] std::vector<SliceId> cacheLookups(const DetectorInput& input);

}  // namespace gaplight
