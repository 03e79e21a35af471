// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/timeline/replay_scene.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace gaplight {
namespace {

constexpr float kPredictionHeight = 6;  // px; the rest of a row shows the recorded slice
constexpr float kReplayLine = 1;
constexpr float kMinPredictionWidth = 3;  // px of an outline with an interior
constexpr std::uint8_t kGhostGround = 225;
constexpr std::uint8_t kGhostFill = 70;
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
            isPath ? paintPath(box) : paintGhost(box);
        }
    }

    // Whole device pixels right of the tracks' left edge, clamped to kBeyond outside the view.
    [[nodiscard]] double device(Time time) const {
        const double pixels = (m_input.viewport.x(time) - m_left) * m_ratio;
        return std::round(std::clamp(pixels, -kBeyond, (m_right - m_left) * m_ratio + kBeyond));
    }
    [[nodiscard]] double end(const TimeRange& range) const {
        return std::max(device(range.end), device(range.begin) + 1);
    }
    [[nodiscard]] bool isNarrow(const TimeRange& range) const {
        return end(range) - device(range.begin) < kMinPredictionWidth * m_ratio;
    }
    [[nodiscard]] float viewX(double devicePixel) const {
        return m_left + static_cast<float>(devicePixel / m_ratio);
    }
    [[nodiscard]] float snapped(float y) const {
        return static_cast<float>(std::round(y * m_ratio) / m_ratio);
    }

    void add(Box box, Role role, std::uint8_t alpha) {
        m_list.rects.push_back({box, role, alpha, Layer::Overlays, m_clip});
    }

    void paintGhost(Box row) {
        const Box box{row.x, row.y + row.height - kPredictionHeight, row.width, kPredictionHeight};
        if (box.width < kMinPredictionWidth) {
            return add(box, Role::Accent, 255);
        }
        add(box, Role::Background, kGhostGround);
        add(box, Role::Accent, kGhostFill);
        const float inner = box.height - 2 * kReplayLine;
        add({box.x, box.y, box.width, kReplayLine}, Role::Accent, 255);
        add({box.x, box.y + box.height - kReplayLine, box.width, kReplayLine}, Role::Accent, 255);
        add({box.x, box.y + kReplayLine, kReplayLine, inner}, Role::Accent, 255);
        add({box.x + box.width - kReplayLine, box.y + kReplayLine, kReplayLine, inner},
            Role::Accent, 255);
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

}  // namespace gaplight
