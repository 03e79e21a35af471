// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/scene/display/display_list.h"
#include "core/scene/display/elided_text.h"
#include "core/scene/display/text_measure.h"

namespace gaplight {

// Position of a track, and title of a slice, in a figure: metadata that a display list does not
// have, for formats with element names and tooltips (SVG).
struct FigureTrack {
    std::string name;
    Box box;
};
struct FigureSlice {
    std::uint32_t rect = 0;  // into DisplayList::rects; ascending
    std::string title;       // "aten::linear · 5.0 ms, at 12.3 ms"
};

// A figure for publication. Tracks are listed from top to bottom.
struct Figure {
    DisplayList list;
    std::vector<FigureTrack> tracks;
    std::vector<FigureSlice> slices;
};

// Cursor for the parts of a figure, laid out from top to bottom between two margins. Everything is
// added to Layer::Chrome.
struct FigurePage {
    static constexpr float kMargin = 16;
    static constexpr float kLine = 16;  // of an 11 px text
    static constexpr float kSmallLine = 14;
    static constexpr float kSpace = 12;  // between parts

    DisplayList& list;
    const TextMeasure& measure;
    float left = 0;
    float right = 0;
    float y = 0;  // top of the next part

    float width() const { return right - left; }

    void addRect(Box box, ColorRef color, std::uint8_t alpha = 255) const {
        list.rects.push_back({box, color, alpha, Layer::Chrome});
    }
    // Adds a text that fits; returns its width.
    float addText(std::string_view text, float x, float baseline, TextStyle style,
                  Role color) const {
        TextItem item;
        item.x = x;
        item.baselineY = baseline;
        item.width = measure.width(text, style);
        item.style = style;
        item.color = color;
        item.layer = Layer::Chrome;
        list.addText(text, item);
        return item.width;
    }
    // Adds wrapped text from `x` to the right margin; moves `y` below it.
    void addParagraph(std::string_view text, float x, TextStyle style, Role color,
                      float lineHeight) {
        for (const std::string& line : wrappedText(text, right - x, style, measure)) {
            addText(line, x, y + lineHeight - 4, style, color);
            y += lineHeight;
        }
    }
};

}  // namespace gaplight
