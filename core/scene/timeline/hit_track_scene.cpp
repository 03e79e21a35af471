// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/timeline/track_scenes.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/quantity_text.h"
#include "core/scene/display/elided_text.h"

namespace gaplight {
namespace {

constexpr float kHitPadding = 2;
constexpr float kMinColumn = 3;  // any hit shows
constexpr float kHitTitleX = 22;
constexpr float kHitMargin = 8;
constexpr std::uint8_t kColumnAlpha = 255;
constexpr std::uint8_t kBoxAlpha = 70;  // below a label

// The pixels of one lane, from left to right.
class HitTrackPainter {
public:
    HitTrackPainter(Frame& frame, const Lane& lane, const HitTrack& track)
        : m_frame(frame),
          m_track(track),
          m_top(frame.pinnedY(lane) + kHitPadding),
          m_height(TrackLayout::kHitTrackHeight - 2 * kHitPadding) {}

    void paint() {
        const TimeRange seen = m_frame.range();
        const int shift = m_frame.bucketShift + 1;  // at least a device pixel
        std::int64_t bucket = ns(seen.begin) >> shift;
        while ((bucket << shift) < ns(seen.end)) {
            const Time begin = timeFromNs(bucket << shift);
            const Time end = timeFromNs((bucket + 1) << shift);
            const auto last = m_track.covered.lastFrom(end - Duration(1));
            if (!last || m_track.covered.range(*last).end <= begin) {
                bucket = nextBucket(last ? *last + 1 : 0, shift, bucket);
                continue;
            }
            const TimeRange range = m_track.covered.range(*last);
            if (isWide(range)) {
                if (last != m_lastWide) {  // its end can share a bucket with what follows
                    paintWide(range, *last);
                    m_lastWide = last;
                }
                bucket = std::max(bucket + 1, (ns(range.end) - 1) >> shift);
                continue;
            }
            const double share = static_cast<double>(m_track.covered.within({begin, end}).count()) /
                                 static_cast<double>((end - begin).count());
            addColumn(m_frame.snappedX(begin), m_frame.snappedX(end), share, colorOf(*last));
            ++bucket;
        }
        flush();
    }

private:
    std::int64_t nextBucket(std::size_t number, int shift, std::int64_t bucket) const {
        const std::optional<TimeRange> next = m_track.covered.size() > number
                                                  ? std::optional(m_track.covered.range(number))
                                                  : std::nullopt;
        return next ? std::max(bucket + 1, ns(next->begin) >> shift)
                    : std::max(bucket + 1, (ns(m_frame.range().end) >> shift) + 1);
    }

    bool isWide(TimeRange range) const {
        return static_cast<double>(range.length().count()) * m_frame.devicePerNs >= 3;
    }

    // Of a search one color; rows of a query by their label.
    ColorRef colorOf(std::size_t number) const {
        return m_track.hits ? ColorRef(Role::SearchHit) : nameColor(m_track.spans[number].label);
    }

    std::string_view labelOf(TimeRange range, std::size_t number) const {
        if (!m_track.hits) {
            return m_track.spans[number].label;
        }
        const SliceId slice = m_track.at(m_frame.trace(), range.begin, Duration{});
        return slice.isValid() ? m_frame.model().names->label(m_frame.trace().slices().name(slice))
                               : std::string_view();
    }

    void paintWide(TimeRange range, std::size_t number) {
        flush();
        m_color = colorOf(number);
        const float x0 = m_frame.snappedX(range.begin);
        const float x1 = std::max(m_frame.snappedX(range.end), x0 + m_frame.hair());
        const bool isLabeled = x1 - x0 >= kMinLabelWidth + 2 * kHitPadding;
        addRect({x0, m_top, x1 - x0, m_height}, isLabeled ? kBoxAlpha : kColumnAlpha);
        if (!isLabeled) {
            return;
        }
        addRect({x0, m_top + m_height - kHitPadding, x1 - x0, kHitPadding}, kColumnAlpha);
        addRect({x0, m_top, m_frame.hair(), m_height}, kColumnAlpha);
        TextItem item;
        item.x = std::max(x0, m_frame.left) + 4;
        item.baselineY = m_top + m_height / 2 + 4;
        item.style = TextStyle::Small;
        item.color = Role::Text;
        item.layer = Layer::SliceLabels;
        item.clip = m_frame.bodyClip;
        addElidedText(m_frame.list, m_frame.measure, labelOf(range, number),
                      std::min(x1, m_frame.right) - item.x - kHitPadding, item);
    }

    // To a quarter of a pixel, so that equal-looking columns join.
    void addColumn(float x0, float x1, double share, ColorRef color) {
        const float height =
            std::max(kMinColumn, std::round(m_height * static_cast<float>(share) * 4) / 4);
        if (m_open && m_open->height == height && m_open->x + m_open->width == x0 &&
            m_color == color) {
            m_open->width = x1 - m_open->x;
            return;
        }
        flush();
        m_color = color;
        m_open = Box{x0, m_top + m_height - height, x1 - x0, height};
    }

    void flush() {
        if (m_open) {
            addRect(*m_open, kColumnAlpha);
            m_open.reset();
        }
    }

    void addRect(Box box, std::uint8_t alpha) {
        m_frame.list.rects.push_back({box, m_color, alpha, Layer::Slices, m_frame.bodyClip});
    }

    Frame& m_frame;
    const HitTrack& m_track;
    float m_top;
    float m_height;
    std::optional<std::size_t> m_lastWide;  // number of the range
    std::optional<Box> m_open;              // column that the next one may continue
    ColorRef m_color = Role::SearchHit;     // of that column, or of the box
};

void drawHitTrackName(Frame& frame, const Lane& lane, const HitTrack& track) {
    TextItem item;
    item.layer = Layer::Chrome;
    item.style = TextStyle::Small;
    item.color = Role::SecondaryText;
    item.baselineY = frame.pinnedY(lane) + TrackLayout::kHitTrackHeight / 2 + 4;
    const std::string count = track.isCurve() ? scaleText(track.curve) : countText(track.count());
    item.width = frame.measure.width(count, item.style);
    item.x = frame.left - kHitMargin - item.width;
    const float room = item.x - kHitTitleX - kHitMargin;
    frame.list.addText(count, item);
    item.x = kHitTitleX;
    item.color = Role::Text;
    addElidedText(frame.list, frame.measure, lane.title, room, item, Elide::Middle);
}

CurveArea curveArea(const Frame& frame, const Lane& lane, const CounterCurve& curve) {
    const CounterCurve::Extent extent = curve.extent();
    CurveArea area{frame.pinnedY(lane) + kHitPadding,
                   TrackLayout::kHitTrackHeight - 2 * kHitPadding, std::min(0.0, extent.low),
                   std::max(0.0, extent.high), frame.bodyClip};
    area.end = frame.trace().range().end;
    return area;
}

}  // namespace

const HitTrack* hitTrackOf(const SceneModel& model, const Lane& lane) {
    return lane.kind == LaneKind::Hits && lane.counter < model.hitTracks.size()
               ? model.hitTracks[lane.counter].get()
               : nullptr;
}

void drawHitTrack(Frame& frame, const Lane& lane) {
    if (const HitTrack* track = hitTrackOf(frame.model(), lane)) {
        if (track->isCurve()) {
            drawCurve(frame, track->curve, curveArea(frame, lane, track->curve));
        } else {
            HitTrackPainter(frame, lane, *track).paint();
        }
        drawHitTrackName(frame, lane, *track);
    }
}

}  // namespace gaplight
