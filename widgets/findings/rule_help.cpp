// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/findings/rule_help.h"

#include <QGuiApplication>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextList>

#include "core/detectors/engine/rules.h"
#include "core/report/trace/report.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/findings/finding_list_model.h"

namespace gaplight::ui {
namespace {

constexpr int kHeadingPixels = 14;

// The sheet that shows the page has the title already.
QString withoutTitle(const QString& markdown) {
    return markdown.startsWith(QLatin1String("# ")) ? markdown.section(u'\n', 1) : markdown;
}

// Markdown gives blocks no space around them, and headings sizes that belong on paper.
void layOut(const QTextBlock& block) {
    QTextCursor cursor(block);
    QTextBlockFormat space = block.blockFormat();
    const bool isHeading = space.headingLevel() > 0;
    space.setTopMargin(isHeading ? 14 : 0);
    space.setBottomMargin(block.textList() != nullptr ? 3 : 7);
    space.setLineHeight(120, QTextBlockFormat::ProportionalHeight);
    cursor.setBlockFormat(space);
    if (isHeading) {
        cursor.select(QTextCursor::BlockUnderCursor);
        QTextCharFormat letters;
        letters.setProperty(QTextFormat::FontPixelSize, kHeadingPixels);
        letters.setProperty(QTextFormat::FontSizeAdjustment, 0);
        letters.setFontWeight(QFont::DemiBold);
        cursor.mergeCharFormat(letters);
    }
}

}  // namespace

void RuleHelp::setRule(const QString& rule) {
    if (rule != m_rule) {
        m_rule = rule;
        Q_EMIT changed();
    }
}

const OwnRules* RuleHelp::ownRules() const {
    const auto& shown = m_session.trace();
    return shown ? shown->session().findings.ownRules.get() : nullptr;
}

QString RuleHelp::name() const {
    const bool isRule = findRule(toStdString(m_rule), ownRules()) != nullptr;
    const QString title = toQString(rulePage(toStdString(m_rule))).section(u'\n', 0, 0);
    return isRule || !title.startsWith(QLatin1String("# "))
               ? ruleName(toStdString(m_rule), ownRules())
               : title.mid(2);
}

QString RuleHelp::question() const {
    const RuleFacts* rule = findRule(toStdString(m_rule), ownRules());
    return rule == nullptr ? QString() : toQString(rule->question);
}

QString RuleHelp::pageOf(const QString& rule) const {
    const QString markdown = withoutTitle(toQString(rulePage(toStdString(rule), ownRules())));
    if (markdown.isEmpty()) {
        return {};
    }
    QTextDocument document;
    document.setDefaultFont(QGuiApplication::font());
    document.setMarkdown(markdown, QTextDocument::MarkdownDialectGitHub);
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        layOut(block);
    }
    return document.toHtml();
}

}  // namespace gaplight::ui
