// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/scene/layout/track_layout.h"

namespace gaplight {

// Pins every track whose title or group title matches `pattern` as in TrackLayout::setFilter();
// returns the number of newly pinned tracks. An empty pattern pins none.
// O(matching tracks × lanes).
std::size_t pinMatching(TrackLayout& layout, std::string_view pattern);
// Returns the number of tracks unpinned.
std::size_t unpinAll(TrackLayout& layout);

// Largest limit of rows per pinned track with which all pinned tracks fit into `height` pixels; at
// least 1. O(pinned tracks × rows).
[[nodiscard]] std::uint16_t pinnedRowsWithin(const TrackLayout& layout, float height);
// Rows of the highest pinned track at present; a limit one lower or higher changes the height.
[[nodiscard]] std::uint16_t pinnedRowsNow(const TrackLayout& layout);

}  // namespace gaplight
