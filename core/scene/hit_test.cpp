// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/hit_test.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index/level_of_detail.h"
#include "core/scene/names_scene.h"
#include "core/scene/overview_geometry.h"

namespace gaplight {
namespace {

constexpr float kTriangleReach = 6;  // around it
constexpr double kSliceReach = 2;    // device pixels beside a slice that still hit it
constexpr double kGapReach = 3;      // pixels beside a gap

// The run that is drawn at a device pixel, or else the nearest within reach.
SliceId sliceAt(const TimelineInput& input, const Row& row, float x) {
    const double devicePixels = std::max(1.0, static_cast<double>(input.state.pixelRatio));
    const double nsPerDevice = input.viewport.nsPerPixel / devicePixels;
    const std::int64_t originNs = ns(input.viewport.begin);
    const double pointer = static_cast<double>(x - input.viewport.timeLeft()) * devicePixels;
    const auto around = [&](double by) {
        return timeFromNs(originNs + std::llround((pointer + by) * nsPerDevice));
    };
    RunWalk walk(row, {around(-kSliceReach - 1), around(kSliceReach + 1)},
                 input.viewport.bucketShift(devicePixels));
    DetailRun run;
    SliceId best;
    double bestDistance = std::numeric_limits<double>::max();
    float bestDuration = -1;
    while (walk.next(run)) {
        const double begin = static_cast<double>(run.beginNs - originNs) / nsPerDevice;
        const double end = static_cast<double>(run.endNs - originNs) / nsPerDevice;
        const bool wide = run.wide && end - begin >= 1;
        const double from = wide ? std::round(begin) : std::floor(begin);
        const double to = std::max(from + 1, wide ? std::round(end) : std::ceil(end));
        const double distance = std::max({0.0, from - pointer, pointer - to});
        if (distance > kSliceReach || distance > bestDistance ||
            (distance == bestDistance && run.duration <= bestDuration)) {
            continue;
        }
        best = row.slice(run.longest);
        bestDistance = distance;
        bestDuration = run.duration;
    }
    return best;
}

// The gap at `time` or nearest to it within reach.
OverlayId gapAt(const TimelineInput& input, std::int32_t device, Time time) {
    const OverlayTable& overlays = *input.model.overlays;
    const auto gaps = overlays.gaps(device);
    const Duration reach(std::llround(kGapReach * input.viewport.nsPerPixel));
    const auto after = std::partition_point(
        gaps.begin(), gaps.end(), [&](const Overlay& gap) { return gap.range.begin <= time; });
    Duration nearest = reach + Duration(1);
    OverlayId best;
    const auto consider = [&](const Overlay& gap) {
        const Duration distance =
            std::max({Duration{}, gap.range.begin - time, time - gap.range.end});
        if (distance < nearest) {
            nearest = distance;
            best = overlays.idOf(gap);
        }
    };
    if (after != gaps.begin()) {
        consider(*(after - 1));
    }
    if (after != gaps.end()) {
        consider(*after);
    }
    return best;
}

void hitGap(const TimelineInput& input, std::int32_t device, Hit& hit) {
    hit.overlay = gapAt(input, device, hit.time);
    if (hit.overlay.isValid()) {
        hit.kind = HitKind::Overlay;
    }
}

const Band* pinnedAt(const TimelineInput& input, float y) {
    for (const Band& band : input.layout.pinnedBands()) {
        const double inside = static_cast<double>(y - Viewport::kRulerHeight) - band.y;
        if (inside >= 0 && inside < band.height && y < input.viewport.tracksTop()) {
            return &band;
        }
    }
    return nullptr;
}

void hitTrack(const TimelineInput& input, const Band& band, float x, double insideY, Hit& hit) {
    const auto rowNumber = static_cast<int>(insideY / TrackLayout::kRowPitch);
    const bool onRow =
        rowNumber < band.visibleRows &&
        insideY - rowNumber * static_cast<double>(TrackLayout::kRowPitch) < TrackLayout::kRowHeight;
    if (!onRow) {
        return;
    }
    const Row row = input.model.rows->row(*input.model.trace, band.track,
                                          static_cast<std::uint16_t>(rowNumber));
    hit.slice = sliceAt(input, row, x);
    if (hit.slice.isValid()) {
        hit.kind = HitKind::Slice;
        if (input.state.showOverlays) {
            hit.overlay = input.model.overlays->ofSlice(hit.slice);
        }
    }
}

void hitNames(const Band& band, float x, double insideY, Hit& hit) {
    const Box box = triangleBox(band, 0);
    const bool onTriangle =
        band.collapsible && x >= box.x - kTriangleReach && x < box.x + box.width + kTriangleReach &&
        insideY >= box.y - kTriangleReach && insideY < box.y + box.height + kTriangleReach;
    hit.kind = onTriangle ? HitKind::Triangle : HitKind::Name;
}

}  // namespace

Hit hitTest(const TimelineInput& input, float x, float y) {
    Hit hit;
    const Viewport& view = input.viewport;
    hit.time = view.timeAt(x);
    hit.band = input.layout.bands().size();
    if (y < Viewport::kRulerHeight) {
        hit.kind = HitKind::Ruler;
        return hit;
    }
    if (const Band* pinned = pinnedAt(input, y)) {
        const Group& group = input.layout.groups()[pinned->group];
        hit.band = group.firstBand;
        hit.kind = x < view.timeLeft() ? HitKind::Name : HitKind::Band;
        if (hit.kind == HitKind::Band && input.state.showOverlays) {
            hitGap(input, *group.device, hit);
        }
        return hit;
    }
    const double contentY = static_cast<double>(y - view.tracksTop()) + view.scrollY;
    hit.band = input.layout.bandAt(contentY);
    if (hit.band == input.layout.bands().size()) {
        return hit;
    }
    const Band& band = input.layout.bands()[hit.band];
    if (x < view.timeLeft()) {
        hitNames(band, x, contentY - band.y, hit);
        return hit;
    }
    hit.kind = HitKind::Band;
    if (band.kind == BandKind::Slices) {
        hitTrack(input, band, x, contentY - band.y, hit);
    }
    const auto device = input.layout.groups()[band.group].device;
    if (hit.kind == HitKind::Band && device && band.kind != BandKind::Counter &&
        input.state.showOverlays) {
        hitGap(input, *device, hit);
    }
    return hit;
}

OverviewHit hitTestOverview(const OverviewInput& input, float x, float /*y*/) {
    const OverviewGeometry geometry(input);
    OverviewHit hit;
    hit.time = geometry.timeAt(x);
    constexpr float kReach = OverviewGeometry::kHandle;
    const bool narrow = geometry.windowRight - geometry.windowLeft < 3 * kReach;
    // The handles of a narrow window reach outwards, so that its middle can be dragged.
    const float inside = narrow ? 2 : kReach;
    if (x >= geometry.windowLeft - kReach && x < geometry.windowLeft + inside) {
        hit.kind = OverviewHitKind::LeftHandle;
    } else if (x > geometry.windowRight - inside && x <= geometry.windowRight + kReach) {
        hit.kind = OverviewHitKind::RightHandle;
    } else if (x >= geometry.windowLeft && x <= geometry.windowRight) {
        hit.kind = OverviewHitKind::Window;
    }
    return hit;
}

}  // namespace gaplight
