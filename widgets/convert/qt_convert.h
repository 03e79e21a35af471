// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include <QColor>
#include <QRectF>
#include <QString>

#include "core/base/printable_text.h"
#include "core/scene/display/display_list.h"
#include "core/scene/display/theme.h"

// The only place where types of the core become types of Qt.
namespace gaplight::ui {

// Bidirectional marks become U+FFFD, so that a label shows the order of the characters.
[[nodiscard]] inline QString withoutBidiMarks(QString text) {
    for (qsizetype at = 0; at < text.size(); ++at) {
        if (isBidiMark(text.at(at).unicode())) {
            text[at] = QChar::ReplacementCharacter;
        }
    }
    return text;
}
// A text to be shown. Bytes that are no UTF-8 and bidirectional marks become U+FFFD.
[[nodiscard]] inline QString toQString(std::string_view utf8) {
    return withoutBidiMarks(QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())));
}
[[nodiscard]] inline std::string toStdString(const QString& text) {
    return text.toStdString();
}
[[nodiscard]] inline QColor toQColor(Rgba color, std::uint8_t alpha = 255) {
    return {color.red, color.green, color.blue, color.alpha * alpha / 255};
}
[[nodiscard]] inline QRectF toQRectF(const Box& box) {
    return {box.x, box.y, box.width, box.height};
}

}  // namespace gaplight::ui
