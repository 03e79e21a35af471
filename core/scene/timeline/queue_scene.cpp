// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/timeline/queue_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "core/base/duration_text.h"
#include "core/scene/display/elided_text.h"
#include "core/scene/timeline/counter_scene.h"
#include "core/scene/timeline/utilization_scene.h"

namespace gaplight {
namespace {

constexpr float kQueuePadding = 2;
constexpr float kTitleX = 22;
constexpr float kQueueMargin = 8;  // of its texts

struct LeadLine {
    Duration lead;
    std::string_view label;
};
constexpr std::array kLines{LeadLine{std::chrono::microseconds(10), "10\u2009µs"},
                            LeadLine{std::chrono::milliseconds(1), "1\u2009ms"}};
constexpr Duration kScaleEnd = std::chrono::milliseconds(10);

CurveArea areaOf(const Frame& frame, const Lane& lane, Duration longest) {
    CurveArea area;
    area.top = frame.pinnedY(lane) + kQueuePadding;
    area.height = TrackLayout::kQueueHeight - 2 * kQueuePadding;
    area.high = QueueCurve::scaled(std::max(longest, kScaleEnd));
    area.clip = frame.bodyClip;
    area.baseColor = Role::Unhealthy;
    return area;
}

float yOf(const CurveArea& area, Duration lead) {
    const double share = QueueCurve::scaled(lead) / area.high;
    return std::round(area.top + area.height * static_cast<float>(1 - share));
}

}  // namespace

const QueueCurve* queueCurveOf(const SceneModel& model, GpuId gpu) {
    const auto at = std::find_if(model.queues.begin(), model.queues.end(),
                                 [&](const QueueCurve& queue) { return queue.gpu == gpu; });
    return at == model.queues.end() ? nullptr : &*at;
}

void drawQueue(Frame& frame, const Lane& lane, GpuId gpu) {
    const QueueCurve* queue = queueCurveOf(frame.model(), gpu);
    if (queue == nullptr) {
        return;
    }
    CurveArea area = areaOf(frame, lane, queue->longest);
    if (const BusyProfile* profile = busyProfileOf(frame.model(), gpu)) {
        area.end = profile->window().end;
    }
    for (const LeadLine& line : kLines) {
        frame.list.rects.push_back({{frame.left, yOf(area, line.lead), frame.right - frame.left, 1},
                                    Role::Grid,
                                    255,
                                    Layer::Background,
                                    frame.bodyClip});
    }
    drawCurve(frame, queue->curve, area);
}

void drawQueueName(Frame& frame, const Lane& lane) {
    const GpuId gpu = frame.input.layout.groups()[lane.group].gpu.value_or(GpuId());
    const QueueCurve* queue = queueCurveOf(frame.model(), gpu);
    if (queue == nullptr) {
        return;
    }
    const CurveArea area = areaOf(frame, lane, queue->longest);
    TextItem item;
    item.layer = Layer::Chrome;
    item.style = TextStyle::Small;
    item.color = Role::SecondaryText;
    constexpr float kLabelHeight = 11;
    float widest = 0;
    float above = area.top - kLabelHeight;  // baseline of the label above
    for (auto line = kLines.rbegin(); line != kLines.rend(); ++line) {
        if (yOf(area, line->lead) + 4 < above + kLabelHeight) {
            continue;  // the scale reaches so far that the lines lie close to each other
        }
        item.width = frame.measure.width(line->label, item.style);
        item.x = frame.left - kQueueMargin - item.width;
        item.baselineY = above = yOf(area, line->lead) + 4;
        frame.list.addText(line->label, item);
        widest = std::max(widest, item.width);
    }
    item.x = kTitleX;
    item.baselineY = area.top + area.height / 2 + 5;
    addElidedText(frame.list, frame.measure, lane.title,
                  frame.left - kTitleX - widest - 2 * kQueueMargin, item);
}

}  // namespace gaplight
