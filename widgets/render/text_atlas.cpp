// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/render/text_atlas.h"

#include <algorithm>
#include <cmath>

#include <QFontMetricsF>
#include <QPainter>

namespace gaplight::ui {
namespace {

// A changed page is uploaded whole, so it is small; glyphs grow with the pixel ratio.
constexpr int kSide = 512;
constexpr int kDenseSide = 1024;
constexpr double kDenseRatio = 1.5;
constexpr int kMargin = 1;  // around the ink, for antialiasing

QImage emptyImage(int side) {
    QImage image(side, side, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    return image;
}

QString textOf(char32_t character) {
    return QString::fromUcs4(&character, 1);
}

}  // namespace

std::size_t TextAtlas::KeyHash::operator()(const Key& key) const noexcept {
    const std::uint64_t packed = (std::uint64_t{key.color} << 32U) ^
                                 (std::uint64_t{key.character} << 5U) ^
                                 (std::uint64_t{key.style} << 2U) ^ key.subpixel;
    return static_cast<std::size_t>((packed ^ (packed >> 29U)) * 0x9E3779B97F4A7C15ULL);
}

TextAtlas::TextAtlas(const TextFaces& faces, double devicePixelRatio)
    : m_faces(faces),
      m_devicePixelRatio(devicePixelRatio),
      m_side(devicePixelRatio > kDenseRatio ? kDenseSide : kSide) {
    m_pages.push_back({emptyImage(m_side)});
}

const AtlasGlyph* TextAtlas::glyph(char32_t character, TextStyle style, QRgb color, int subpixel) {
    const Key key{character, color, static_cast<std::uint8_t>(style),
                  static_cast<std::uint8_t>(subpixel)};
    if (const auto known = m_glyphs.find(key); known != m_glyphs.end()) {
        return &known->second;
    }
    if (m_full) {
        return nullptr;
    }
    const QFontMetricsF metrics(m_faces.font(style));
    const QRectF ink = metrics.tightBoundingRect(textOf(character));
    const auto scaled = [this](double value) { return value * m_devicePixelRatio; };
    const int left = static_cast<int>(std::floor(scaled(ink.left()))) - kMargin;
    const int top = static_cast<int>(std::floor(scaled(ink.top()))) - kMargin;
    const int right = static_cast<int>(std::ceil(scaled(ink.right()))) + kMargin + 1;
    const int bottom = static_cast<int>(std::ceil(scaled(ink.bottom()))) + kMargin;
    const int width = right - left;
    const int height = bottom - top;
    if (ink.isEmpty() || std::max(width, height) > m_side) {
        return &m_glyphs.emplace(key, AtlasGlyph{}).first->second;
    }
    std::optional<AtlasGlyph> placed = place(width, height);
    if (!placed) {
        m_full = true;
        return nullptr;
    }
    placed->left = static_cast<std::int16_t>(left);
    placed->top = static_cast<std::int16_t>(top);
    rasterize(key, *placed);
    ++m_pages.back().revision;
    return &m_glyphs.emplace(key, *placed).first->second;
}

bool TextAtlas::extend() {
    if (m_maxPages == kMaxPages) {
        return false;
    }
    m_maxPages += kPages;
    m_full = false;
    return true;
}

std::optional<AtlasGlyph> TextAtlas::place(int width, int height) {
    if (m_shelfX + width > m_side) {
        m_shelfX = 0;
        m_shelfY += m_shelfHeight;
        m_shelfHeight = 0;
    }
    if (m_shelfY + height > m_side) {
        if (m_pages.size() == m_maxPages) {
            return std::nullopt;
        }
        m_pages.push_back({emptyImage(m_side)});
        m_shelfX = m_shelfY = m_shelfHeight = 0;
    }
    AtlasGlyph glyph;
    glyph.x = static_cast<std::uint16_t>(m_shelfX);
    glyph.y = static_cast<std::uint16_t>(m_shelfY);
    glyph.width = static_cast<std::uint16_t>(width);
    glyph.height = static_cast<std::uint16_t>(height);
    glyph.page = static_cast<std::uint16_t>(m_pages.size() - 1);
    m_shelfX += width;
    m_shelfHeight = std::max(m_shelfHeight, height);
    return glyph;
}

void TextAtlas::rasterize(const Key& key, const AtlasGlyph& glyph) {
    const auto style = static_cast<TextStyle>(key.style);
    QPainter painter(&m_pages[glyph.page].image);
    painter.setClipRect(QRect(glyph.x, glyph.y, glyph.width, glyph.height));
    painter.translate(glyph.x - glyph.left + static_cast<double>(key.subpixel) / kSubpixels,
                      glyph.y - glyph.top);
    painter.scale(m_devicePixelRatio, m_devicePixelRatio);
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.setPen(QColor::fromRgba(key.color));
    painter.setFont(m_faces.font(style));
    painter.drawText(QPointF(0, 0), textOf(key.character));
}

}  // namespace gaplight::ui
