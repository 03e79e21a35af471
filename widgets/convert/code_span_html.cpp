// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/convert/code_span_html.h"

#include "core/report/text/code_spans.h"
#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {

QString codeSpansHtml(std::string_view text) {
    QString html;
    for (const TextRun& run : codeSpans(text)) {
        const QString escaped = unbroken(toQString(run.text).toHtmlEscaped());
        html += run.code ? QStringLiteral("<code>%1</code>").arg(escaped) : escaped;
    }
    return html;
}

QString unbroken(QString text) {
    constexpr QChar kThinSpace(u'\u2009');
    constexpr QChar kNarrowNoBreakSpace(u'\u202f');
    return text.replace(kThinSpace, kNarrowNoBreakSpace);
}

QString withoutCodeSpans(std::string_view text) {
    QString plain;
    for (const TextRun& run : codeSpans(text)) {
        plain += toQString(run.text);
    }
    return plain;
}

}  // namespace gaplight::ui
