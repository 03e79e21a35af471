// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include <QColor>
#include <QImage>

#include "widgets/render/text_faces.h"

namespace gaplight::ui {

// The glyph image of a character: its rectangle in the atlas, and its offset (left, top) from the
// pen position. Device pixels.
struct AtlasGlyph {
    std::uint16_t x = 0;
    std::uint16_t y = 0;
    std::uint16_t width = 0;  // 0: nothing to draw (a space)
    std::uint16_t height = 0;
    std::int16_t left = 0;
    std::int16_t top = 0;
};

// Glyphs in one image, rasterized by QPainter on first use for each color and quarter of a device
// pixel. Qt 6.4 has no public text node; one texture for all colors draws the labels of a layer in
// one call.
class TextAtlas {
public:
    static constexpr int kSubpixels = 4;
    static constexpr int kMaxSide = 4096;

    TextAtlas(const TextFaces& faces, double devicePixelRatio);

    // Null: the atlas is full; call grow() and lay out all text again.
    [[nodiscard]] const AtlasGlyph* glyph(char32_t character, TextStyle style, QRgb color,
                                          int subpixel);
    // Empties the atlas, and doubles its size up to kMaxSide.
    void grow();

    [[nodiscard]] const QImage& image() const { return m_image; }
    // Counts changes of the image: a texture made at another revision is stale.
    [[nodiscard]] std::uint64_t revision() const { return m_revision; }
    [[nodiscard]] double devicePixelRatio() const { return m_devicePixelRatio; }

private:
    struct Key {
        char32_t character;
        QRgb color;
        std::uint8_t style;
        std::uint8_t subpixel;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const noexcept;
    };

    [[nodiscard]] std::optional<AtlasGlyph> place(int width, int height);
    void rasterize(const Key& key, const AtlasGlyph& glyph);

    const TextFaces& m_faces;
    double m_devicePixelRatio;
    QImage m_image;
    std::unordered_map<Key, AtlasGlyph, KeyHash> m_glyphs;
    int m_shelfX = 0;
    int m_shelfY = 0;
    int m_shelfHeight = 0;
    std::uint64_t m_revision = 0;
};

}  // namespace gaplight::ui
