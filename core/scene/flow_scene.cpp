// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/flow_scene.h"

#include <array>
#include <limits>

#include "core/scene/followed_flow.h"
#include "core/scene/slice_place.h"

namespace gaplight {
namespace {

constexpr int kSegments = 16;
constexpr float kThickness = 1.5F;
constexpr float kHeadLength = 7;
constexpr float kHeadHalfWidth = 3.5F;
constexpr float kOutline = 1;
constexpr float kBulge = 26;             // how far an arrow within one row leaves it
constexpr std::size_t kMostArrows = 24;  // of one launch: more would be a carpet
constexpr float kHeadSpacing = 4;        // closer heads would be one

Point onCurve(const std::array<Point, 4>& p, float t) {
    const float s = 1 - t;
    const auto blend = [&](float a, float b, float c, float d) {
        return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
    };
    return {blend(p[0].x, p[1].x, p[2].x, p[3].x), blend(p[0].y, p[1].y, p[2].y, p[3].y)};
}

void addHead(Frame& frame, Point tip, bool down) {
    const float back = down ? -kHeadLength : kHeadLength;
    const std::array<Point, 3> head{tip, Point{tip.x - kHeadHalfWidth, tip.y + back},
                                    Point{tip.x + kHeadHalfWidth, tip.y + back}};
    PolygonItem item;
    item.color = Role::LaunchArrow;
    item.clip = frame.timeClip;
    frame.list.addPolygon(head.data(), head.size(), item);
}

// Leaves the first slice and reaches the second vertically, so that arrows do not run along rows.
void addArrow(Frame& frame, const Box& from, const Box& to) {
    const float tipX = to.x + std::min(1.0F, to.width / 2);
    const float startX = std::clamp(tipX, from.x, from.x + from.width);
    const bool sameRow = std::abs(from.y - to.y) < 1;
    const bool down = to.y > from.y && !sameRow;
    const Point start{startX, down ? from.y + from.height : from.y};
    const Point tip{tipX, down || sameRow ? to.y : to.y + to.height};
    const float reach = sameRow ? kBulge : std::abs(tip.y - start.y) / 2;
    const float away = down ? reach : -reach;
    const float towards = sameRow || down ? -reach : reach;
    const float neck = down || sameRow ? -kHeadLength : kHeadLength;
    const std::array<Point, 4> curve{start, Point{start.x, start.y + away},
                                     Point{tip.x, tip.y + neck + towards},
                                     Point{tip.x, tip.y + neck}};
    Point previous = start;
    for (int i = 1; i <= kSegments; ++i) {
        const Point next = onCurve(curve, static_cast<float>(i) / kSegments);
        LineItem line;
        line.x0 = previous.x;
        line.y0 = previous.y;
        line.x1 = next.x;
        line.y1 = next.y;
        line.thickness = kThickness;
        line.color = Role::LaunchArrow;
        line.clip = frame.timeClip;
        frame.list.lines.push_back(line);
        previous = next;
    }
    addHead(frame, tip, down || sameRow);
}

void outlineEnd(Frame& frame, const Box& box) {
    if (box.x >= frame.right || box.x + box.width <= frame.left) {
        return;
    }
    const auto add = [&](Box edge) {
        frame.list.rects.push_back({edge, Role::LaunchArrow, 255, Layer::Flows, frame.timeClip});
    };
    add({box.x, box.y, box.width, kOutline});
    add({box.x, box.y + box.height - kOutline, box.width, kOutline});
    add({box.x, box.y, kOutline, box.height});
    add({box.x + box.width - kOutline, box.y, kOutline, box.height});
}

}  // namespace

void drawFlows(Frame& frame) {
    const SliceId selected = frame.state().selected;
    if (!selected.isValid()) {
        return;
    }
    const SlicePlace here = slicePlace(frame, selected);
    if (!here.hasBand) {
        return;
    }
    const FlowEnds ends = flowEnds(frame.model(), selected);
    // A graph launches thousands of activities: arrows stand for them evenly.
    float spacing = kHeadSpacing;
    if (ends.to.size() > kMostArrows) {
        const float first = slicePlace(frame, ends.to.front()).box.x;
        const float last = slicePlace(frame, ends.to.back()).box.x;
        spacing = std::max(2 * kHeadSpacing, (last - first) / static_cast<float>(kMostArrows));
    }
    float lastX = -std::numeric_limits<float>::max();
    for (const SliceId end : ends.to) {
        const SlicePlace there = slicePlace(frame, end);
        if (!there.hasBand || std::abs(there.box.x - lastX) < spacing) {
            continue;
        }
        lastX = there.box.x;
        addArrow(frame, here.box, there.box);
        outlineEnd(frame, there.box);
    }
    for (const SliceId end : ends.from) {
        const SlicePlace there = slicePlace(frame, end);
        if (there.hasBand) {
            addArrow(frame, there.box, here.box);
            outlineEnd(frame, there.box);
        }
    }
}

}  // namespace gaplight
