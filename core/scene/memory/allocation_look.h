// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/memory/measures/own_frames.h"
#include "core/memory/memory_model.h"
#include "core/scene/display/color_ref.h"

namespace gaplight {

// Color and text of an allocation, the same in all views: the hue of its line; pale gray where
// no call stack was recorded, so that what lies under everything does not shine.
struct AllocationLook {
    ColorRef color;
    std::uint8_t alpha = 255;
    ColorRef textColor = Role::TextOnSlice;
};
[[nodiscard]] AllocationLook lookOf(const OwnFrames& frames, FrameId frame);

// "155 MB train.py(12): loss", "33.6 MB before the history".
[[nodiscard]] std::string allocationLabel(const OwnFrames& frames, const Allocation& allocation);

}  // namespace gaplight
