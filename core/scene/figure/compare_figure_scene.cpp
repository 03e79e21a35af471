// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/figure/compare_figure_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "core/scene/display/elided_text.h"
#include "core/scene/figure/figure_page.h"
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

// Draws the verdict with its reasons, and the table of changed measures beside it (below it on
// narrow pages). Starts at page.y and advances it below itself.
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

constexpr float kMargin = FigurePage::kMargin;
constexpr float kStrip = 64;  // in which bands go from one timeline to the other
constexpr float kBelowTracks = 8;

// A comparison's figure while it is made.
class CompareFigureBuilder {
public:
    CompareFigureBuilder(const CompareFigureInput& input, const TextMeasure& measure)
        : m_input(input),
          m_measure(measure),
          m_names(std::max(figureNamesWidth(input.a, input.width, measure),
                           figureNamesWidth(input.b, input.width, measure))),
          m_a(input.a, m_names, input.width - 2 * kMargin, measure),
          m_b(input.b, m_names, input.width - 2 * kMargin, measure) {}

    Result<Figure> build();

private:
    FigurePage page(DisplayList& list, float y) const {
        return {list, m_measure, kMargin, m_input.width - kMargin, y};
    }
    DisplayList foot(std::span<const CalloutTarget> a, std::span<const CalloutTarget> b) const;
    // Heights that together are at most `room`, where that can be.
    void lowerTo(float room);
    void addBands(float top, float stems);
    void addRun(const FigureTimeline& timeline, char letter, const std::string& name, float top);
    void addCallouts(const FigureTimeline& timeline, int first, float top);

    const CompareFigureInput& m_input;
    const TextMeasure& m_measure;
    float m_names;
    FigureTimeline m_a;
    FigureTimeline m_b;
    Figure m_figure;
};

DisplayList CompareFigureBuilder::foot(std::span<const CalloutTarget> a,
                                       std::span<const CalloutTarget> b) const {
    const CompareFigureTexts& texts = m_input.texts;
    DisplayList below;
    below.clear(m_input.width, 0);
    FigurePage foot = page(below, 0);
    const bool isOneScale = m_a.view().nsPerPixel == m_b.view().nsPerPixel;
    const std::array<FigureSubject, 2> subjects{m_input.a, m_input.b};
    drawFigureKey(foot, subjects, isOneScale ? m_a.view().nsPerPixel : 0);
    drawFigureVerdict(foot, texts);
    drawFigureLegend(foot, m_input.a.callouts, a);
    drawFigureLegend(foot, m_input.b.callouts, b);
    drawFigureChecklist(foot, texts.sheet.checklist);
    drawFigureFoot(foot, texts.sheet);
    below.height = foot.y + kMargin;
    below.clips[0].height = below.height;
    return below;
}

void CompareFigureBuilder::lowerTo(float room) {
    const float both = m_a.height() + m_b.height();
    const float a = std::clamp(std::round(room * m_a.height() / both), m_a.minHeight(),
                               std::max(m_a.minHeight(), room - m_b.minHeight()));
    m_a.lowerTo(a);
    m_b.lowerTo(room - m_a.height());
}

// The strip, and below it the bands' way past the callouts of the lower timeline.
void CompareFigureBuilder::addBands(float top, float stems) {
    DisplayList part;
    const float width = m_a.view().width;
    buildMatches({m_input.bands, m_a.view(), m_b.view(), width, kStrip}, m_measure, part);
    m_figure.list.append(part, kMargin, top);
    if (stems > 0) {
        std::vector<MatchBand> straight(m_input.bands.begin(), m_input.bands.end());
        for (MatchBand& band : straight) {
            band.a = band.b;
            band.label.clear();
        }
        buildMatches({straight, m_b.view(), m_b.view(), width, stems}, m_measure, part);
        m_figure.list.append(part, kMargin, top + kStrip);
    }
}

void CompareFigureBuilder::addRun(const FigureTimeline& timeline, char letter,
                                  const std::string& name, float top) {
    timeline.addTo(m_figure, kMargin, top, std::string(1, letter));
    constexpr float kInside = 10;
    constexpr float kBaseline = 17;  // of the ruler's height
    TextItem item;
    item.x = kMargin + kInside;
    item.baselineY = top + kBaseline;
    item.style = TextStyle::Bold;
    item.color = Role::Text;
    item.layer = Layer::Chrome;
    addElidedText(m_figure.list, m_measure, std::string(1, letter) + " · " + name,
                  m_names - kInside - 4, item);
}

void CompareFigureBuilder::addCallouts(const FigureTimeline& timeline, int first, float top) {
    const std::vector<CalloutTarget> called = timeline.targets(first, kMargin, top);
    const FigurePage sheet = page(m_figure.list, 0);
    drawCallouts(sheet, top - kCalloutStrip, called,
                 placeCallouts(called, kMargin + m_names, sheet.right, m_measure));
}

Result<Figure> CompareFigureBuilder::build() {
    DisplayList& list = m_figure.list;
    list.clear(m_input.width, 0);
    list.rects.push_back({{}, Role::Background, 255, Layer::Background});
    FigurePage head = page(list, kMargin);
    drawFigureHead(head, m_input.texts.sheet);
    drawFigureBars(head, m_input.texts.sheet.bars, kMargin + m_names);

    const auto calledA = m_a.targets(1, kMargin, 0);
    const int firstOfB = 1 + static_cast<int>(calledA.size());
    const auto calledB = m_b.targets(firstOfB, kMargin, 0);
    const float above = head.y + (calledA.empty() ? 0 : kCalloutStrip);
    const float stems = calledB.empty() ? 0 : kCalloutStrip;
    const DisplayList below = foot(calledA, calledB);
    const float around = above + kStrip + stems + kBelowTracks + below.height;
    if (m_input.height > 0 && m_input.height < around + m_a.height() + m_b.height()) {
        const float least = around + m_a.minHeight() + m_b.minHeight();
        if (m_input.height < least) {
            return tl::unexpected<Error>(tooLow(m_input.height, least));
        }
        lowerTo(m_input.height - around);
    }
    const float topOfB = above + m_a.height() + kStrip + stems;
    addBands(above + m_a.height(), stems);
    addRun(m_a, 'A', m_input.texts.runA, above);
    addRun(m_b, 'B', m_input.texts.runB, topOfB);
    list.append(below, 0, topOfB + m_b.height() + kBelowTracks);
    addCallouts(m_a, 1, above);
    addCallouts(m_b, firstOfB, topOfB);
    list.height = std::ceil(std::max(m_input.height, around + m_a.height() + m_b.height()));
    list.clips[0] = {0, 0, m_input.width, list.height};
    list.rects.front().box = list.clips[0];
    return std::move(m_figure);
}

}  // namespace

Result<Figure> buildCompareFigure(const CompareFigureInput& input, const TextMeasure& measure) {
    return CompareFigureBuilder(input, measure).build();
}

}  // namespace gaplight
