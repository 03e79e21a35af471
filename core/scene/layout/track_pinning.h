// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/scene/layout/track_layout.h"

namespace gaplight {

// Pins every track whose title, or that of whose group, matches as setFilter() does; gives how many
// have been pinned by it. An empty pattern pins nothing. O(matching tracks × bands).
std::size_t pinMatching(TrackLayout& layout, std::string_view pattern);
// Gives how many were pinned.
std::size_t unpinAll(TrackLayout& layout);

// The most rows a pinned track can have so that all pinned tracks fill `height` pixels at most; 1
// if even that is too much. O(pinned tracks × rows).
[[nodiscard]] std::uint16_t pinnedRowsWithin(const TrackLayout& layout, float height);
// How many rows the highest pinned track has now; one less and one more is another height.
[[nodiscard]] std::uint16_t pinnedRowsNow(const TrackLayout& layout);

}  // namespace gaplight
