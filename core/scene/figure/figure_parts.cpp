// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/figure/figure_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/base/quantity_text.h"
#include "core/scene/display/elided_text.h"
#include "core/scene/display/idle_look.h"
#include "core/scene/model/overlay_table.h"
#include "core/scene/overlays/overlay_scene.h"

namespace gaplight {
namespace {

constexpr float kTitleLine = 22;
constexpr float kBar = 12;
constexpr float kSwatchWidth = 18;
constexpr float kSwatchHeight = 10;
constexpr float kScaleWidth = 230;  // with its text
constexpr float kWide = 760;        // two columns from this width on

constexpr std::array<std::string_view, static_cast<std::size_t>(OverlayKind::Count_)> kKindLabels{
    "GPU idle",          "host waits for the GPU", "slice of a finding",
    "what the host did", "kernels of one kind",    "interval of a finding"};

void addShare(const FigurePage& page, const Box& box, const FigureShare& share) {
    if (share.isIdle) {
        addIdleTime(page.list, box, share.color, 255, Layer::Chrome, 0);
    } else {
        page.addRect(box, share.color);
        addBusyPattern(page.list, box, share.color, Layer::Chrome, 0);
    }
}

// Swatches with captions in a row, wrapped into lines.
class KeyRow {
public:
    KeyRow(FigurePage& page, float right) : m_page(page), m_x(page.left), m_right(right) {}

    template <class Paint>
    void add(std::string_view text, const Paint& paint) {
        const float width = kSwatchWidth + 6 + m_page.measure.width(text, TextStyle::Small);
        if (m_x > m_page.left && m_x + width > m_right) {
            m_x = m_page.left;
            m_page.y += FigurePage::kLine;
        }
        paint(Box{m_x, m_page.y + 2, kSwatchWidth, kSwatchHeight});
        m_page.addText(text, m_x + kSwatchWidth + 6, m_page.y + 11, TextStyle::Small,
                       Role::SecondaryText);
        m_x += width + 18;
    }

private:
    FigurePage& m_page;
    float m_x;
    float m_right;
};

// The overlay kinds that a figure shows.
using Kinds = std::array<bool, kKindLabels.size()>;
void addKindsInView(const FigureSubject& subject, Kinds& kinds) {
    const OverlaySpan shown = subject.model.overlays->all();
    for (std::size_t at = 0; at < shown.size(); ++at) {
        const Overlay& overlay = subject.model.overlays->place(shown.id(at));
        bool isShown = overlay.range.overlaps(subject.range);
        if (overlay.kind == OverlayKind::IdleGap) {
            isShown = isShown &&
                      std::any_of(subject.layout.groups().begin(), subject.layout.groups().end(),
                                  [&](const Group& group) { return group.gpu == overlay.gpu; });
        } else {
            isShown =
                isShown && subject.layout.laneOf(overlay.track) < subject.layout.lanes().size();
        }
        kinds[static_cast<std::size_t>(overlay.kind)] |= isShown;
    }
}

// 1, 2 or 5 times a power of ten ns, at most `longest`.
std::int64_t roundLength(double longest) {
    std::int64_t best = 1;
    for (std::int64_t decade = 1;
         static_cast<double>(decade) <= longest && decade < 1'000'000'000'000'000; decade *= 10) {
        for (const std::int64_t step : {1, 2, 5}) {
            best = static_cast<double>(step * decade) <= longest ? step * decade : best;
        }
    }
    return best;
}

void addScaleBar(const FigurePage& page, double nsPerPixel) {
    constexpr double kLongest = 140;
    const std::int64_t length = roundLength(kLongest * nsPerPixel);
    const auto width = static_cast<float>(static_cast<double>(length) / nsPerPixel);
    const std::string text = durationText(Duration(length));
    const float textWidth = page.measure.width(text, TextStyle::Small);
    const float x = page.right - width;
    page.addRect({x, page.y + 6, width, 2}, Role::Text);
    page.addRect({x, page.y + 2, 1, 10}, Role::Text);
    page.addRect({page.right - 1, page.y + 2, 1, 10}, Role::Text);
    page.addText(text, x - 8 - textWidth, page.y + 11, TextStyle::Small, Role::Text);
}

// A predicted slice, as addReplay() underlines a recorded one with it.
void addGhostSwatch(const FigurePage& page, const Box& box) {
    constexpr float kLine = 2;
    page.addRect(box, ColorRef::neutralSlice());
    const float y = box.y + box.height - kLine;
    page.addRect({box.x, y - 1, box.width, kLine + 1}, Role::Background);
    page.addRect({box.x, y, box.width, kLine}, Role::Accent);
}

}  // namespace

void drawFigureStatus(const FigurePage& page, float x, float y, FigureStatus status) {
    const auto stroke = [&](Point from, Point to, Role color) {
        page.list.lines.push_back(
            {x + from.x, y + from.y, x + to.x, y + to.y, 2, color, 255, Layer::Chrome});
    };
    switch (status) {
        case FigureStatus::Good:
            stroke({0, 5}, {4, 9}, Role::Healthy);
            stroke({3.3F, 9}, {10, 1}, Role::Healthy);
            return;
        case FigureStatus::Bad:
            stroke({1, 1}, {9, 9}, Role::Unhealthy);
            stroke({1, 9}, {9, 1}, Role::Unhealthy);
            return;
        case FigureStatus::Unknown:
            stroke({1, 5}, {9, 5}, Role::SecondaryText);
    }
}

void drawFigureHead(FigurePage& page, const FigureTexts& texts) {
    const float before = page.y;
    page.addParagraph(texts.title, page.left, TextStyle::Title, Role::Text, kTitleLine);
    page.addParagraph(texts.subtitle, page.left, TextStyle::Label, Role::SecondaryText,
                      FigurePage::kLine);
    page.y += page.y > before ? FigurePage::kSpace : 0;
}

void drawFigureBars(FigurePage& page, std::span<const FigureBar> bars, float left) {
    for (const FigureBar& bar : bars) {
        TextItem title;
        title.x = page.left;
        title.baselineY = page.y + 10;
        title.style = TextStyle::Bold;
        title.color = Role::Text;
        title.layer = Layer::Chrome;
        addElidedText(page.list, page.measure, bar.title, left - page.left - 12, title);
        float x = left;
        for (const FigureShare& share : bar.shares) {
            const auto width = static_cast<float>(share.share) * (page.right - left);
            addShare(page, {x, page.y, std::min(std::max(width, 1.0F), page.right - x), kBar},
                     share);
            x += width;
        }
        page.y += kBar + 5;
        FigurePage beside{page.list, page.measure, left, page.right, page.y};
        KeyRow row(beside, page.right);
        for (const FigureShare& share : bar.shares) {
            row.add(share.text, [&](const Box& box) { addShare(page, box, share); });
        }
        page.y = beside.y + FigurePage::kLine + 4;
    }
    page.y += bars.empty() ? 0 : FigurePage::kSpace - 4;
}

void drawFigureSwatches(FigurePage& page, std::span<const FigureShare> swatches,
                        double nsPerPixel) {
    addScaleBar(page, nsPerPixel);
    KeyRow row(page, page.right - kScaleWidth);
    for (const FigureShare& swatch : swatches) {
        row.add(swatch.text, [&](const Box& box) { addShare(page, box, swatch); });
    }
    page.y += FigurePage::kLine + FigurePage::kSpace;
}

void drawFigureKey(FigurePage& page, std::span<const FigureSubject> subjects, double nsPerPixel) {
    if (nsPerPixel > 0) {
        addScaleBar(page, nsPerPixel);
    }
    Kinds kinds{};
    bool hasGhosts = false;
    bool hasPath = false;
    for (const FigureSubject& subject : subjects) {
        if (subject.state.showOverlays) {
            addKindsInView(subject, kinds);
        }
        hasGhosts |= subject.replay != nullptr && !subject.replay->ghosts.empty();
        hasPath |= subject.replay != nullptr && !subject.replay->path.empty();
    }
    KeyRow row(page, page.right - kScaleWidth);
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        if (kinds[kind]) {
            row.add(kKindLabels[kind], [&](const Box& box) {
                DisplayList swatch;
                buildSwatch(static_cast<OverlayKind>(kind), box.width, box.height, swatch);
                page.list.append(swatch, box.x, box.y);
            });
        }
    }
    if (hasGhosts) {
        row.add("with the changes", [&](const Box& box) { addGhostSwatch(page, box); });
    }
    if (hasPath) {
        row.add("critical path", [&](const Box& box) {
            page.addRect({box.x, box.y + 3, box.width, 3}, Role::Text);
        });
    }
    page.y += FigurePage::kLine + FigurePage::kSpace;
}

