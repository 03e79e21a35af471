// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/timeline/view_scenes.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/intervals.h"
#include "core/scene/timeline/replay_scene.h"
#include "core/scene/timeline/timeline_scene.h"
#include "core/scene/timeline/track_scenes.h"

namespace gaplight {

namespace {

// What the view began with as long as it stays there, so that a stray event does not squeeze all
// else into a pixel; else the whole trace.
TimeRange overviewRange(const OverviewInput& input) {
    const TimeRange whole = input.model.trace->range();
    if (input.range) {
        return *input.range;
    }
    if (!input.model.mainRange) {
        return whole;
    }
    const Duration beside = input.model.mainRange->length() / 10;
    const TimeRange main{input.model.mainRange->begin - beside,
                         input.model.mainRange->end + beside};
    // The view may reach a little beyond the trace.
    const bool isInside = input.viewport.begin >= main.begin && input.viewport.end() <= main.end;
    return isInside ? commonPart(main, whole) : whole;
}

}  // namespace

OverviewGeometry::OverviewGeometry(const OverviewInput& input)
    : range(overviewRange(input)), width(std::max(1.0F, input.width)) {
    const auto length = static_cast<double>(std::max<std::int64_t>(1, ns(range.length())));
    nsPerPixel = length / static_cast<double>(width);
    windowLeft = x(input.viewport.begin);
    windowRight = x(input.viewport.end());
    if (windowRight - windowLeft < kMinWindowWidth) {
        const float middle = std::clamp((windowLeft + windowRight) / 2, kMinWindowWidth / 2,
                                        std::max(kMinWindowWidth / 2, width - kMinWindowWidth / 2));
        windowLeft = middle - kMinWindowWidth / 2;
        windowRight = middle + kMinWindowWidth / 2;
    }
}

float OverviewGeometry::x(Time time) const {
    const double at = static_cast<double>(ns(time) - ns(range.begin)) / nsPerPixel;
    return static_cast<float>(std::clamp(at, 0.0, static_cast<double>(width)));
}

Time OverviewGeometry::timeAt(float x) const {
    return range.begin + Duration(std::llround(static_cast<double>(x) * nsPerPixel));
}

namespace {

constexpr float kTicks = 7;            // height of the part above, for findings
constexpr float kOverviewPadding = 2;  // above and below the profiles
constexpr std::uint8_t kOutside = 150;
constexpr std::uint8_t kIdle = 120;
constexpr float kMinTickWidth = 2;
constexpr float kTickGap = 4;      // narrow ticks closer than this are one: many would be a comb
constexpr float kWidestTick = 24;  // px; wider ones are drawn as bars
constexpr float kBarHeight = 3;    // their height
constexpr std::uint8_t kInfoTick = 150;  // alpha

constexpr std::size_t kMaxReplayedGpus = 3;  // more are too low for two strips each
constexpr float kEndWidth = 2;

// Below the measured time of a GPU, which `measured` is the area of.
void drawPredicted(const ReplayIntervals& replay, GpuId gpu, const OverviewGeometry& geometry,
                   UtilizationArea measured, DisplayList& list) {
    for (const BusyProfile& predicted : replay.predicted) {
        if (predicted.gpu() != gpu) {
            continue;
        }
        const float begin = geometry.x(predicted.window().begin);
        measured.box.y += measured.box.height;
        list.rects.push_back(
            {{begin, measured.box.y, geometry.x(predicted.window().end) - begin, 1},
             Role::Accent,
             255,
             Layer::Overlays});
        measured.box.y += 1;
        measured.showsIdle = false;
        drawUtilization(list, predicted, measured);
    }
}

void drawProfiles(const OverviewInput& input, const OverviewGeometry& geometry, DisplayList& list) {
    const auto count = static_cast<float>(input.model.busy.size());
    const float height = (input.height - kTicks - kOverviewPadding) / count;
    UtilizationArea area;
    area.box = {0, kTicks, geometry.width, std::max(1.0F, height - (count > 1 ? 1 : 0))};
    area.beginNs = ns(geometry.range.begin);
    area.nsPerPixel = geometry.nsPerPixel;
    area.idleAlpha = kIdle;
    const bool hasReplay =
        input.replay != nullptr && input.replay->end && input.model.busy.size() <= kMaxReplayedGpus;
    area.box.height = hasReplay ? std::floor(area.box.height / 2) : area.box.height;
    for (const BusyProfile& profile : input.model.busy) {
        drawUtilization(list, profile, area);
        if (hasReplay) {
            drawPredicted(*input.replay, profile.gpu(), geometry, area, list);
        }
        area.box.y += height;
    }
    if (input.replay != nullptr && input.replay->end) {
        const float end = geometry.x(input.replay->end->at);
        list.rects.push_back(
            {{end - kEndWidth, 0, kEndWidth, input.height}, Role::Accent, 255, Layer::Overlays});
    }
}

// Ticks where findings cost time; higher and stronger ones for higher severity, without a hue: red
// is idle time alone. A long interval is a thin bar. O(pixels × log n).
void drawFindingTicks(const OverviewInput& input, const OverviewGeometry& geometry,
                      DisplayList& list) {
    struct Look {
        OverlayWeight weight;
        Role color;
        std::uint8_t alpha;
        float height;
    };
    constexpr std::array kLooks{Look{OverlayWeight::Info, Role::SecondaryText, kInfoTick, 3},
                                Look{OverlayWeight::Warning, Role::SecondaryText, 255, 6},
                                Look{OverlayWeight::Critical, Role::Text, 255, 9}};
    for (const Look& look : kLooks) {
        const auto spans = input.model.overlays->spans(look.weight);
        for (auto at = spans.begin(); at != spans.end();) {
            const float x0 = std::floor(geometry.x(at->begin));
            float x1 = x0;
            // What begins inside a tick is a part of it, and what is narrow and close to it.
            for (bool grows = true; grows;) {
                x1 = std::max(
                    {x1, std::floor(geometry.x(at->begin)) + kMinTickWidth, geometry.x(at->end)});
                const Time end = geometry.timeAt(x1);
                const auto next = std::partition_point(
                    at, spans.end(), [end](const TimeRange& span) { return span.begin < end; });
                at = std::max(next, at + 1);
                x1 = std::max(x1, geometry.x((at - 1)->end));
                grows = at != spans.end() && at->begin < geometry.timeAt(x1 + kTickGap) &&
                        geometry.x(at->end) - geometry.x(at->begin) <= kTickGap;
            }
            const float height = x1 - x0 > kWidestTick ? kBarHeight : look.height;
            list.rects.push_back({{x0, kTicks - 1 - height, x1 - x0, height},
                                  look.color,
                                  look.alpha,
                                  Layer::Overlays});
        }
    }
}

// Without a GPU: one strip for each of the busiest threads, the darker the busier. O(parts).
void drawThreadLoads(const OverviewInput& input, const OverviewGeometry& geometry,
                     DisplayList& list) {
    constexpr int kLevels = 12;
    constexpr int kFaintest = 50;  // alpha of any work
    const auto parts = static_cast<float>(ThreadLoad::kParts);
    const auto count = static_cast<float>(input.model.threads.size());
    const float pitch = (input.height - kTicks - kOverviewPadding) / count;
    float y = kTicks;
    for (const ThreadLoad& thread : input.model.threads) {
        const float x = geometry.x(thread.range.begin);
        const float width = geometry.x(thread.range.end) - x;
        const auto levelAt = [&](std::size_t part) {
            return (thread.busy[part] * kLevels + 254) / 255;
        };
        for (std::size_t part = 0; part < thread.busy.size();) {
            const std::size_t first = part;
            const int level = levelAt(first);
            while (part < thread.busy.size() && levelAt(part) == level) {
                ++part;
            }
            const float x0 = std::round(x + width * static_cast<float>(first) / parts);
            const float x1 = std::round(x + width * static_cast<float>(part) / parts);
            if (level > 0 && x1 > x0) {
                list.rects.push_back(
                    {{x0, y, x1 - x0, std::max(1.0F, pitch - (pitch >= 4 ? 1.0F : 0.5F))},
                     Role::Compute,
                     static_cast<std::uint8_t>(kFaintest + (255 - kFaintest) * level / kLevels),
                     Layer::Slices});
            }
        }
        y += pitch;
    }
}

// Ticks at search hits, along the lower edge. O(pixels × log n).
void drawHitTicks(const OverviewInput& input, const OverviewGeometry& geometry, DisplayList& list) {
    const Trace& trace = *input.model.trace;
    const SearchHits& hits = *input.model.hits;
    for (std::size_t at = 0; at < hits.count();) {
        const float x0 = std::floor(geometry.x(trace.slices().start(hits.byTime()[at])));
        float x1 = x0;
        // Ticks that touch are one.
        do {
            x1 += kMinTickWidth;
            at = hits.rankFrom(trace, geometry.timeAt(x1));
        } while (at < hits.count() && x1 < geometry.width &&
                 geometry.x(trace.slices().start(hits.byTime()[at])) < x1 + 1);
        constexpr float kTick = OverviewGeometry::kHitTick;
        list.rects.push_back(
            {{x0, input.height - kTick, x1 - x0, kTick}, Role::SearchHit, 255, Layer::Overlays});
        if (x1 >= geometry.width) {
            break;
        }
    }
}

void drawWindow(const OverviewInput& input, const OverviewGeometry& geometry, DisplayList& list) {
    const float left = geometry.windowLeft;
    const float right = geometry.windowRight;
    const auto add = [&](Box box, Role color, std::uint8_t alpha) {
        if (box.width > 0) {
            list.rects.push_back({box, color, alpha, Layer::Selection});
        }
    };
    add({0, 0, left, input.height}, Role::Background, kOutside);
    add({right, 0, geometry.width - right, input.height}, Role::Background, kOutside);
    add({left, 0, right - left, 1}, Role::OverviewWindow, 255);
    add({left, input.height - 1, right - left, 1}, Role::OverviewWindow, 255);
    add({left, 0, 1, input.height}, Role::OverviewWindow, 255);
    add({right - 1, 0, 1, input.height}, Role::OverviewWindow, 255);
    constexpr float kGrip = 18;
    const float grip = (input.height - kGrip) / 2;
    add({left - 1, grip, 3, kGrip}, Role::OverviewWindow, 255);
    add({right - 2, grip, 3, kGrip}, Role::OverviewWindow, 255);
}

}  // namespace

void buildOverviewGround(const OverviewInput& input, DisplayList& list) {
    list.clear(input.width, input.height);
    const OverviewGeometry geometry(input);
    list.rects.push_back(
        {{0, 0, list.width, list.height}, Role::Background, 255, Layer::Background});
    if (input.model.busy.empty()) {
        drawThreadLoads(input, geometry, list);
    } else {
        drawProfiles(input, geometry, list);
    }
    if (input.state.showOverlays) {
        drawFindingTicks(input, geometry, list);
    }
    if (input.model.hits != nullptr) {
        drawHitTicks(input, geometry, list);
    }
}

void buildOverviewWindow(const OverviewInput& input, DisplayList& list) {
    list.clear(input.width, input.height);
    drawWindow(input, OverviewGeometry(input), list);
}

void buildOverview(const OverviewInput& input, const TextMeasure& /*measure*/, DisplayList& list) {
    buildOverviewGround(input, list);
    drawWindow(input, OverviewGeometry(input), list);
}

}  // namespace gaplight
