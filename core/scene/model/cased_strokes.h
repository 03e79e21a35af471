// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/scene/model/frame.h"

namespace gaplight {

// Thin lines drawn over slices, each on a slightly larger background rectangle (a casing, as map
// renderers draw roads), so that they are visible on slices of any color.
struct CasedStrokes {
    Frame& frame;
    Role color = Role::FindingMark;
    std::uint8_t alpha = 255;
    Layer layer = Layer::Overlays;
    ClipIndex clip = 0;

    // Draws all `grounds` before all `strokes`, so that no background covers a line.
    void draw(std::span<const Box> grounds, std::span<const Box> strokes) const {
        for (const Box& box : grounds) {
            add(box, Role::Background, alpha);
        }
        for (const Box& box : strokes) {
            add(box, color, alpha);
        }
    }

private:
    void add(const Box& box, Role role, std::uint8_t strength) const {
        frame.list.rects.push_back({box, role, strength, layer, clip});
    }
};

}  // namespace gaplight
