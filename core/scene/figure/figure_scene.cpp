// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/figure/figure_scene.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/scene/figure/figure_page.h"
#include "core/scene/figure/figure_parts.h"
#include "core/scene/interaction/hit_test.h"
#include "core/scene/timeline/track_scenes.h"

namespace gaplight {
namespace {

constexpr float kMinNamesWidth = 110;
constexpr float kNamesPadding = 48;  // indent, and air at the right
constexpr float kDetailGap = 10;
constexpr float kMinHoverWidth = 2;
constexpr float kWideGap = 100;          // labeled inside, not above
constexpr float kFigureTimelineAir = 3;  // between a callout's line and a text

// Rows of every lane so that the tracks are `excess` pixels lower: the deepest lose most. Empty
// where no rows are left to cut.
std::vector<std::uint16_t> rowsWithout(const TrackLayout& layout, double excess) {
    std::vector<std::uint16_t> rows;
    for (const Lane& lane : layout.lanes()) {
        rows.push_back(lane.kind == LaneKind::Slices ? lane.visibleRows : std::uint16_t{1});
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

bool standsAt(const TextItem& text, float x) {
    return text.x - kFigureTimelineAir < x && x < text.x + text.width + kFigureTimelineAir;
}

}  // namespace

float figureNamesWidth(const FigureSubject& subject, float width, const TextMeasure& measure) {
    float widest = 0;
    for (const Lane& lane : subject.layout.lanes()) {
        const bool isHeader = lane.kind == LaneKind::GroupHeader;
        const TextStyle style = isHeader ? TextStyle::Bold : TextStyle::Label;
        const float detail =
            lane.detail.empty() ? 0 : measure.width(lane.detail, TextStyle::Small) + kDetailGap;
        widest = std::max(widest, measure.width(lane.title, style) + detail);
    }
    const float most = std::min<float>(Viewport::kNamesWidth, width / 4);
    return std::round(std::clamp(widest + kNamesPadding, std::min(kMinNamesWidth, most), most));
}

namespace {

// Nothing in a figure can be clicked: without the link that shows fewer rows of a track again, and
// the number of hidden rows as plain text.
void removeLinks(DisplayList& list) {
    const auto isLink = [](const TextItem& item) {
        return item.color == Role::Accent && item.style == TextStyle::Small &&
               item.layer == Layer::Chrome;
    };
    std::erase_if(list.texts, [&](const TextItem& item) {
        return isLink(item) && list.text(item) == kFewerRows;
    });
    for (TextItem& item : list.texts) {
        item.color = isLink(item) ? ColorRef(Role::SecondaryText) : item.color;
    }
}

}  // namespace

FigureTimeline::FigureTimeline(const FigureSubject& subject, float namesWidth, float width,
                               const TextMeasure& measure)
    : m_subject(subject), m_state(subject.state), m_measure(measure), m_layout(subject.layout) {
    m_state.showsReplay = subject.replay != nullptr;
    m_view.namesWidth = namesWidth;
    m_view.width = width;
    m_view.nsPerPixel =
        std::max(Viewport::kMinNsPerPixel,
                 static_cast<double>(ns(subject.range.length())) / m_view.timeWidth());
    m_view.begin = subject.range.begin;
    rebuild();
}

void FigureTimeline::rebuild() {
    m_view.pinnedHeight = m_layout.pinnedHeight();
    m_view.height = m_view.tracksTop() + static_cast<float>(m_layout.contentHeight());
    buildTimeline(input(), m_measure, m_list);
    removeLinks(m_list);
    if (m_subject.replay != nullptr) {
        addReplay(input(), *m_subject.replay, m_list);
        addReplayStrips(input(), *m_subject.replay, m_measure, m_list);
    }
}

float FigureTimeline::minHeight() const {
    const std::vector<std::uint16_t> fewest(m_layout.lanes().size(), 1);
    return m_view.tracksTop() + static_cast<float>(m_layout.reduced(fewest).contentHeight());
}

void FigureTimeline::lowerTo(float height) {
    const auto rows = rowsWithout(m_layout, static_cast<double>(m_view.height) - height);
    if (!rows.empty()) {
        m_layout = m_layout.reduced(rows);
        rebuild();
    }
}

// Where between two places a line from above to `bottom` crosses the fewest texts; as near to the
// middle as that can be.
float FigureTimeline::clearX(double x0, double x1, float bottom) const {
    constexpr int kTries = 24;      // on each side
    constexpr double kEdge = 0.48;  // of the length, from the middle
    float best = 0;
    auto fewest = m_list.texts.size() + 1;
    for (int at = 0; at <= 2 * kTries; ++at) {
        const int step = at % 2 == 0 ? at / 2 : -(at + 1) / 2;
        const auto x = static_cast<float>(x0 + (x1 - x0) * (0.5 + kEdge * step / kTries));
        const auto crossed = static_cast<std::size_t>(std::count_if(
            m_list.texts.begin(), m_list.texts.end(),
            [&](const TextItem& text) { return text.baselineY < bottom && standsAt(text, x); }));
        if (crossed < fewest) {
            fewest = crossed;
            best = x;
        }
    }
    return best;
}

// In the timeline's own coordinates.
std::optional<CalloutTarget> FigureTimeline::target(std::size_t number) const {
    const FigureCallout& callout = m_subject.callouts[number];
    const TimeRange seen{std::max(callout.range.begin, m_subject.range.begin),
                         std::min(callout.range.end, m_view.end())};
    if (seen.begin > seen.end) {
        return std::nullopt;
    }
    CalloutTarget target;
    target.callout = number;
    target.text = callout.text;
    target.y = Viewport::kRulerHeight;
    const double x0 = m_view.x(seen.begin);
    const double x1 = m_view.x(seen.end);
    if (callout.gpu) {
        const auto pinned = m_layout.pinnedLanes();
        const auto lane = std::find_if(pinned.begin(), pinned.end(), [&](const Lane& candidate) {
            return candidate.kind == LaneKind::Utilization &&
                   m_layout.groups()[candidate.group].gpu == callout.gpu;
        });
        if (lane == pinned.end()) {
            return std::nullopt;
        }
        const float labels = lane->height - TrackLayout::kUtilizationHeight - TrackLayout::kLaneGap;
        target.y += static_cast<float>(lane->y) + (x1 - x0 >= kWideGap ? labels : 2);
    } else if (callout.track.isValid()) {
        const std::size_t lane = m_layout.laneOf(callout.track);
        if (lane == m_layout.lanes().size()) {
            return std::nullopt;
        }
        target.y = m_view.y(m_layout.rowY(lane, callout.row)) + 1;
    }
    target.x = clearX(x0, x1, target.y);
    return target;
}

std::vector<CalloutTarget> FigureTimeline::targets(int first, float left, float top) const {
    std::vector<CalloutTarget> found;
    for (std::size_t callout = 0; callout < m_subject.callouts.size(); ++callout) {
        auto one = target(callout);
        if (!one) {
            continue;
        }
        for (const TextItem& text : m_list.texts) {
            const auto size = static_cast<float>(textPixels(text.style));
            if (text.baselineY < one->y && standsAt(text, one->x)) {
                one->texts.emplace_back(top + text.baselineY - size,
                                        top + text.baselineY + kFigureTimelineAir);
            }
        }
        one->number = first + static_cast<int>(found.size());
        one->x += left;
        one->y += top;
        found.push_back(std::move(*one));
    }
    return found;
}

void FigureTimeline::nameSlices(Figure& figure, std::size_t firstRect) const {
    const Trace& trace = *m_subject.model.trace;
    for (std::size_t at = 0; at < m_list.rects.size(); ++at) {
        const RectItem& rect = m_list.rects[at];
        if (rect.layer != Layer::Slices || rect.color.isRole() || rect.box.width < kMinHoverWidth) {
            continue;
        }
        const Hit hit = hitTest(input(), rect.box.x + rect.box.width / 2, rect.box.y + 4);
        if (hit.slice.isValid()) {
            const TimeRange range = trace.slices().range(hit.slice);
            figure.slices.push_back({static_cast<std::uint32_t>(firstRect + at),
                                     fmt::format("{}\n{}, at {}", validUtf8(trace.name(hit.slice)),
                                                 durationText(range.length()),
                                                 durationText(range.begin - trace.range().begin))});
        }
    }
}

void FigureTimeline::nameTracks(Figure& figure, float left, float top, std::string_view run) const {
    for (const std::uint32_t index : m_layout.visibleLanes()) {
        const Lane& lane = m_layout.lanes()[index];
        if (lane.kind == LaneKind::GroupHeader) {
            continue;
        }
        const Group& group = m_layout.groups()[lane.group];
        std::string name(run);
        appendItem(name, group.title, " · ");
        appendItem(name, lane.title, " · ");
        figure.tracks.push_back(
            {std::move(name),
             {left + m_view.timeLeft(), top + m_view.y(lane.y), m_view.timeWidth(), lane.height}});
    }
}

void FigureTimeline::addTo(Figure& figure, float left, float top, std::string_view run) const {
    const std::size_t firstRect = figure.list.rects.size();
    figure.list.append(m_list, left, top);
    nameSlices(figure, firstRect);
    nameTracks(figure, left, top, run);
    const FigurePage sheet{figure.list, m_measure, left, left + m_view.width, top};
    for (const float y : {top, top + m_view.height}) {
        sheet.addRect({left - 1, y, m_view.width + 2, 1}, Role::Grid);
    }
    for (const float x : {left - 1, sheet.right}) {
        sheet.addRect({x, top, 1, m_view.height}, Role::Grid);
    }
}

namespace {

constexpr float kFigureMargin = FigurePage::kMargin;

// The legend and the texts below the timeline.
DisplayList footOf(const FigureInput& input, double nsPerPixel,
                   std::span<const CalloutTarget> legend, const TextMeasure& measure) {
    DisplayList below;
    below.clear(input.width, 0);
    FigurePage foot{below, measure, kFigureMargin, input.width - kFigureMargin, 0};
    drawFigureKey(foot, {&input.subject, 1}, nsPerPixel);
    drawFigureLegend(foot, input.subject.callouts, legend);
    drawFigureChecklist(foot, input.texts.checklist);
    drawFigureFoot(foot, input.texts);
    below.height = foot.y + kFigureMargin;
    below.clips[0].height = below.height;
    return below;
}

}  // namespace

Error tooLow(float height, float least) {
    return {ErrorCode::BadArgument,
            fmt::format("a figure of {:.0f} px is too low for what it shows: expected at least "
                        "{:.0f}, fewer tracks, or no height at all",
                        height, std::ceil(least))};
}

Result<Figure> buildFigure(const FigureInput& input, const TextMeasure& measure) {
    constexpr float kBelowTracks = 8;
    const FigureSubject& subject = input.subject;
    FigureTimeline timeline(subject, figureNamesWidth(subject, input.width, measure),
                            input.width - 2 * kFigureMargin, measure);
    const float timeLeft = kFigureMargin + timeline.view().timeLeft();
    Figure figure;
    DisplayList& list = figure.list;
    list.clear(input.width, 0);
    list.rects.push_back({{}, Role::Background, 255, Layer::Background});
    FigurePage head{list, measure, kFigureMargin, input.width - kFigureMargin, kFigureMargin};
    drawFigureHead(head, input.texts);
    drawFigureBars(head, input.texts.bars, timeLeft);

    std::vector<CalloutTarget> called = timeline.targets(1, kFigureMargin, 0);
    const bool areTextsPlaced =
        placeCallouts(called, timeLeft, head.right, measure).hasTexts &&
        std::all_of(subject.callouts.begin(), subject.callouts.end(),
                    [](const FigureCallout& callout) { return callout.detail.empty(); });
    const float above = head.y + (called.empty() ? 0 : kCalloutStrip);
    const DisplayList below =
        footOf(input, timeline.view().nsPerPixel,
               areTextsPlaced ? std::span<const CalloutTarget>() : std::span(called), measure);
    const float around = above + kBelowTracks + below.height;
    if (input.height > 0 && input.height < around + timeline.height()) {
        if (input.height < around + timeline.minHeight()) {
            return tl::unexpected<Error>(tooLow(input.height, around + timeline.minHeight()));
        }
        timeline.lowerTo(input.height - around);
    }
    timeline.addTo(figure, kFigureMargin, above, {});
    list.append(below, 0, above + timeline.height() + kBelowTracks);
    called = timeline.targets(1, kFigureMargin, above);
    drawCallouts(head, head.y, called, placeCallouts(called, timeLeft, head.right, measure));
    list.height = std::ceil(std::max(input.height, around + timeline.height()));
    list.clips[0] = {0, 0, input.width, list.height};
    list.rects.front().box = list.clips[0];
    return figure;
}

}  // namespace gaplight
