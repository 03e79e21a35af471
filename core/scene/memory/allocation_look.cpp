// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/memory/allocation_look.h"

#include "core/base/quantity_text.h"
#include "core/scene/model/name_table.h"

namespace gaplight {
namespace {

constexpr std::uint8_t kUnknownAlpha = 80;

}  // namespace

AllocationLook lookOf(const OwnFrames& frames, FrameId frame) {
    if (!frame.isValid()) {
        return {ColorRef::neutralSlice(), kUnknownAlpha, Role::Text};
    }
    return {nameColor(frames.text(frame))};
}

std::string allocationLabel(const OwnFrames& frames, const Allocation& allocation) {
    const bool isOld = allocation.begin == 0 && !allocation.stack.isValid();
    return bytesText(allocation.size) + " " +
           (isOld ? "before the history" : frames.label(frames.of(allocation.stack)));
}

}  // namespace gaplight