void drawFigureLegend(FigurePage& page, std::span<const FigureCallout> callouts,
                      std::span<const CalloutTarget> targets) {
    constexpr float kIndent = 26;
    for (const CalloutTarget& target : targets) {
        const FigureCallout& callout = callouts[target.callout];
        drawBadge(page, page.left + kBadgeRadius, page.y + 9, target.number);
        page.addParagraph(callout.text, page.left + kIndent, TextStyle::Bold, Role::Text,
                          FigurePage::kLine);
        page.addParagraph(callout.detail, page.left + kIndent, TextStyle::Label,
                          Role::SecondaryText, FigurePage::kLine);
        page.y += 6;
    }
    page.y += targets.empty() ? 0 : FigurePage::kSpace - 6;
}

void drawFigureChecklist(FigurePage& page, std::span<const FigureAnswer> answers) {
    const std::size_t columns = page.width() >= kWide ? 2 : 1;
    const std::size_t rows = (answers.size() + columns - 1) / columns;
    const float columnWidth = page.width() / static_cast<float>(columns);
    const float top = page.y;
    for (std::size_t column = 0; column < columns; ++column) {
        FigurePage part{page.list, page.measure,
                        page.left + static_cast<float>(column) * columnWidth, 0, top};
        part.right = part.left + columnWidth - 16;
        for (std::size_t at = column * rows; at < std::min(answers.size(), (column + 1) * rows);
             ++at) {
            drawFigureStatus(part, part.left, part.y + 3, answers[at].status);
            part.addParagraph(answers[at].question, part.left + 20, TextStyle::Bold, Role::Text,
                              FigurePage::kLine);
            part.addParagraph(answers[at].answer, part.left + 20, TextStyle::Label,
                              Role::SecondaryText, FigurePage::kLine);
            part.y += 4;
        }
        page.y = std::max(page.y, part.y);
    }
    page.y += answers.empty() ? 0 : FigurePage::kSpace - 4;
}

void drawFigureFoot(FigurePage& page, const FigureTexts& texts) {
    if (!texts.caption.empty()) {
        page.addParagraph(texts.caption, page.left, TextStyle::Label, Role::Text,
                          FigurePage::kLine);
        page.y += FigurePage::kSpace;
    }
    if (texts.provenance.empty()) {
        page.y -= FigurePage::kSpace;  // nothing follows
    } else {
        page.addRect({page.left, page.y - 4, page.width(), 1}, Role::Grid);
        page.y += 2;
    }
    for (const std::string& line : texts.provenance) {
        page.addParagraph(line, page.left, TextStyle::Small, Role::SecondaryText,
                          FigurePage::kSmallLine);
    }
}

}  // namespace gaplight
