// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/scene/display/display_list.h"

namespace gaplight {

// The hatch of idle time of one class, so that classes differ without color, too.
struct IdleLook {
    float spacing = 6;        // between stripes, px
    float thickness = 1.5F;   // of a stripe, px
    std::uint8_t ground = 0;  // alpha of the plain color below the stripes
};

// `color`: a role Idle…; any other has the look of IdleOther.
[[nodiscard]] IdleLook idleLook(ColorRef color);

// Appends plain color and hatch of idle time. `alpha`: of the stripes, the ground in proportion.
void addIdleTime(DisplayList& list, const Box& box, ColorRef color, std::uint8_t alpha, Layer layer,
                 ClipIndex clip);

// Draws over a filled box what tells the parts of busy time apart without color: stripes of the
// ground on communication, dense ones on copies; nothing on any other color or a small box.
void addBusyPattern(DisplayList& list, const Box& box, ColorRef color, Layer layer, ClipIndex clip);

// The same stripes on a slice of a stream, faint, so that its name stays legible (theme_test).
// `part`: Role::Communication or Role::Copy. Draws nothing for other roles and for boxes narrower
// than kMinStripedSlice. `alpha`: of the slice.
inline constexpr std::uint8_t kSliceStripe = 46;  // alpha of the stripes of an opaque slice
inline constexpr float kMinStripedSlice = 8;      // px
void addSlicePattern(DisplayList& list, const Box& box, Role part, std::uint8_t alpha,
                     ClipIndex clip);

}  // namespace gaplight
