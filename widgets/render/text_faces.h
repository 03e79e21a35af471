// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <QFont>
#include <QRawFont>
#include <QString>

#include "core/scene/display/display_list.h"

namespace gaplight::ui {

// Fonts of the text styles of display lists, and the advance of each character.
//
// Labels are drawn character by character without kerning or ligatures, so that the width of a text
// is a sum of cached advances, and scene, scene graph and QPainter compute equal positions. One
// thread at a time: the GUI thread, or the render thread while the GUI thread is blocked.
class TextFaces {
public:
    static constexpr std::size_t kStyles = static_cast<std::size_t>(TextStyle::Count_);

    // Inter if it is installed, else DejaVu Sans, else the Inter of the program's resources.
    TextFaces();

    const QFont& font(TextStyle style) const { return face(style).font; }
    // Logical pixels. A table look-up for ASCII, a cached hash look-up otherwise.
    float advance(char32_t character, TextStyle style) const;
    float width(std::string_view utf8, TextStyle style) const;
    // Glyph of the character in this font; 0: the font has none, and another font is used.
    quint32 glyphIndex(char32_t character, TextStyle style) const;
    const QRawFont& rawFont(TextStyle style) const { return face(style).raw; }

    [[nodiscard]] static QString family();

private:
    struct Glyph {
        float advance = 0;
        quint32 index = 0;
    };
    struct Face {
        QFont font;
        QRawFont raw;
        std::array<Glyph, 128> ascii{};
        mutable std::unordered_map<char32_t, Glyph> others;
    };

    static Glyph measure(const Face& face, char32_t character);
    const Face& face(TextStyle style) const { return m_faces[static_cast<std::size_t>(style)]; }
    const Glyph& glyph(char32_t character, TextStyle style) const;

    std::array<Face, kStyles> m_faces;
};

}  // namespace gaplight::ui
