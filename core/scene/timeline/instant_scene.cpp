// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/timeline/track_scenes.h"

#include <array>

namespace gaplight {
namespace {

constexpr float kHalfWidth = 3;
constexpr float kHead = 5;
constexpr float kApart = 7;  // closer ones are one

// A head above the text of slices; where the track has none, with a line through its row.
void drawPin(Frame& frame, float x, float y, bool hasLine) {
    if (hasLine) {
        frame.list.rects.push_back({{x, y, frame.hair(), frame.input.layout.rowHeight()},
                                    Role::Instant,
                                    255,
                                    Layer::Overlays,
                                    frame.timeClip});
    }
    const float middle = x + frame.hair() / 2;
    const std::array<Point, 4> head{
        Point{middle, y - 1}, Point{middle + kHalfWidth, y - 1 + kHead / 2},
        Point{middle, y - 1 + kHead}, Point{middle - kHalfWidth, y - 1 + kHead / 2}};
    PolygonItem item;
    item.color = Role::Instant;
    item.layer = Layer::Overlays;
    item.clip = frame.timeClip;
    frame.list.addPolygon(head.data(), head.size(), item);
}

}  // namespace

void drawInstants(Frame& frame, const Lane& lane) {
    if (frame.model().instants == nullptr) {
        return;
    }
    const Trace& trace = frame.trace();
    const Viewport& view = frame.input.viewport;
    const float y = frame.snappedY(lane.y);
    const bool isEmpty = trace.tracks()[lane.track.index()].sliceCount == 0;
    // Pins are at multiples of a step in absolute time, so that panning does not make them jump.
    const auto step =
        static_cast<std::int64_t>(std::max(1.0, static_cast<double>(kApart) * view.nsPerPixel));
    Time time = timeFromNs(ns(view.begin) - step);
    while (true) {
        const auto rest = frame.model().instants->from(trace, lane.track, time);
        if (rest.empty()) {
            return;
        }
        const Time at = trace.instants()[rest.front().index()].time;
        if (at > view.end()) {
            return;
        }
        drawPin(frame, frame.snappedX(at), y, isEmpty);
        const std::int64_t bucket = ns(at) >= 0 ? ns(at) / step : (ns(at) - step + 1) / step;
        time = timeFromNs((bucket + 1) * step);
    }
}

}  // namespace gaplight
