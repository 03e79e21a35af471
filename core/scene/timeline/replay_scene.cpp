// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/timeline/replay_scene.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/parallel.h"
#include "core/scene/display/elided_text.h"
#include "core/scene/timeline/track_scenes.h"

namespace gaplight {

RowIntervals RowIntervals::build(std::vector<RowInterval> intervals) {
    const auto key = [](const RowInterval& one) {
        return std::tuple(one.track, one.row, one.range.begin, one.range.end);
    };
    parallelSort(intervals.begin(), intervals.end(),
                 [&](const RowInterval& a, const RowInterval& b) { return key(a) < key(b); });
    RowIntervals built;
    built.m_ranges.reserve(intervals.size());
    for (const RowInterval& one : intervals) {
        TimeRange range = one.range;
        const bool isSameRow = !built.m_rows.empty() && built.m_rows.back().track == one.track &&
                               built.m_rows.back().row == one.row;
        if (isSameRow) {
            range.begin = std::max(range.begin, built.m_ranges.back().end);
        }
        if (range.begin >= range.end) {
            continue;
        }
        if (!isSameRow) {
            built.m_rows.push_back(
                {one.track, one.row, static_cast<std::uint32_t>(built.m_ranges.size()), 0});
        }
        built.m_ranges.push_back(range);
        ++built.m_rows.back().count;
    }
    return built;
}

std::span<const RowIntervals::Row> RowIntervals::rows(TrackId track) const {
    const auto first = std::partition_point(m_rows.begin(), m_rows.end(),
                                            [track](const Row& row) { return row.track < track; });
    const auto last = std::partition_point(first, m_rows.end(),
                                           [track](const Row& row) { return row.track == track; });
    return {first, last};
}

namespace {

constexpr float kPredictionHeight = 2;  // px, below the name of the recorded slice
constexpr float kReplayLine = 1;
constexpr float kMinPredictionWidth = 3;  // px, below which the critical path joins slices
// Narrower predicted slices are left to the strip, which shows when the GPU would work: on the
// rows they would be slivers over recorded ones.
constexpr float kMinGhostWidth = 12;
constexpr float kPathHeight = 3;
constexpr double kBeyond = 8;  // pixels that a box may extend outside the view

// Draws on the rows between the viewport's tracksTop() and `bottom`.
class ReplayPainter {
public:
    ReplayPainter(const TimelineInput& input, float bottom, DisplayList& list)
        : m_input(input),
          m_list(list),
          m_left(input.viewport.timeLeft()),
          m_right(std::max(input.viewport.width, m_left + 1)),
          m_top(input.viewport.tracksTop()),
          m_bottom(std::max(bottom, m_top)),
          m_ratio(std::max(1.0, static_cast<double>(input.state.pixelRatio))),
          m_clip(list.addClip({m_left, m_top, m_right - m_left, m_bottom - m_top})) {}

    // `lanes` are sorted by y; those below the view are skipped.
    void draw(const ReplayIntervals& intervals, std::span<const std::uint32_t> lanes) {
        for (const std::uint32_t index : lanes) {
            const Lane& lane = m_input.layout.lanes()[index];
            if (m_input.viewport.y(lane.y) >= m_bottom) {
                return;
            }
            if (lane.kind == LaneKind::Slices) {
                drawRows(index, lane, intervals.ghosts, false);
                drawRows(index, lane, intervals.path, true);
            }
        }
    }

private:
    void drawRows(std::size_t index, const Lane& lane, const RowIntervals& intervals, bool isPath) {
        for (const RowIntervals::Row& row : intervals.rows(lane.track)) {
            if (!lane.showsRow(row.row)) {
                continue;
            }
            const float y = snapped(m_input.viewport.y(m_input.layout.rowY(index, row.row)));
            if (y + TrackLayout::kRowHeight > m_top && y < m_bottom) {
                drawRow(intervals.ranges(row), y, isPath);
            }
        }
    }

    // Draws wide intervals alone and joins narrow ones that touch. Each iteration advances by at
    // least half a pixel.
    void drawRow(std::span<const TimeRange> ranges, float y, bool isPath) {
        const auto endsBefore = [](const TimeRange& range, Time time) { return range.end <= time; };
        const TimeRange view = m_input.viewport.range();
        auto at = std::lower_bound(ranges.begin(), ranges.end(), view.begin, endsBefore);
        while (at != ranges.end() && at->begin < view.end) {
            const double x0 = device(at->begin);
            double x1 = end(*at);
            bool isCrowd = isNarrow(*at);
            const bool isJoined = isCrowd;
            ++at;
            while (isCrowd && at != ranges.end() && at->begin < view.end &&
                   device(at->begin) <= x1 + 1) {
                isCrowd = isNarrow(*at);
                if (isCrowd) {
                    x1 = std::max(x1, end(*at));
                    // Beyond all that would end on the same pixel.
                    const Time painted = m_input.viewport.timeAt(m_left + (x1 + 0.5) / m_ratio);
                    at = std::max(at + 1, std::lower_bound(at, ranges.end(), painted, endsBefore));
                }
            }
            const Box box{viewX(x0), y, viewX(x1) - viewX(x0), TrackLayout::kRowHeight};
            if (isPath) {
                paintPath(box);
            } else if (!isJoined && box.width >= kMinGhostWidth) {
                paintGhost(box);
            }
        }
    }

