// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/render/text_faces.h"

#include <QFontDatabase>
#include <QFontMetricsF>

#include "widgets/render/utf8_walk.h"

namespace gaplight::ui {

namespace {

// Makes the fonts of the program's resources (resources/fonts) available to it.
QString loadOwnFamily() {
    QFontDatabase::addApplicationFont(QStringLiteral(":/gaplight/fonts/Inter-Bold.otf"));
    const int regular =
        QFontDatabase::addApplicationFont(QStringLiteral(":/gaplight/fonts/Inter-Regular.otf"));
    return QFontDatabase::applicationFontFamilies(regular).value(0);
}

QString chooseFamily() {
    const QStringList installed = QFontDatabase::families();
    for (const QString& wanted : {QStringLiteral("Inter"), QStringLiteral("DejaVu Sans")}) {
        if (installed.contains(wanted)) {
            return wanted;
        }
    }
    return loadOwnFamily();
}

}  // namespace

QString TextFaces::family() {
    // Fonts are loaded once per process; families() copies a list of all fonts.
    static const QString chosen = chooseFamily();
    return chosen;
}

TextFaces::TextFaces() {
    const QString name = family();
    for (std::size_t style = 0; style < kStyles; ++style) {
        Face& made = m_faces[style];
        made.font = QFont(name);
        made.font.setPixelSize(textPixels(static_cast<TextStyle>(style)));
        made.font.setBold(isBold(static_cast<TextStyle>(style)));
        made.font.setHintingPreference(QFont::PreferNoHinting);
        made.font.setKerning(false);
        made.raw = QRawFont::fromFont(made.font);
        for (char32_t character = 0; character < made.ascii.size(); ++character) {
            made.ascii[character] = measure(made, character);
        }
    }
}

TextFaces::Glyph TextFaces::measure(const Face& face, char32_t character) {
    const QString text = QString::fromUcs4(&character, 1);
    const QList<quint32> indexes = face.raw.glyphIndexesForString(text);
    if (indexes.size() == 1 && indexes.front() != 0) {
        const QList<QPointF> advances =
            face.raw.advancesForGlyphIndexes(indexes, QRawFont::UseDesignMetrics);
        return {static_cast<float>(advances.front().x()), indexes.front()};
    }
    return {static_cast<float>(QFontMetricsF(face.font).horizontalAdvance(text)), 0};
}

const TextFaces::Glyph& TextFaces::glyph(char32_t character, TextStyle style) const {
    const Face& used = face(style);
    if (character < used.ascii.size()) {
        return used.ascii[character];
    }
    const auto known = used.others.find(character);
    return known != used.others.end()
               ? known->second
               : used.others.emplace(character, measure(used, character)).first->second;
}

float TextFaces::advance(char32_t character, TextStyle style) const {
    return glyph(character, style).advance;
}

quint32 TextFaces::glyphIndex(char32_t character, TextStyle style) const {
    return glyph(character, style).index;
}

float TextFaces::width(std::string_view utf8, TextStyle style) const {
    float sum = 0;
    walkUtf8(utf8, [&](char32_t character) { sum += advance(character, style); });
    return sum;
}

}  // namespace gaplight::ui
