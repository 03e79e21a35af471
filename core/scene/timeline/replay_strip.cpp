// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/timeline/replay_strip.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/duration_text.h"
#include "core/base/quantity_text.h"
#include "core/scene/display/elided_text.h"
#include "core/scene/timeline/utilization_scene.h"

namespace gaplight {
namespace {

constexpr float kBandHeight = 8;  // of the critical path
constexpr float kStripPadding = 2;
constexpr float kStripTitleX = 22;
constexpr float kFlagWidth = 2;
constexpr float kFlagMargin = 6;
constexpr float kTextHeight = 13;
constexpr double kUnchangedFactor = 1.005;  // prints as 1.00×

std::string flagText(Duration measured, Duration predicted) {
    const std::string length = durationText(predicted);
    if (predicted <= Duration::zero()) {
        return length;
    }
    const double factor =
        static_cast<double>(measured.count()) / static_cast<double>(predicted.count());
    return factor < kUnchangedFactor && factor > 1 / kUnchangedFactor
               ? length + " predicted, unchanged"
               : length + " predicted, " + factorText(factor) + " as fast";
}

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
        if (predicted != m_intervals.predicted.end()) {
            drawPrediction(*predicted,
                           {m_left, top, m_right - m_left, bandTop - top - (hasPath ? 3 : 1)});
            drawTitle("predicted", hasPath ? top + kTextHeight - kStripPadding
                                           : (top + bottom + kTextHeight) / 2 - kStripPadding);
        }
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
        const float end = xOf(predicted.window().end);
        add({begin, box.y + box.height, end - begin, 1}, Role::Accent);
        if (end <= m_left || end >= m_right) {
            return;
        }
        drawEnd(end, box.y + box.height);
        const BusyProfile* measured = busyProfileOf(m_input.model, predicted.gpu());
        drawFlag(flagText(measured != nullptr ? measured->window().length() : Duration(),
                          predicted.window().length()),
                 end, box);
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

    [[nodiscard]] float xOf(Time time) const {
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
