// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "core/scene/display/text_measure.h"
#include "core/scene/memory/memory_view_scene.h"

namespace gaplight {

// Input and output of the functions that draw a snapshot's view, once its plot has a place.
struct MemoryFrame {
    const MemoryViewInput& input;
    const TextMeasure& measure;
    DisplayList& list;
    const MemoryViewLayout& layout;
    ClipIndex plotClip = 0;

    void rect(Box box, Role color, Layer layer, std::uint8_t alpha = 255,
              ClipIndex clip = 0) const {
        list.rects.push_back({box, color, alpha, layer, clip});
    }
    // A device pixel.
    [[nodiscard]] float hair() const { return 1 / input.pixelRatio; }
    [[nodiscard]] float snapped(double x) const {
        const auto ratio = static_cast<double>(input.pixelRatio);
        return static_cast<float>(std::round(x * ratio) / ratio);
    }
    [[nodiscard]] float left() const { return layout.plot.x; }
    [[nodiscard]] float top() const { return layout.plot.y; }
    [[nodiscard]] float right() const { return layout.plot.x + layout.plot.width; }
    [[nodiscard]] float bottom() const { return layout.plot.y + layout.plot.height; }
    // View x of a time on the snapshot's clock; far times give far x.
    [[nodiscard]] double xOf(std::int64_t clockNs) const {
        return static_cast<double>(left()) +
               static_cast<double>(clockNs - layout.view.beginNs) /
                   static_cast<double>(layout.view.endNs - layout.view.beginNs) *
                   static_cast<double>(layout.plot.width);
    }
    [[nodiscard]] double xOf(Moment moment) const { return xOf(input.model.timeUs(moment) * 1000); }
    [[nodiscard]] float clampedX(double x) const {
        return static_cast<float>(
            std::clamp(x, static_cast<double>(left()), static_cast<double>(right())));
    }
    // A text of the ruler or an axis.
    [[nodiscard]] static TextItem smallText(float x, float baselineY) {
        TextItem item;
        item.x = x;
        item.baselineY = baselineY;
        item.color = Role::SecondaryText;
        item.style = TextStyle::Small;
        item.layer = Layer::Chrome;
        return item;
    }
};

// Ruler, axis of bytes with the grid of both, and the row of steps.
void drawMemoryAxes(const MemoryFrame& frame);

}  // namespace gaplight
