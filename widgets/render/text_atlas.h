// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include <QColor>
#include <QImage>

#include "widgets/render/text_faces.h"

namespace gaplight::ui {

// The glyph image of a character: its rectangle in a page of the atlas, and its offset (left, top)
// from the pen position. Device pixels.
struct AtlasGlyph {
    std::uint16_t x = 0;
    std::uint16_t y = 0;
    std::uint16_t width = 0;  // 0: nothing to draw (a space)
    std::uint16_t height = 0;
    std::int16_t left = 0;
    std::int16_t top = 0;
    std::uint16_t page = 0;
};

// Glyphs in square images, rasterized by QPainter on first use for each color and quarter of a
// device pixel. Qt 6.4 has no public text node; textures with all colors draw the labels of a layer
// in a few calls. A glyph keeps its place for the life of the atlas: what was laid out stays valid
// while others add glyphs, and a new glyph changes one page alone.
class TextAtlas {
public:
    static constexpr int kSubpixels = 4;
    static constexpr std::size_t kPages = 8;  // some 20,000 glyphs of labels
    static constexpr std::size_t kMaxPages = 64;

    TextAtlas(const TextFaces& faces, double devicePixelRatio);

    // Null: there is no room for it in the atlas, nor for any other new glyph.
    [[nodiscard]] const AtlasGlyph* glyph(char32_t character, TextStyle style, QRgb color,
                                          int subpixel);
    // Room for kPages more. False: it has kMaxPages.
    [[nodiscard]] bool extend();

    std::size_t pageCount() const { return m_pages.size(); }
    // Pixels of a page's side.
    int side() const { return m_side; }
    const QImage& image(std::size_t page) const { return m_pages[page].image; }
    // Whether no glyph will be added to the page.
    bool isFinal(std::size_t page) const { return page + 1 < m_pages.size(); }
    // Frees the image of a page that is final, for which there is a texture.
    void releaseImage(std::size_t page) { m_pages[page].image = QImage(); }
    // Counts changes of the image: a texture made at another revision is stale.
    std::uint64_t revision(std::size_t page) const { return m_pages[page].revision; }
    double devicePixelRatio() const { return m_devicePixelRatio; }

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
    struct Page {
        QImage image;
        std::uint64_t revision = 0;
    };

    [[nodiscard]] std::optional<AtlasGlyph> place(int width, int height);
    void rasterize(const Key& key, const AtlasGlyph& glyph);

    const TextFaces& m_faces;
    double m_devicePixelRatio;
    int m_side;
    std::vector<Page> m_pages;
    std::unordered_map<Key, AtlasGlyph, KeyHash> m_glyphs;
    int m_shelfX = 0;  // of the last page
    int m_shelfY = 0;
    int m_shelfHeight = 0;
    std::size_t m_maxPages = kPages;
    bool m_full = false;
};

}  // namespace gaplight::ui
