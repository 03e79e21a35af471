// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/figure_scene.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/base/duration_text.h"
#include "core/base/utf8.h"
#include "core/scene/figure_callouts.h"
#include "core/scene/figure_parts.h"
#include "core/scene/hit_test.h"

namespace gaplight {
namespace {

constexpr float kNarrowestNames = 110;
constexpr float kNamesPadding = 48;  // indent, and air at the right
constexpr float kDetailGap = 10;
constexpr float kNarrowestHover = 2;
constexpr float kWideGap = 100;  // labelled inside, not above

float namesWidth(const FigureInput& input, const TextMeasure& measure) {
    float widest = 0;
    for (const Band& band : input.layout.bands()) {
        const bool isHeader = band.kind == BandKind::GroupHeader;
        const TextStyle style = isHeader ? TextStyle::Bold : TextStyle::Label;
        const float detail =
            band.detail.empty() ? 0 : measure.width(band.detail, TextStyle::Small) + kDetailGap;
        widest = std::max(widest, measure.width(band.title, style) + detail);
    }
    const float most = std::min<float>(Viewport::kNamesWidth, input.width / 4);
    return std::round(std::clamp(widest + kNamesPadding, std::min(kNarrowestNames, most), most));
}

// Rows of every band so that the tracks are `excess` pixels lower: the deepest lose most. Empty
// where no rows are left to cut.
std::vector<std::uint16_t> rowsWithout(const TrackLayout& layout, double excess) {
    std::vector<std::uint16_t> rows;
    for (const Band& band : layout.bands()) {
        rows.push_back(band.kind == BandKind::Slices ? band.visibleRows : std::uint16_t{1});
    }
    for (; excess > 0; excess -= TrackLayout::kRowPitch) {
        const auto deepest = std::max_element(rows.begin(), rows.end());
        if (deepest == rows.end() || *deepest <= 1) {
            return {};
        }
        --*deepest;
    }
    return rows;
}

// A figure's timeline with what stands around it.
class FigureBuilder {
public:
    FigureBuilder(const FigureInput& input, const TextMeasure& measure)
        : m_input(input), m_measure(measure), m_layout(input.layout) {}

    Result<Figure> build();

private:
    [[nodiscard]] FigurePage page(DisplayList& list) const {
        return {list, m_measure, FigurePage::kMargin, m_input.width - FigurePage::kMargin, 0};
    }
    [[nodiscard]] TimelineInput timelineInput() const {
        return {m_input.model, m_layout, m_view, m_input.state};
    }
    void setView();
    [[nodiscard]] float clearX(double x0, double x1, float bottom) const;
    [[nodiscard]] std::optional<CalloutTarget> target(std::size_t mark) const;
    [[nodiscard]] std::vector<CalloutTarget> targets() const;
    Result<void> fit(float above, float below);
    void addTimeline(float top);
    void nameSlices(std::size_t firstRect);
    void nameTracks(float top);

