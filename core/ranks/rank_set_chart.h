// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include "core/ranks/rank_set.h"
#include "core/scene/ranks/rank_chart.h"

namespace gaplight {

// All ranks of a set as they are drawn; lanes in the order of `set.ranks`, ribbons in that of
// RankSetAnalysis::collectives. O(activities + collectives ×
// ranks).
[[nodiscard]] RankChart chartOf(const RankSet& set);

// The rank to show first: the one that the others wait for most, else the first that can be placed
// on the axis.
[[nodiscard]] std::size_t rankToShowFirst(const RankSet& set);

}  // namespace gaplight