    // Whole device pixels right of the tracks' left edge, clamped to kBeyond outside the view.
    double device(Time time) const {
        const double pixels = (m_input.viewport.x(time) - m_left) * m_ratio;
        return std::round(std::clamp(pixels, -kBeyond, (m_right - m_left) * m_ratio + kBeyond));
    }
    double end(const TimeRange& range) const {
        return std::max(device(range.end), device(range.begin) + 1);
    }
    bool isNarrow(const TimeRange& range) const {
        return end(range) - device(range.begin) < kMinPredictionWidth * m_ratio;
    }
    float viewX(double devicePixel) const {
        return m_left + static_cast<float>(devicePixel / m_ratio);
    }
    float snapped(float y) const { return static_cast<float>(std::round(y * m_ratio) / m_ratio); }

    void add(Box box, Role role, std::uint8_t alpha) {
        m_list.rects.push_back({box, role, alpha, Layer::Overlays, m_clip});
    }

    void paintGhost(Box row) {
        const float y = row.y + row.height - kPredictionHeight;
        add({row.x, y - kReplayLine, row.width, kPredictionHeight + kReplayLine}, Role::Background,
            255);
        add({row.x, y, row.width, kPredictionHeight}, Role::Accent, 255);
    }

    void paintPath(Box row) {
        add({row.x, row.y, row.width, kPathHeight + kReplayLine}, Role::Background, 255);
        add({row.x, row.y, row.width, kPathHeight}, Role::Text, 255);
    }

    const TimelineInput& m_input;
    DisplayList& m_list;
    float m_left;
    float m_right;
    float m_top;
    float m_bottom;
    double m_ratio;  // device pixels per logical one
    ClipIndex m_clip;
};

}  // namespace

void addReplay(const TimelineInput& input, const ReplayIntervals& intervals, DisplayList& list) {
    const TrackLayout& layout = input.layout;
    const auto visible = layout.visibleLanes();
    const std::size_t first = std::min(layout.visibleAt(input.viewport.scrollY), visible.size());
    ReplayPainter(input, input.viewport.height, list).draw(intervals, visible.subspan(first));
    if (layout.pinnedTracks().empty()) {
        return;
    }
    Viewport pinnedView = input.viewport;
    pinnedView.scrollY = 0;
    pinnedView.pinnedHeight = layout.stripsHeight();
    const TimelineInput pinned{input.model, layout, pinnedView, input.state};
    ReplayPainter(pinned, input.viewport.tracksTop(), list).draw(intervals, layout.pinnedTracks());
}

namespace {

constexpr float kBandHeight = 8;  // of the critical path
constexpr float kStripPadding = 2;
constexpr float kStripTitleX = 22;
constexpr float kFlagWidth = 2;
constexpr float kFlagMargin = 6;
constexpr float kTextHeight = 13;
class StripPainter {
public:
    StripPainter(const TimelineInput& input, const ReplayIntervals& intervals,
                 const TextMeasure& measure, DisplayList& list)
        : m_input(input),
          m_intervals(intervals),
          m_measure(measure),
          m_list(list),
          m_left(input.viewport.timeLeft()),
          m_right(std::max(input.viewport.width, m_left + 1)),
          m_clip(list.addClip({m_left, Viewport::kRulerHeight, m_right - m_left,
                               input.viewport.tracksTop() - Viewport::kRulerHeight})) {}

    void draw(const Lane& lane, GpuId gpu) {
        const auto predicted =
            std::find_if(m_intervals.predicted.begin(), m_intervals.predicted.end(),
                         [&](const BusyProfile& profile) { return profile.gpu() == gpu; });
        const float top = Viewport::kRulerHeight + static_cast<float>(lane.y) + kStripPadding;
        const float bottom = top + lane.height - 2 * kStripPadding;
        const bool hasPath = !m_intervals.pathParts.empty();
        const float bandTop = hasPath ? bottom - kBandHeight : bottom;
        if (hasPath) {
            drawPath({m_left, bandTop, m_right - m_left, kBandHeight});
            drawTitle("critical path", bottom);
        }
        if (!m_intervals.end) {
            return;
        }
        const Box box{m_left, top, m_right - m_left, bandTop - top - (hasPath ? 3 : 1)};
        if (predicted != m_intervals.predicted.end()) {
            drawPrediction(*predicted, box);
        }
        drawPredictedEnd(*m_intervals.end, box);
        drawTitle("predicted", hasPath ? top + kTextHeight - kStripPadding
                                       : (top + bottom + kTextHeight) / 2 - kStripPadding);
    }

private:
    void drawTitle(std::string_view title, float baseline) {
        TextItem item;
        item.x = kStripTitleX;
        item.baselineY = baseline;
        item.layer = Layer::Chrome;
        item.style = TextStyle::Small;
        item.color = Role::SecondaryText;
        addElidedText(m_list, m_measure, title, m_left - 2 * kStripTitleX, item);
    }

