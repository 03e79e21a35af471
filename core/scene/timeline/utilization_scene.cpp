// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/timeline/track_scenes.h"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "core/scene/display/idle_look.h"

namespace gaplight {
namespace {

// Smallest power of two that is at least a pixel.
int columnShift(double nsPerPixel) {
    const auto pixel = static_cast<std::uint64_t>(std::ceil(std::max(1.0, nsPerPixel)));
    return static_cast<int>(std::bit_width(pixel - 1));
}

// The columns of one profile while they are drawn, from left to right.
class ColumnPainter {
public:
    ColumnPainter(DisplayList& list, const UtilizationArea& area) : m_list(list), m_area(area) {}

    void paint(float x0, float x1, const GpuTimeParts& parts, Duration length);
    void paintEarlier(float x0, float x1, Duration busy, Duration length);
    void paintIdle(float x0, float x1, ColorRef color, float recording);
    void finish();
    float heightOf(Duration sum, Duration length) const;

private:
    static constexpr std::array kColors{Role::Compute, Role::Communication, Role::Copy,
                                        Role::SecondaryText};
    static constexpr std::size_t kParts = 3;    // of the window; then what ran before it
    static constexpr std::uint8_t kPale = 100;  // its opacity
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

    void add(std::size_t part, Box box);
    void endIdle();

    DisplayList& m_list;
    const UtilizationArea& m_area;
    std::size_t m_firstRect = m_list.rects.size();
    std::array<std::size_t, kColors.size()> m_last{kNone, kNone, kNone,
                                                   kNone};  // rectangle of each part
    float m_idleBegin = 0;
    float m_idleEnd = 0;
    ColorRef m_idleColor;
    float m_recording = 0;
};

// To a quarter of a pixel, so that equal-looking columns join.
float ColumnPainter::heightOf(Duration sum, Duration length) const {
    if (sum == Duration::zero()) {
        return 0;
    }
    const double share = static_cast<double>(ns(sum)) / static_cast<double>(ns(length));
    return std::round(m_area.box.height * static_cast<float>(share) * 4) / 4;
}

void ColumnPainter::paint(float x0, float x1, const GpuTimeParts& parts, Duration length) {
    const std::array<Duration, kParts> sums{parts.compute, parts.compute + parts.communicationAlone,
                                            parts.working()};
    const float bottom = m_area.box.y + m_area.box.height;
    float below = 0;
    for (std::size_t part = 0; part < sums.size(); ++part) {
        float height = heightOf(sums[part], length);
        if (part + 1 == sums.size() && parts.working() > Duration::zero()) {
            height = std::max(height, 1.0F);  // any work shows
        }
        if (height > below) {
            add(part, {x0, bottom - height, x1 - x0, height - below});
            below = height;
        } else {
            m_last[part] = kNone;
        }
    }
}

void ColumnPainter::add(std::size_t part, Box box) {
    if (m_last[part] != kNone) {
        Box& last = m_list.rects[m_last[part]].box;
        if (last.y == box.y && last.height == box.height && last.x + last.width == box.x) {
            last.width += box.width;
            return;
        }
    }
    m_last[part] = m_list.rects.size();
    const std::uint8_t alpha = part < kParts ? 255 : kPale;
    m_list.rects.push_back({box, kColors[part], alpha, Layer::Slices, m_area.clip});
}

void ColumnPainter::paintEarlier(float x0, float x1, Duration busy, Duration length) {
    const float height = heightOf(busy, length);
    if (x1 > x0 && height > 0) {
        add(kParts, {x0, m_area.box.y + m_area.box.height - height, x1 - x0, height});
    }
}

// `recording`: as high as what recording costs of the column, at the top.
void ColumnPainter::paintIdle(float x0, float x1, ColorRef color, float recording) {
    if (m_idleEnd != x0 || color != m_idleColor || recording != m_recording) {
        endIdle();
        m_idleBegin = x0;
        m_idleColor = color;
        m_recording = recording;
    }
    m_idleEnd = x1;
}

void ColumnPainter::endIdle() {
    const auto add = [&](float y, float height, ColorRef color) {
        if (height > 0) {
            addIdleTime(m_list, {m_idleBegin, y, m_idleEnd - m_idleBegin, height}, color,
                        m_area.idleAlpha, Layer::Background, m_area.clip);
        }
    };
    add(m_area.box.y, m_recording, Role::IdleOther);
    add(m_area.box.y + m_recording, m_area.box.height - m_recording, m_idleColor);
    m_idleBegin = m_idleEnd;
}

void ColumnPainter::finish() {
    endIdle();
    const std::size_t end = m_list.rects.size();
    for (std::size_t at = m_firstRect; at < end; ++at) {
        const RectItem rect = m_list.rects[at];
        addBusyPattern(m_list, rect.box, rect.color, Layer::Slices, m_area.clip);
    }
}

// Begin of the column at the area's left edge, or at `time` where that is later.
Time firstColumn(const UtilizationArea& area, Time time) {
    const int shift = columnShift(area.nsPerPixel * area.leastColumn);
    return timeFromNs((std::max(area.beginNs, ns(time)) >> shift) << shift);
}

// Calls `use` with the time and the edges of each column of the area that `range` reaches.
template <typename Use>
void forEachColumn(const UtilizationArea& area, TimeRange range, Use&& use) {
    const int shift = columnShift(area.nsPerPixel * area.leastColumn);
    const double endNs = static_cast<double>(area.box.width) * area.nsPerPixel;
    const std::int64_t stopNs =
        std::min(area.beginNs + static_cast<std::int64_t>(endNs), ns(range.end));
    const auto xAt = [&](std::int64_t timeNs) {
        const double x = static_cast<double>(timeNs - area.beginNs) / area.nsPerPixel;
        // Whole pixels: parts of one would leave seams between columns.
        return area.box.x +
               static_cast<float>(std::round(std::clamp(x, 0.0, double{area.box.width})));
    };
    const std::int64_t first = ns(firstColumn(area, range.begin));
    float x1 = xAt(first);
    for (std::int64_t bucket = first >> shift; (bucket << shift) < stopNs; ++bucket) {
        const TimeRange column{timeFromNs(bucket << shift), timeFromNs((bucket + 1) << shift)};
        const float x0 = std::exchange(x1, xAt(ns(column.end)));
        use(column, x0, x1);
    }
}

}  // namespace

void drawUtilization(DisplayList& list, const BusyProfile& profile, const UtilizationArea& area) {
    ColumnPainter painter(list, area);
    forEachColumn(area, profile.earlierSpan(), [&](TimeRange column, float x0, float x1) {
        painter.paintEarlier(x0, x1, profile.earlierWithin(column), column.length());
    });
    BusyWalk walk(profile, firstColumn(area, profile.window().begin));
    forEachColumn(area, profile.window(), [&](TimeRange column, float x0, float x1) {
        const auto [parts, idleColor, recording] = walk.next(column.end);
        if (x1 <= x0) {
            return;  // what the view's edge leaves of a column
        }
        const bool waits = parts.waiting > parts.idle;
        if (waits || (area.showsIdle && parts.idle > Duration::zero())) {
            painter.paintIdle(x0, x1, idleColor, painter.heightOf(recording, column.length()));
        }
        painter.paint(x0, x1, parts, column.length());
    });
    painter.finish();
}

const BusyProfile* busyProfileOf(const SceneModel& model, GpuId gpu) {
    for (const BusyProfile& profile : model.busy) {
        if (profile.gpu() == gpu) {
            return &profile;
        }
    }
    return nullptr;
}

}  // namespace gaplight
