// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/figure/figure_verdict.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/scene/figure/figure_parts.h"

namespace gaplight {
namespace {

constexpr float kIndent = 20;
constexpr float kColumnGap = 18;
constexpr float kFigureVerdictBetween = 36;  // reasons and table
constexpr float kMinReasonsWidth = 300;      // beside the table

constexpr std::size_t kColumns = 5;
using Cells = std::array<std::string, kColumns>;

// Widths of a table's columns and of all of it.
struct TableSize {
    std::array<float, kColumns> columns{};
    float whole = 0;
};

Cells headOf(const CompareFigureTexts& texts) {
    return {texts.measured, "A", "B", "difference", "%"};
}

TableSize sizeOf(const CompareFigureTexts& texts, const TextMeasure& measure) {
    TableSize size;
    const auto widen = [&](const Cells& row, TextStyle style) {
        for (std::size_t at = 0; at < kColumns; ++at) {
            size.columns[at] = std::max(size.columns[at], measure.width(row[at], style));
        }
    };
    widen(headOf(texts), TextStyle::Small);
    for (const Cells& row : texts.deltas) {
        widen(row, TextStyle::Label);
    }
    for (const float width : size.columns) {
        size.whole += width;
    }
    size.whole += kColumnGap * (kColumns - 1);
    return size;
}

void addRow(FigurePage& page, const TableSize& size, const Cells& row, TextStyle style,
            Role color) {
    float x = page.left;
    for (std::size_t at = 0; at < kColumns; ++at) {
        const float indent = at == 0 ? 0 : size.columns[at] - page.measure.width(row[at], style);
        if (!row[at].empty()) {
            page.addText(row[at], x + indent, page.y + FigurePage::kLine - 4, style, color);
        }
        x += size.columns[at] + kColumnGap;
    }
    page.y += FigurePage::kLine;
}

void addTable(FigurePage& page, const CompareFigureTexts& texts, const TableSize& size) {
    addRow(page, size, headOf(texts), TextStyle::Small, Role::SecondaryText);
    page.addRect({page.left, page.y, size.whole, 1}, Role::Grid);
    page.y += 2;
    for (const Cells& row : texts.deltas) {
        addRow(page, size, row, TextStyle::Label, Role::Text);
    }
}

void addWhy(FigurePage& page, const CompareFigureTexts& texts) {
    drawFigureStatus(page, page.left, page.y + 3, texts.outcome);
    page.addParagraph(texts.verdict, page.left + kIndent, TextStyle::Bold, Role::Text,
                      FigurePage::kLine);
    page.y += 2;
    for (const std::string& why : texts.why) {
        page.addText("·", page.left + kIndent, page.y + FigurePage::kLine - 4, TextStyle::Label,
                     Role::SecondaryText);
        page.addParagraph(why, page.left + kIndent + 10, TextStyle::Label, Role::SecondaryText,
                          FigurePage::kLine);
    }
    for (const std::string& remark : texts.remarks) {
        page.addText("!", page.left + kIndent, page.y + FigurePage::kLine - 4, TextStyle::Bold,
                     Role::Text);
        page.addParagraph(remark, page.left + kIndent + 10, TextStyle::Label, Role::Text,
                          FigurePage::kLine);
    }
}

}  // namespace

void drawFigureVerdict(FigurePage& page, const CompareFigureTexts& texts) {
    const TableSize size = sizeOf(texts, page.measure);
    const bool fitsBeside = !texts.deltas.empty() &&
                            page.width() - size.whole - kFigureVerdictBetween >= kMinReasonsWidth;
    FigurePage why{page.list, page.measure, page.left,
                   page.right - (fitsBeside ? size.whole + kFigureVerdictBetween : 0), page.y};
    if (!texts.verdict.empty()) {
        addWhy(why, texts);
    }
    if (!texts.deltas.empty()) {
        FigurePage table{page.list, page.measure, page.left, page.right, page.y};
        table.left = fitsBeside ? page.right - size.whole : page.left;
        table.y = fitsBeside ? page.y : why.y + FigurePage::kSpace;
        addTable(table, texts, size);
        why.y = std::max(why.y, table.y);
    }
    page.y = why.y > page.y ? why.y + FigurePage::kSpace : page.y;
}

}  // namespace gaplight
