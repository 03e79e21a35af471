// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/query/query_highlight.h"

#include <string>

#include <QTextDocument>

#include "core/query/query_tokens.h"

namespace gaplight::ui {
namespace {

// A line at a time: a text or comment of several lines has its color in the first one alone.
class LineHighlighter : public QSyntaxHighlighter {
public:
    LineHighlighter(const QueryHighlight& look, QTextDocument* document)
        : QSyntaxHighlighter(document), m_look(look) {}

protected:
    void highlightBlock(const QString& line) override {
        const std::string utf8 = line.toStdString();
        for (const QueryToken& token : queryTokens(utf8, true)) {
            const QColor color = token.isComment()            ? m_look.commentColor()
                                 : token.text.front() == '\'' ? m_look.textColor()
                                 : isQueryKeyword(token.text) ? m_look.keywordColor()
                                                              : QColor();
            if (color.isValid()) {
                const auto length = [&](std::size_t bytes) {
                    return static_cast<int>(
                        QString::fromUtf8(utf8.data(), static_cast<qsizetype>(bytes)).size());
                };
                const int from = length(token.offset);
                setFormat(from, length(token.offset + token.text.size()) - from, color);
            }
        }
    }

private:
    const QueryHighlight& m_look;
};

}  // namespace

void QueryHighlight::setDocument(QQuickTextDocument* document) {
    if (document != m_document) {
        delete m_highlighter.data();
        m_document = document;
        if (document != nullptr) {
            m_highlighter = new LineHighlighter(*this, document->textDocument());
        }
        Q_EMIT changed();
    }
}

void QueryHighlight::set(QColor& color, const QColor& to) {
    if (color != to) {
        color = to;
        if (m_highlighter) {
            m_highlighter->rehighlight();
        }
        Q_EMIT changed();
    }
}

}  // namespace gaplight::ui
