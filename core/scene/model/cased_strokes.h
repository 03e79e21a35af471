// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "core/scene/model/frame.h"

namespace gaplight {

// Thin strokes over slices, each on a slightly larger ground, as roads on a map: slices of any
// colour would swallow them otherwise.
struct CasedStrokes {
    Frame& frame;
    Role color = Role::FindingMark;
    std::uint8_t alpha = 255;
    Layer layer = Layer::Overlays;
    ClipIndex clip = 0;

    // `grounds` first, then `strokes`, so that no ground covers a stroke.
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
