// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/arrows/flow_scene.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "core/base/quantity_text.h"
#include "core/index/level_of_detail.h"
#include "core/scene/model/cased_strokes.h"
#include "core/scene/model/flow_chain.h"
#include "core/scene/model/slice_place.h"

namespace gaplight {
namespace {

constexpr int kSegments = 16;
constexpr float kHeadLength = 7;
constexpr float kHeadHalfWidth = 3.5F;
constexpr float kOutline = 1;
constexpr float kBulge = 26;              // how far an arrow within one row leaves it
constexpr std::size_t kMaxArrows = 24;    // of one launch; more are drawn as one bracket
constexpr std::size_t kMaxBundles = 240;  // in a view
constexpr float kBundle = 10;             // px; arrows with ends closer than this are bundled
constexpr float kHeadSpacing = 4;         // closer heads would be one

Point onCurve(const std::array<Point, 4>& p, float t) {
    const float s = 1 - t;
    const auto blend = [&](float a, float b, float c, float d) {
        return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
    };
    return {blend(p[0].x, p[1].x, p[2].x, p[3].x), blend(p[0].y, p[1].y, p[2].y, p[3].y)};
}

// Stroke of an arrow.
struct Stroke {
    float thickness = 1.5F;
    std::uint8_t alpha = 255;
};
constexpr Stroke kSingle;
constexpr Stroke kOneOfMany{1, 140};
constexpr Stroke kBundled{2.5F, 140};  // represents several arrows
// By hop of a chain: fades with the distance from the selection.
constexpr std::array<Stroke, FlowChain::kMaxHops> kOfHop{Stroke{1.5F, 220},  Stroke{1.5F, 170},
                                                         Stroke{1.25F, 130}, Stroke{1.25F, 105},
                                                         Stroke{1, 90},      Stroke{1, 80}};

void addHead(Frame& frame, Point tip, bool down, ClipIndex clip, const Stroke& stroke) {
    const float back = down ? -kHeadLength : kHeadLength;
    const std::array<Point, 3> head{tip, Point{tip.x - kHeadHalfWidth, tip.y + back},
                                    Point{tip.x + kHeadHalfWidth, tip.y + back}};
    PolygonItem item;
    item.color = Role::LaunchArrow;
    item.alpha = stroke.alpha;
    item.clip = clip;
    frame.list.addPolygon(head.data(), head.size(), item);
}

// Starts and ends vertically, so that arrows do not run along rows.
void addArrow(Frame& frame, const SlicePlace& source, const SlicePlace& target,
              const Stroke& stroke) {
    const Box& from = source.box;
    const Box& to = target.box;
    const ClipIndex clip = source.clip == target.clip ? source.clip : frame.bodyClip;
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
        line.thickness = stroke.thickness;
        line.color = Role::LaunchArrow;
        line.alpha = stroke.alpha;
        line.clip = clip;
        frame.list.lines.push_back(line);
        previous = next;
    }
    addHead(frame, tip, down || sameRow, clip, stroke);
}

void outlineEnd(Frame& frame, const SlicePlace& place, std::uint8_t alpha = 255) {
    const Box& box = place.box;
    if (box.x >= frame.right || box.x + box.width <= frame.left) {
        return;
    }
    const auto add = [&](Box edge) {
        frame.list.rects.push_back({edge, Role::LaunchArrow, alpha, Layer::Flows, place.clip});
    };
    add({box.x, box.y, box.width, kOutline});
    add({box.x, box.y + box.height - kOutline, box.width, kOutline});
    add({box.x, box.y, kOutline, box.height});
    add({box.x + box.width - kOutline, box.y, kOutline, box.height});
}

// All activities of one launch on one track.
struct Bracket {
    TrackId track;
    SlicePlace place;  // of the first; its box grows to the end of the last
    std::size_t count = 0;
};

void drawBracket(Frame& frame, const SlicePlace& launch, const Bracket& bracket) {
    constexpr float kLine = 2;
    constexpr float kTick = 6;
    constexpr float kCasing = 2;
    const Box& box = bracket.place.box;
    const float y = box.y - kLine;
    const float width = std::max(box.width, kLine);
    const std::array strokes{Box{box.x, y, width, kLine}, Box{box.x, y, kLine, kTick},
                             Box{box.x + width - kLine, y, kLine, kTick}};
    std::array grounds = strokes;
    for (Box& ground : grounds) {
        ground.x -= kCasing;
        ground.y -= kCasing;
        ground.width += 2 * kCasing;
        ground.height += 2 * kCasing;
    }
    CasedStrokes{frame, Role::LaunchArrow, 255, Layer::Flows, bracket.place.clip}.draw(grounds,
                                                                                       strokes);
    SlicePlace top = bracket.place;
    top.box = {box.x, y, std::max(box.width, 1.0F), kLine};
    addArrow(frame, launch, top, kSingle);
    TextItem item;
    const std::string text = countText(bracket.count) + " launched at once";
    item.width = frame.measure.width(text, TextStyle::Small);
    const float x0 = std::max(box.x, frame.left) + kHeadLength + 2;
    if (x0 + item.width + 6 > std::min(box.x + box.width, frame.right)) {
        return;
    }
    frame.list.rects.push_back({{x0 - 3, y - 13, item.width + 6, 13},
                                Role::PanelBackground,
                                235,
                                Layer::Flows,
                                bracket.place.clip});
    item.x = x0;
    item.baselineY = y - 3;
    item.color = Role::Text;
    item.style = TextStyle::Small;
    item.layer = Layer::Flows;
    item.clip = bracket.place.clip;
    frame.list.addText(text, item);
}

// A graph launches thousands of activities: one bracket over those of each track. O(ends).
void drawBrackets(Frame& frame, const SlicePlace& launch, const std::vector<SliceId>& ends) {
    std::vector<Bracket> brackets;
    for (const SliceId end : ends) {
        const SlicePlace there = slicePlace(frame, end);
        if (!there.isShown) {
            continue;
        }
        const TrackId track = frame.trace().trackOf(end);
        auto found = std::find_if(brackets.begin(), brackets.end(),
                                  [&](const Bracket& bracket) { return bracket.track == track; });
        if (found == brackets.end()) {
            brackets.push_back({track, there, 0});
            found = brackets.end() - 1;
        }
        Box& box = found->place.box;
        box.y = std::min(box.y, there.box.y);
        const float right = std::max(box.x + box.width, there.box.x + there.box.width);
        box.x = std::min(box.x, there.box.x);
        box.width = right - box.x;
        ++found->count;
    }
    for (const Bracket& bracket : brackets) {
        drawBracket(frame, launch, bracket);
    }
}

void drawSelectedFlows(Frame& frame, SliceId selected) {
    const SlicePlace here = slicePlace(frame, selected);
    if (!here.isShown) {
        return;
    }
    const FlowEnds ends = flowEnds(frame.model(), selected);
    if (ends.to.size() > kMaxArrows) {
        drawBrackets(frame, here, ends.to);
    } else {
        float lastX = -std::numeric_limits<float>::max();
        for (const SliceId end : ends.to) {
            const SlicePlace there = slicePlace(frame, end);
            if (there.isShown && std::abs(there.box.x - lastX) >= kHeadSpacing) {
                lastX = there.box.x;
                addArrow(frame, here, there, kSingle);
                outlineEnd(frame, there);
            }
        }
    }
    for (const SliceId end : ends.from) {
        const SlicePlace there = slicePlace(frame, end);
        if (there.isShown) {
            addArrow(frame, there, here, kSingle);
            outlineEnd(frame, there);
        }
    }
}

// Draws the chain of arrows forwards and backwards; the selection's own arrows are already drawn.
void drawChain(Frame& frame, SliceId selected) {
    for (const FlowLink& link : flowChain(frame.model(), selected).links) {
        if (link.from == selected || link.to == selected) {
            continue;
        }
        const SlicePlace from = slicePlace(frame, link.from);
        const SlicePlace to = slicePlace(frame, link.to);
        if (from.isShown && to.isShown) {
            const Stroke& stroke = kOfHop[link.hop - 1U];
            addArrow(frame, from, to, stroke);
            outlineEnd(frame, from, stroke.alpha);
            outlineEnd(frame, to, stroke.alpha);
        }
    }
}

// The rows of GPU activities whose arrows are to be drawn.
std::vector<std::pair<TrackId, std::uint16_t>> streamRows(const Frame& frame) {
    const TimelineInput& input = frame.input;
    TrackId only;
    if (input.state.arrows == ArrowScope::Track) {
        only = frame.trace().trackOf(input.state.selected);
    }
    std::vector<std::pair<TrackId, std::uint16_t>> rows;
    const auto addLane = [&](std::uint32_t index) {
        const Lane& lane = input.layout.lanes()[index];
        if (lane.kind != LaneKind::Slices || (only.isValid() && lane.track != only)) {
            return;
        }
        const Track& track = frame.trace().tracks()[lane.track.index()];
        const int shown = std::min(lane.visibleRows, track.rows);
        for (int row = 0; track.kind == TrackKind::Stream && row < shown; ++row) {
            rows.emplace_back(lane.track, static_cast<std::uint16_t>(row));
        }
    };
    std::for_each(input.layout.pinnedTracks().begin(), input.layout.pinnedTracks().end(), addLane);
    const double viewEnd = input.viewport.scrollY + input.viewport.tracksHeight();
    const auto visible = input.layout.visibleLanes();
    for (std::size_t at = std::min(input.layout.visibleAt(input.viewport.scrollY), visible.size());
         at < visible.size() && input.layout.lanes()[visible[at]].y < viewEnd; ++at) {
        addLane(visible[at]);
    }
    return rows;
}

// Arrows to visible GPU activities: one per interval of the row, thicker if it represents several.
// O(bundles × log n).
void drawArrowsToStreams(Frame& frame) {
    const auto rows = streamRows(frame);
    const double width = (frame.right - frame.left) * static_cast<double>(rows.size());
    const double bundle =
        std::max(static_cast<double>(kBundle), width / static_cast<double>(kMaxBundles));
    const double nsPerBundle = std::max(1.0, bundle * frame.input.viewport.nsPerPixel);
    const int shift = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(nsPerBundle))) - 1;
    for (const auto& [track, number] : rows) {
        const Row row = frame.model().rows->row(frame.trace(), track, number);
        RunWalk walk(row, frame.range(), shift);
        DetailRun run;
        while (walk.next(run)) {
            const SliceId target = row.slice(walk.longestOf(run));
            const SliceId launch = frame.model().launches->launchOf(target);
            if (!launch.isValid()) {
                continue;
            }
            const SlicePlace from = slicePlace(frame, launch);
            const SlicePlace to = slicePlace(frame, target);
            if (from.isShown && to.isShown) {
                addArrow(frame, from, to, run.wide ? kOneOfMany : kBundled);
            }
        }
    }
}