    const FigureInput& m_input;
    const TextMeasure& m_measure;
    TrackLayout m_layout;
    Viewport m_view;
    DisplayList m_timeline;  // of m_view
    Figure m_figure;
};

void FigureBuilder::setView() {
    m_view.namesWidth = namesWidth(m_input, m_measure);
    m_view.width = m_input.width - 2 * FigurePage::kMargin;
    m_view.pinnedHeight = m_layout.pinnedHeight();
    m_view.height = m_view.tracksTop() + static_cast<float>(m_layout.contentHeight());
    m_view.nsPerPixel =
        std::max(Viewport::kMinNsPerPixel,
                 static_cast<double>(ns(m_input.range.length())) / m_view.timeWidth());
    m_view.begin = m_input.range.begin;
    buildTimeline(timelineInput(), m_measure, m_timeline);
}

// Where between two places a line from above to `bottom` crosses the fewest texts; the middle where
// it does not matter.
float FigureBuilder::clearX(double x0, double x1, float bottom) const {
    constexpr float kAir = 3;
    constexpr std::array kShares{0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9, 0.02, 0.98};
    float best = 0;
    auto fewest = m_timeline.texts.size() + 1;
    for (const double share : kShares) {
        const auto x = static_cast<float>(x0 + (x1 - x0) * share);
        const auto crossed = static_cast<std::size_t>(std::count_if(
            m_timeline.texts.begin(), m_timeline.texts.end(), [&](const TextItem& text) {
                return text.baselineY < bottom && text.x - kAir < x &&
                       x < text.x + text.width + kAir;
            }));
        if (crossed < fewest) {
            fewest = crossed;
            best = x;
        }
    }
    return best;
}

// In the timeline's own coordinates.
std::optional<CalloutTarget> FigureBuilder::target(std::size_t number) const {
    const FigureMark& mark = m_input.words.marks[number];
    const TimeRange seen{std::max(mark.range.begin, m_input.range.begin),
                         std::min(mark.range.end, m_view.end())};
    if (seen.begin > seen.end) {
        return std::nullopt;
    }
    CalloutTarget target{number, 0, 0, 0, mark.text};
    const double x0 = m_view.x(seen.begin);
    const double x1 = m_view.x(seen.end);
    target.x = static_cast<float>((x0 + x1) / 2);
    target.y = Viewport::kRulerHeight;
    if (mark.device) {
        const auto pinned = m_layout.pinnedBands();
        const auto band = std::find_if(pinned.begin(), pinned.end(), [&](const Band& candidate) {
            return m_layout.groups()[candidate.group].device == mark.device;
        });
        if (band == pinned.end()) {
            return std::nullopt;
        }
        const float labels = band->height - TrackLayout::kUtilisationHeight - TrackLayout::kBandGap;
        target.y = Viewport::kRulerHeight + static_cast<float>(band->y) +
                   (x1 - x0 >= kWideGap ? labels : 2);
        return target;
    }
    if (!mark.track.isValid()) {
        return target;
    }
    const std::size_t band = m_layout.bandOf(mark.track);
    if (band == m_layout.bands().size()) {
        return std::nullopt;
    }
    target.y = m_view.y(m_layout.rowY(band, mark.row)) + 1;
    target.x = clearX(x0, x1, target.y);
    return target;
}

std::vector<CalloutTarget> FigureBuilder::targets() const {
    std::vector<CalloutTarget> found;
    for (std::size_t mark = 0; mark < m_input.words.marks.size(); ++mark) {
        if (auto one = target(mark)) {
            found.push_back(std::move(*one));
            found.back().number = static_cast<int>(found.size());
        }
    }
    return found;
}

// Cuts rows until a figure of a given height holds everything.
Result<void> FigureBuilder::fit(float above, float below) {
    const float room = m_input.height - above - below;
    const float excess = m_input.height > 0 ? m_view.height - room : 0;
    if (excess <= 0) {
        return {};
    }
    const auto rows = rowsWithout(m_layout, excess);
    if (rows.empty()) {
        const auto all = rowsWithout(m_layout, 0);
        const std::vector<std::uint16_t> fewest(all.size(), 1);
        const double least =
            above + below + m_view.tracksTop() + m_layout.reduced(fewest).contentHeight();
        return fail(ErrorCode::BadArgument,
                    fmt::format("a figure of {:.0f} px is too low for what it shows: expected at "
                                "least {:.0f}, fewer tracks, or no height at all",
                                m_input.height, std::ceil(least)));
    }
    m_layout = m_layout.reduced(rows);
    setView();
    return {};
}

void FigureBuilder::nameSlices(std::size_t firstRect) {
    const Trace& trace = *m_input.model.trace;
    const TimelineInput input = timelineInput();
    for (std::size_t at = 0; at < m_timeline.rects.size(); ++at) {
        const RectItem& rect = m_timeline.rects[at];
        if (rect.layer != Layer::Slices || rect.color.isRole() ||
            rect.box.width < kNarrowestHover) {
            continue;
        }
        const Hit hit = hitTest(input, rect.box.x + rect.box.width / 2, rect.box.y + 4);
        if (hit.slice.isValid()) {
            const TimeRange range = trace.slices().range(hit.slice);
            m_figure.slices.push_back(
                {static_cast<std::uint32_t>(firstRect + at),
                 fmt::format("{}\n{}, at {}", validUtf8(trace.name(hit.slice)),
                             durationText(range.length()),
                             durationText(range.begin - trace.range().begin))});
        }
    }
}

void FigureBuilder::nameTracks(float top) {
    for (const std::uint32_t index : m_layout.visibleBands()) {
        const Band& band = m_layout.bands()[index];
        if (band.kind == BandKind::GroupHeader) {
            continue;
        }
        const Group& group = m_layout.groups()[band.group];
        m_figure.tracks.push_back({group.title + " · " + band.title,
                                   {FigurePage::kMargin + m_view.timeLeft(), top + m_view.y(band.y),
                                    m_view.timeWidth(), band.height}});
    }
}

void FigureBuilder::addTimeline(float top) {
    const std::size_t firstRect = m_figure.list.rects.size();
    m_figure.list.append(m_timeline, FigurePage::kMargin, top);
    nameSlices(firstRect);
    nameTracks(top);
    const float right = FigurePage::kMargin + m_view.width;
    const FigurePage sheet = page(m_figure.list);
    for (const float y : {top, top + m_view.height}) {
        sheet.addRect({FigurePage::kMargin - 1, y, m_view.width + 2, 1}, Role::Grid);
    }
    for (const float x : {FigurePage::kMargin - 1, right}) {
        sheet.addRect({x, top, 1, m_view.height}, Role::Grid);
    }
}

Result<Figure> FigureBuilder::build() {
    setView();
    m_figure.list.clear(m_input.width, 0);
    m_figure.list.rects.push_back({{}, Role::Background, 255, Layer::Background});
    FigurePage head = page(m_figure.list);
    head.y = FigurePage::kMargin;
    drawFigureHead(head, m_input.words);
    drawFigureBars(head, m_input.words.bars, FigurePage::kMargin + m_view.timeLeft());

    std::vector<CalloutTarget> called = targets();
    const CalloutPlacing placing =
        placeCallouts(called, m_view.timeLeft(), m_view.width, m_measure);
    const bool isTold =
        placing.hasTexts && std::all_of(m_input.words.marks.begin(), m_input.words.marks.end(),
                                        [](const FigureMark& mark) { return mark.detail.empty(); });
    const float above = head.y + (called.empty() ? 0 : kCalloutStrip);

    DisplayList below;
    below.clear(m_input.width, 0);
    FigurePage foot = page(below);
    drawFigureKey(foot, m_input, m_view.nsPerPixel);
    drawFigureLegend(foot, m_input.words.marks, isTold ? std::span<CalloutTarget>() : called);
    drawFigureChecklist(foot, m_input.words.checklist);
    drawFigureFoot(foot, m_input.words);
    below.height = foot.y + FigurePage::kMargin;
    below.clips[0].height = below.height;

    constexpr float kBelowTracks = 8;
    const Result<void> fitted = fit(above, below.height + kBelowTracks);
    if (!fitted) {
        return tl::unexpected<Error>(fitted.error());
    }
    addTimeline(above);
    const float end = above + m_view.height + kBelowTracks;
    const float height = std::ceil(std::max(m_input.height, end + below.height));
    m_figure.list.append(below, 0, end);
    const FigurePage sheet = page(m_figure.list);
    called = targets();
    for (CalloutTarget& one : called) {
        one.x += FigurePage::kMargin;
        one.y += above;
    }
    drawCallouts(sheet, head.y, called,
                 placeCallouts(called, FigurePage::kMargin + m_view.timeLeft(),
                               m_input.width - FigurePage::kMargin, m_measure));
    m_figure.list.height = height;
    m_figure.list.clips[0] = {0, 0, m_input.width, height};
    m_figure.list.rects.front().box = m_figure.list.clips[0];
    return std::move(m_figure);
}

}  // namespace

Result<Figure> buildFigure(const FigureInput& input, const TextMeasure& measure) {
    return FigureBuilder(input, measure).build();
}

}  // namespace gaplight