    void drawPrediction(const BusyProfile& predicted, Box box) {
        UtilizationArea area;
        area.box = box;
        area.beginNs = ns(m_input.viewport.begin);
        area.nsPerPixel = m_input.viewport.nsPerPixel;
        area.clip = m_clip;
        area.showsIdle = false;
        drawUtilization(m_list, predicted, area);
        const float begin = xOf(predicted.window().begin);
        add({begin, box.y + box.height, xOf(predicted.window().end) - begin, 1}, Role::Accent);
    }

    void drawPredictedEnd(const PredictedEnd& predicted, Box box) {
        const float end = xOf(predicted.at);
        if (end <= m_left || end >= m_right) {
            return;
        }
        drawEnd(end, box.y + box.height);
        if (!predicted.text.empty()) {
            drawFlag(predicted.text, end, box);
        }
    }

    // From the ruler down to `bottom`, with gaps where labels of the measured GPU are.
    void drawEnd(float x, float bottom) {
        std::vector<std::pair<float, float>> taken;
        for (const TextItem& item : m_list.texts) {
            const float top = item.baselineY - kTextHeight + 1;
            if (item.x - kFlagMargin < x + kFlagWidth && x < item.x + item.width + kFlagMargin &&
                top < bottom && item.baselineY > Viewport::kRulerHeight) {
                taken.emplace_back(top, item.baselineY + 4);
            }
        }
        std::sort(taken.begin(), taken.end());
        float y = Viewport::kRulerHeight;
        for (const auto& [top, below] : taken) {
            if (top > y) {
                add({x, y, kFlagWidth, top - y}, Role::Accent);
            }
            y = std::max(y, below);
        }
        if (bottom > y) {
            add({x, y, kFlagWidth, bottom - y}, Role::Accent);
        }
    }

    // At the right of the end, or at its left where there is no room.
    void drawFlag(std::string_view text, float end, Box box) {
        TextItem item;
        item.width = m_measure.width(text, TextStyle::Label);
        const float room = item.width + 2 * kFlagMargin;
        item.x = end + kFlagWidth + room <= m_right ? end + kFlagWidth + kFlagMargin
                                                    : end - room + kFlagMargin;
        item.baselineY = box.y + (box.height + kTextHeight) / 2 - 3;
        item.layer = Layer::Overlays;
        item.style = TextStyle::Label;
        item.color = Role::Text;
        item.clip = m_clip;
        const float height = std::min(box.height, kTextHeight + 2);
        add({item.x - 3, box.y + (box.height - height) / 2, item.width + 6, height},
            Role::Background);
        m_list.addText(text, item);
    }

    void drawPath(Box band) {
        const auto columns = static_cast<int>(std::ceil(band.width));
        const PathPart* part = nullptr;
        float begin = band.x;
        const auto finish = [&](float x) {
            if (part != nullptr && x > begin) {
                add({begin, band.y, x - begin, band.height}, part->color);
            }
            begin = x;
        };
        for (int column = 0; column < columns; ++column) {
            const float x = band.x + static_cast<float>(column);
            const Time from = m_input.viewport.timeAt(x);
            const Time to = std::max(from + Duration(1), m_input.viewport.timeAt(x + 1));
            const PathPart* here = mainPathPart(m_intervals.pathParts, {from, to});
            if (here != part) {
                finish(x);
                part = here;
            }
        }
        finish(band.x + band.width);
    }

    float xOf(Time time) const {
        const double x = m_input.viewport.x(time);
        return static_cast<float>(std::round(
            std::clamp(x, static_cast<double>(m_left) - 8, static_cast<double>(m_right) + 8)));
    }
    void add(Box box, Role role) {
        m_list.rects.push_back({box, role, 255, Layer::Overlays, m_clip});
    }

    const TimelineInput& m_input;
    const ReplayIntervals& m_intervals;
    const TextMeasure& m_measure;
    DisplayList& m_list;
    float m_left;
    float m_right;
    ClipIndex m_clip;
};

}  // namespace

const PathPart* mainPathPart(std::span<const PathPart> path, TimeRange range) {
    const PathPart* main = nullptr;
    Duration longest{};
    for (const PathPart& part : path) {
        const Duration length = part.time.empty() ? Duration() : part.time.within(range);
        if (length > longest) {
            longest = length;
            main = &part;
        }
    }
    return main;
}

void addReplayStrips(const TimelineInput& input, const ReplayIntervals& intervals,
                     const TextMeasure& measure, DisplayList& list) {
    StripPainter painter(input, intervals, measure, list);
    for (const Lane& lane : input.layout.pinnedLanes()) {
        if (lane.kind == LaneKind::QueueLead) {
            painter.draw(lane, input.layout.groups()[lane.group].gpu.value_or(GpuId()));
        }
    }
}

}  // namespace gaplight
