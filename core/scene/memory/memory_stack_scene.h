// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/memory/measures/memory_holders.h"
#include "core/memory/memory_model.h"
#include "core/scene/display/color_ref.h"
#include "core/scene/display/display_list.h"
#include "core/scene/display/text_measure.h"
#include "core/scene/memory/address_map.h"
#include "core/scene/memory/memory_index.h"

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

// What the height of an allocation's rectangle stands for.
enum class StackOrder : std::uint8_t {
    Age,      // a stack of what is held, the oldest at the bottom
    Size,     // a stack of what is held, the largest at the bottom
    Address,  // its place in the segments
};

// The part of a model that a view shows, and its size in logical pixels.
struct MemoryViewport {
    std::int64_t beginNs = 0;  // since 1970, on the snapshot's clock
    std::int64_t endNs = 1;
    std::int64_t bytes = 0;   // from the lower to the upper edge; 0: stackBytes() of the range
    std::int64_t bottom = 0;  // at the lower edge
    float width = 0;
    float height = 0;

    float y(std::int64_t at) const {
        return static_cast<float>(
            static_cast<double>(height) *
            (1 - static_cast<double>(at - bottom) / static_cast<double>(bytes > 0 ? bytes : 1)));
    }
    // As y(), within the view or a pixel outside.
    float clampedY(std::int64_t at) const;
    // In pixels from the left edge, within the view.
    float x(std::int64_t timeNs) const;
};

struct MemoryStackInput {
    const MemoryModel& model;
    const MemoryIndex& index;
    const OwnFrames& frames;
    MemoryViewport view;
    StackOrder order = StackOrder::Age;
    const AddressMap* addresses = nullptr;       // needed by StackOrder::Address
    const std::vector<bool>* matches = nullptr;  // by allocation: only these are drawn; null: all
};

// An allocation's rectangle. One that moves down, because what is below it was freed, has several.
struct MemoryBox {
    Box box;
    std::uint32_t allocation = 0;  // into MemoryModel::allocations
};

// Draws what is allocated over time: allocations of at least 2 pixels in both directions, colored
// and named by line; of a stack, above them the sum of all others, where a pixel column shows the
// largest allocated of its time; by address, the segments behind them, and a pixel for a short one.
// `boxes`: for hit tests. O(pixels), independent of the number of allocations: at most 2,048 of
// them are drawn. Where each of more than 4,096 rectangles would have fewer than 64 pixels on
// average, their edges are at every second pixel, or every fourth, eighth or sixteenth.
void buildMemoryStack(const MemoryStackInput& input, const TextMeasure& measure, DisplayList& list,
                      std::vector<MemoryBox>& boxes);

// The bytes of a view that shows all of a stack: the peak and a tenth. O(log moments).
[[nodiscard]] std::int64_t stackBytes(const MemoryStackInput& input);

// The allocation whose rectangle contains a point. O(boxes).
[[nodiscard]] std::optional<std::uint32_t> allocationAt(const std::vector<MemoryBox>& boxes,
                                                        float x, float y);

}  // namespace gaplight
