// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/timeline/view_scenes.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/index/level_of_detail.h"
#include "core/scene/layout/track_groups.h"
#include "core/scene/timeline/timeline_scene.h"
#include "core/scene/timeline/track_scenes.h"

namespace gaplight {

OverviewGeometry::OverviewGeometry(const OverviewInput& input)
    : range(input.model.trace->range()), width(std::max(1.0F, input.width)) {
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

constexpr float kTicks = 10;           // height of the part above, for findings
constexpr float kOverviewPadding = 3;  // above and below the profiles
constexpr std::uint8_t kOutside = 150;
constexpr std::uint8_t kIdle = 120;
constexpr float kMinTickWidth = 2;
constexpr float kWidestTick = 24;  // px; wider ones are drawn as bars
constexpr float kBarHeight = 3;    // their height
constexpr float kHitTick = 6;

void drawProfiles(const OverviewInput& input, const OverviewGeometry& geometry, DisplayList& list) {
    const auto count = static_cast<float>(input.model.busy.size());
    const float height = (input.height - kTicks - kOverviewPadding) / count;
    UtilizationArea area;
    area.box = {0, kTicks, geometry.width, std::max(1.0F, height - (count > 1 ? 1 : 0))};
    area.beginNs = ns(geometry.range.begin);
    area.nsPerPixel = geometry.nsPerPixel;
    area.idleAlpha = kIdle;
    for (const BusyProfile& profile : input.model.busy) {
        drawUtilization(list, profile, area);
        area.box.y += height;
    }
}

// Ticks where findings cost time; higher ticks for higher severity, so that severity is visible
// without color. A long interval is a thin bar. O(pixels × log n).
void drawFindingTicks(const OverviewInput& input, const OverviewGeometry& geometry,
                      DisplayList& list) {
    struct Look {
        OverlayWeight weight;
        Role color;
        float height;
    };
    constexpr std::array kLooks{Look{OverlayWeight::Info, Role::SeverityInfo, 3},
                                Look{OverlayWeight::Warning, Role::SeverityWarning, 6},
                                Look{OverlayWeight::Critical, Role::SeverityCritical, 9}};
    for (const Look& look : kLooks) {
        const auto spans = input.model.overlays->spans(look.weight);
        for (auto at = spans.begin(); at != spans.end();) {
            const float x0 = std::floor(geometry.x(at->begin));
            float x1 = std::max(x0 + kMinTickWidth, geometry.x(at->end));
            // What begins inside a tick is a part of it.
            const Time end = geometry.timeAt(x1);
            at = std::partition_point(at + 1, spans.end(),
                                      [end](const TimeRange& span) { return span.begin < end; });
            x1 = std::max(x1, geometry.x((at - 1)->end));
            const float height = x1 - x0 > kWidestTick ? kBarHeight : look.height;
            list.rects.push_back(
                {{x0, kTicks - 1 - height, x1 - x0, height}, look.color, 255, Layer::Overlays});
        }
    }
}

// Without a GPU: when the outermost slices of the busiest thread ran.
void drawHostActivity(const OverviewInput& input, const OverviewGeometry& geometry,
                      DisplayList& list) {
    const auto tracks = input.model.trace->tracks();
    const auto busiest = std::max_element(
        tracks.begin(), tracks.end(),
        [](const Track& a, const Track& b) { return a.sliceCount < b.sliceCount; });
    if (busiest == tracks.end() || busiest->sliceCount == 0) {
        return;
    }
    const TrackId track(static_cast<std::size_t>(busiest - tracks.begin()));
    Viewport view;
    view.nsPerPixel = std::max(1.0, geometry.nsPerPixel);
    RunWalk walk(input.model.rows->row(*input.model.trace, track, 0), geometry.range,
                 view.bucketShift());
    DetailRun run;
    float painted = 0;
    while (walk.next(run)) {
        const float x0 = std::max(painted, geometry.x(timeFromNs(run.beginNs)));
        const float x1 = std::max(std::floor(x0) + 1, geometry.x(timeFromNs(run.endNs)));
        if (x1 > painted) {
            list.rects.push_back({{x0, kTicks, x1 - x0, input.height - kTicks - kOverviewPadding},
                                  Role::Compute,
                                  255,
                                  Layer::Slices});
            painted = x1;
        }
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
        list.rects.push_back({{x0, input.height - kHitTick, x1 - x0, kHitTick},
                              Role::SearchHit,
                              255,
                              Layer::Overlays});
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
        drawHostActivity(input, geometry, list);
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
