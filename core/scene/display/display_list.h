// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/column.h"
#include "core/scene/display/color_ref.h"
#include "core/trace/ids.h"

namespace gaplight {

// Alpha of slices that are neither search hits nor part of the followed flow, and of their labels,
// which keep a contrast of at least 4.5 : 1 (WCAG 2.1, 1.4.3).
inline constexpr std::uint8_t kDimmedSlice = 115;  // 45 %
inline constexpr std::uint8_t kDimmedLabel = 210;
// Opacity of file and line after the name of a Python frame: legible on every slice (theme_test).
inline constexpr std::uint8_t kDimmedPlace = 205;

// Fill of a span (color, alpha, flags) in one 32-bit word: comparing and copying it is the inner
// loop of painting a row.
class SliceInk {
    static constexpr unsigned kWideBit = 25;

public:
    constexpr SliceInk() = default;
    // `wide`: of a slice with a rectangle of its own; never joined with a neighbor.
    constexpr SliceInk(ColorRef color, std::uint8_t alpha, bool wide)
        : m_bits(std::bit_cast<std::uint16_t>(color) | static_cast<std::uint32_t>(alpha) << 16U |
                 static_cast<std::uint32_t>(wide) << kWideBit) {}
    [[nodiscard]] static constexpr SliceInk fromBits(std::uint32_t bits) {
        SliceInk ink;
        ink.m_bits = bits;
        return ink;
    }

    constexpr std::uint32_t bits() const { return m_bits; }
    constexpr ColorRef color() const {
        return std::bit_cast<ColorRef>(static_cast<std::uint16_t>(m_bits));
    }
    constexpr std::uint8_t alpha() const { return static_cast<std::uint8_t>(m_bits >> 16U); }
    // A hairline separates it from an equal neighbor at the left.
    constexpr bool isSeparated() const { return (m_bits & kSeparated) != 0; }

    static constexpr std::uint32_t kSeparated = 1U << 24U;

private:
    std::uint32_t m_bits = 0;
};

// A filled interval of one row, in device pixels right of the tracks' left edge.
struct SliceSpan {
    std::int32_t from = 0;
    std::int32_t to = 0;
    SliceInk ink;
};

// A span long enough for a label.
struct SliceLabel {
    static constexpr float kPadding = 5;  // at both ends

    StringId name;
    std::int32_t from = 0;
    std::int32_t to = 0;
    bool isDimmed = false;
};

// A display list holds all primitives of a view; painters draw them in this order:
// for layer in 0..kLayers-1: rects, hatches, lines, polygons, texts, each in list order.
// Coordinates are logical pixels from the view's top left, y down. Painters do not round, elide,
// measure or decide anything.
enum class Layer : std::uint8_t {
    Background,  // row stripes, grid
    Slices,
    SliceLabels,
    Overlays,   // gap hatches, blocking-call ribbons
    Flows,      // launch arrows
    Selection,  // outlines, cursors
    Chrome,     // ruler, track names: never covered
    Count_,
};

// Index into DisplayList::clips. Clip 0 is the whole view.
using ClipIndex = std::uint16_t;

struct Box {
    float x = 0;
    float y = 0;
    float width = 0;
    float height = 0;
    friend constexpr bool operator==(const Box&, const Box&) = default;
};

struct RectItem {
    Box box;
    ColorRef color;
    std::uint8_t alpha = 255;
    Layer layer = Layer::Background;
    ClipIndex clip = 0;
};
// Parallel 45° stripes inside a box, `spacing` apart measured across, `thickness` wide. Stripes
// are anchored to the view's origin, so that neighboring hatches join.
struct HatchItem {
    Box box;
    ColorRef color;
    std::uint8_t alpha = 255;
    Layer layer = Layer::Overlays;
    ClipIndex clip = 0;
    float spacing = 6;
    float thickness = 1.5F;
};
struct LineItem {
    float x0 = 0;
    float y0 = 0;
    float x1 = 0;
    float y1 = 0;
    float thickness = 1;
    ColorRef color;
    std::uint8_t alpha = 255;
    Layer layer = Layer::Flows;
    ClipIndex clip = 0;
};
// Convex, filled; `count` points from DisplayList::points on.
struct PolygonItem {
    std::uint32_t firstPoint = 0;
    std::uint32_t count = 0;
    ColorRef color;
    std::uint8_t alpha = 255;
    Layer layer = Layer::Flows;
    ClipIndex clip = 0;
};
struct Point {
    float x = 0;
    float y = 0;
};

// 11 px, 10 px, 11 px bold; a figure's title, 16 px bold.
enum class TextStyle : std::uint8_t { Label, Small, Bold, Title, Count_ };
[[nodiscard]] constexpr int textPixels(TextStyle style) {
    return style == TextStyle::Title ? 16 : style == TextStyle::Small ? 10 : 11;
}
[[nodiscard]] constexpr bool isBold(TextStyle style) {
    return style == TextStyle::Bold || style == TextStyle::Title;
}
// Text, already elided to fit; x: left edge.
struct TextItem {
    std::uint32_t firstByte = 0;  // UTF-8 in DisplayList::textBytes
    std::uint32_t byteCount = 0;
    float x = 0;
    float baselineY = 0;
    float width = 0;  // as measured
    ColorRef color;
    std::uint8_t alpha = 255;
    TextStyle style = TextStyle::Label;
    Layer layer = Layer::SliceLabels;
    ClipIndex clip = 0;
};

// One row of slices: its spans, and the rects made of them. Each span has one rect, followed by a
// second one at its left end where the span is separated. Painters of pixels use the spans, which
// is faster than searching all rects for those of a row.
struct SpanRow {
    std::size_t firstRect = 0;
    std::size_t firstSpan = 0;  // of DisplayList::spans
    std::size_t spanCount = 0;
    float left = 0;           // x of pixel 0 of the spans
    double devicePixels = 1;  // per logical pixel
};

struct DisplayList {
    float width = 0;
    float height = 0;
    std::vector<Box> clips;
    Column<RectItem> rects;
    std::vector<HatchItem> hatches;
    std::vector<LineItem> lines;
    std::vector<PolygonItem> polygons;
    std::vector<Point> points;
    std::vector<TextItem> texts;
    std::string textBytes;
    // The rects of slices once more, by their first rect. Not all rows of rects are among them.
    std::vector<SpanRow> spanRows;
    std::vector<SliceSpan> spans;  // never fewer; those of no row are left from an earlier list
    // Scratch buffer of SliceScene, kept here to be reused with the list; not part of the output.
    std::vector<SliceLabel> labelScratch;

    // Removes all items but keeps capacity, so that rebuilding a frame allocates nothing.
    void clear(float newWidth, float newHeight);
    ClipIndex addClip(Box box);
    void addText(std::string_view utf8, TextItem item);
    // Appends a filled convex polygon.
    void addPolygon(const Point* first, std::size_t count, PolygonItem item);
    // Appends another list, moved by (dx, dy) and clipped to its own size.
    void append(const DisplayList& part, float dx, float dy);
    std::string_view text(const TextItem& item) const {
        return std::string_view(textBytes).substr(item.firstByte, item.byteCount);
    }

    // One line per item in drawing order, coordinates to a tenth of a pixel: the format of goldens.
    std::string dump() const;
};

}  // namespace gaplight
