// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/memory/measures/own_frames.h"
#include "core/memory/memory_model.h"
#include "core/scene/display/color_ref.h"

namespace gaplight {

// Colors of an allocation and its text, the same in all views: a hue by its line of code; pale
// gray where no call stack was recorded, so that the bottom of the view does not stand out.
struct AllocationLook {
    ColorRef color;
    std::uint8_t alpha = 255;
    ColorRef textColor = Role::TextOnSlice;
};
[[nodiscard]] AllocationLook lookOf(const OwnFrames& frames, FrameId frame);

// "155 MB train.py(12): loss", "33.6 MB before the history".
[[nodiscard]] std::string allocationLabel(const OwnFrames& frames, const Allocation& allocation);

}  // namespace gaplight
