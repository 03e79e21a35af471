// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/slice_scene.h"

#include <algorithm>

#include "core/index/level_of_detail.h"
#include "core/scene/elided_text.h"
#include "core/scene/followed_flow.h"

namespace gaplight {
namespace {

constexpr std::uint8_t kDimmed = 115;    // 45 %
constexpr std::uint8_t kSeparator = 95;  // between equal neighbours
constexpr float kLabelPadding = 5;
constexpr float kBaseline = 13;  // 11 px text in an 18 px row
constexpr float kNarrowestSeparated = 5;

// Paints the runs of one row from left to right, deciding who owns a pixel that two share.
// Positions are device pixels.
class RowPainter {
public:
    RowPainter(Frame& frame, float y) : m_frame(frame), m_y(y) {}

    // Paints [from, to); a wide run keeps all of it, a narrow one what nothing longer covers.
    // True if it is (at least partly) visible.
    bool paint(const DetailRun& run, bool wide, std::int64_t from, std::int64_t to, ColorRef color,
               std::uint8_t alpha) {
        if (from < m_end) {
            if (!m_narrow || (!wide && run.duration <= m_duration)) {
                from = m_end;
            } else {
                trimLast(from);
            }
        }
        if (from >= to) {
            return false;
        }
        const bool joins = from == m_end && color == m_color && alpha == m_alpha && m_hasLast;
        if (joins && !wide && m_narrow) {
            m_frame.list.rects.back().box.width += length(to - from);
        } else {
            add(from, to, color, alpha);
            if (joins && wide && !m_narrow) {
                separate(from, to);
            }
        }
        m_end = to;
        m_narrow = !wide;
        m_duration = run.duration;
        m_color = color;
        m_alpha = alpha;
        m_hasLast = true;
        return true;
    }

private:
    [[nodiscard]] float length(std::int64_t pixels) const {
        return static_cast<float>(static_cast<double>(pixels) * m_frame.pixelLength);
    }

    void add(std::int64_t from, std::int64_t to, ColorRef color, std::uint8_t alpha) {
        m_start = from;
        m_frame.list.rects.push_back({{m_frame.viewX(static_cast<double>(from)), m_y,
                                       length(to - from), TrackLayout::kRowHeight},
                                      color,
                                      alpha,
                                      Layer::Slices,
                                      m_frame.timeClip});
    }

    // A hair line, where two neighbours of one name would look like one slice.
    void separate(std::int64_t from, std::int64_t to) {
        if (length(to - from) < kNarrowestSeparated) {
            return;
        }
        m_frame.list.rects.push_back({{m_frame.viewX(static_cast<double>(from)), m_y,
                                       m_frame.hair(), TrackLayout::kRowHeight},
                                      Role::Background,
                                      kSeparator,
                                      Layer::Slices,
                                      m_frame.timeClip});
    }

    void trimLast(std::int64_t end) {
        if (end <= m_start) {
            m_frame.list.rects.pop_back();
            m_hasLast = false;
        } else {
            m_frame.list.rects.back().box.width = length(end - m_start);
        }
        m_end = end;
    }

    Frame& m_frame;
    float m_y;
    std::int64_t m_start = -1'000'000;  // of the last rectangle
    std::int64_t m_end = -1'000'000;
    float m_duration = 0;
    ColorRef m_color;
    std::uint8_t m_alpha = 0;
    bool m_narrow = false;
    bool m_hasLast = false;
};

void addLabel(Frame& frame, StringId name, std::uint8_t alpha, float y, float x0, float x1) {
    TextItem item;
    item.x = x0;
    item.baselineY = y + kBaseline;
    item.color = Role::TextOnSlice;
    item.alpha = alpha;
    item.layer = Layer::SliceLabels;
    item.clip = frame.timeClip;
    addElidedText(frame.list, frame.measure, frame.model().names->label(name), x1 - x0, item);
}

void drawRow(Frame& frame, const Band& band, std::uint16_t number, float y,
             const OccupiedSpans& marks, const FollowedFlow& followed) {
    const Row row = frame.model().rows->row(frame.trace(), band.track, number);
    RowPainter painter(frame, y);
    RunWalk walk(row, frame.range(), frame.bucketShift);
    const auto labelPixels =
        static_cast<std::int64_t>((kNarrowestLabel + 2 * kLabelPadding) * frame.devicePixels);
    DetailRun run;
    while (walk.next(run)) {
        const double begin = frame.device(run.beginNs);
        const double end = frame.device(run.endNs);
        // Rounding is monotone: neighbours of a pixel or more share no pixel and lose none.
        const bool wide = run.wide && end - begin >= 1;
        const std::int64_t from = wide ? Frame::roundPixel(begin) : Frame::floorPixel(begin);
        const std::int64_t to =
            std::max(from + 1, wide ? Frame::roundPixel(end) : Frame::ceilPixel(end));
        const std::uint8_t alpha =
            !followed.isActive() || (run.wide && followed.contains(row.slice(run.longest)))
                ? std::uint8_t{255}
                : kDimmed;
        const ColorRef color = frame.model().names->color(run.name);
        if (!painter.paint(run, wide, from, to, color, alpha) || to - from < labelPixels) {
            continue;
        }
        float x0 = std::max(frame.left, frame.viewX(static_cast<double>(from)));
        float x1 = std::min(frame.right, frame.viewX(static_cast<double>(to)));
        marks.exclude(number, x0, x1);
        addLabel(frame, run.name, alpha, y, x0 + kLabelPadding, x1 - kLabelPadding);
    }
}

}  // namespace

void drawSlices(Frame& frame, const Band& band, const OccupiedSpans& marks) {
    const FollowedFlow followed(frame.input);
    const double above = frame.input.viewport.scrollY - band.y;
    const int rows = band.visibleRows;
    const int first = std::clamp(static_cast<int>(above / TrackLayout::kRowPitch), 0, rows);
    const double below = above + frame.input.viewport.tracksHeight();
    const int last = std::clamp(static_cast<int>(below / TrackLayout::kRowPitch) + 1, 0, rows);
    for (int number = first; number < last; ++number) {
        const float y =
            frame.snappedY(band.y + number * static_cast<double>(TrackLayout::kRowPitch));
        drawRow(frame, band, static_cast<std::uint16_t>(number), y, marks, followed);
    }
}

}  // namespace gaplight
