// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QObject>
#include <QPointer>
#include <QQmlEngine>
#include <QQuickTextDocument>
#include <QSyntaxHighlighter>

namespace gaplight::ui {

// Colors of a query in a text field: of keywords, texts, comments.
class QueryHighlight : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(QQuickTextDocument* document READ document WRITE setDocument NOTIFY changed)
    Q_PROPERTY(QColor keyword MEMBER m_keyword WRITE setKeyword NOTIFY changed)
    Q_PROPERTY(QColor text MEMBER m_text WRITE setText NOTIFY changed)
    Q_PROPERTY(QColor comment MEMBER m_comment WRITE setComment NOTIFY changed)

public:
    explicit QueryHighlight(QObject* parent = nullptr) : QObject(parent) {}
    ~QueryHighlight() override { delete m_highlighter.data(); }

    QQuickTextDocument* document() const { return m_document; }
    void setDocument(QQuickTextDocument* document);
    void setKeyword(const QColor& color) { set(m_keyword, color); }
    void setText(const QColor& color) { set(m_text, color); }
    void setComment(const QColor& color) { set(m_comment, color); }

    const QColor& keywordColor() const { return m_keyword; }
    const QColor& textColor() const { return m_text; }
    const QColor& commentColor() const { return m_comment; }

Q_SIGNALS:
    void changed();

private:
    void set(QColor& color, const QColor& to);

    QQuickTextDocument* m_document = nullptr;
    QPointer<QSyntaxHighlighter> m_highlighter;  // of the document, which may go first
    QColor m_keyword;
    QColor m_text;
    QColor m_comment;
};

}  // namespace gaplight::ui