// Arrows from visible launches of a host thread, bundled in the same way.
void drawArrowsFromThread(Frame& frame, TrackId track) {
    const Trace& trace = frame.trace();
    const Track& facts = trace.tracks()[track.index()];
    const auto launches = frame.model().launches->launches();
    const auto startsBefore = [&](Time time) {
        return [&trace, time](SliceId slice) { return trace.slices().start(slice) < time; };
    };
    const auto first =
        std::lower_bound(launches.begin(), launches.end(), SliceId(facts.firstSlice.index()));
    const auto last = std::lower_bound(first, launches.end(),
                                       SliceId(facts.firstSlice.index() + facts.sliceCount));
    const auto step = static_cast<std::int64_t>(
        std::max(1.0, static_cast<double>(kBundle) * frame.input.viewport.nsPerPixel));
    for (auto at = std::partition_point(first, last, startsBefore(frame.range().begin));
         at != last && trace.slices().start(*at) < frame.range().end;) {
        const std::int64_t bucket = ns(trace.slices().start(*at)) / step;
        const auto next =
            std::partition_point(at, last, startsBefore(timeFromNs((bucket + 1) * step)));
        const auto position = static_cast<std::size_t>(at - launches.begin());
        const ActivityId activity = frame.model().launches->activitiesAt(position).front();
        const SlicePlace from = slicePlace(frame, *at);
        const SlicePlace to = slicePlace(frame, trace.gpuActivities()[activity.index()].slice);
        if (from.isShown && to.isShown) {
            addArrow(frame, from, to, next - at > 1 ? kBundled : kOneOfMany);
        }
        at = std::max(next, at + 1);
    }
}

void drawManyFlows(Frame& frame) {
    const ArrowScope scope = frame.state().arrows;
    const SliceId selected = frame.state().selected;
    if (scope == ArrowScope::Track && selected.isValid()) {
        const TrackId track = frame.trace().trackOf(selected);
        if (frame.trace().tracks()[track.index()].kind != TrackKind::Stream) {
            return drawArrowsFromThread(frame, track);
        }
    }
    if (scope == ArrowScope::View || (scope == ArrowScope::Track && selected.isValid())) {
        drawArrowsToStreams(frame);
    }
}

}  // namespace

void drawFlows(Frame& frame) {
    drawManyFlows(frame);
    if (frame.state().selected.isValid()) {
        if (frame.state().arrows == ArrowScope::Chain) {
            drawChain(frame, frame.state().selected);
        }
        drawSelectedFlows(frame, frame.state().selected);
    }
}

}  // namespace gaplight
