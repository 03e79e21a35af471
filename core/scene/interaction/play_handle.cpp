// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/interaction/play_handle.h"

#include <algorithm>
#include <cmath>

#include "core/scene/interaction/hit_test.h"

namespace gaplight {
namespace {

constexpr float kReach = 4;      // pixels at both sides of an end
constexpr double kMinWidth = 3;  // pixels
constexpr int kLongerTimes = 4;  // a slice is dragged to at most so many times its length

bool isReplayed(SliceKind kind) {
    switch (kind) {
        case SliceKind::CpuOp:
        case SliceKind::UserAnnotation:
        case SliceKind::PythonFunction:
        case SliceKind::Runtime:
        case SliceKind::Driver:
            return true;
        default:
            return isGpuActivity(kind);
    }
}

// The idle gap of a hit on the strip of a GPU.
std::optional<TimeRange> gapOf(const TimelineInput& input, const Hit& hit) {
    if (hit.gap) {
        return hit.gap;
    }
    if (hit.kind != HitKind::Overlay || !hit.overlay.isValid()) {
        return std::nullopt;
    }
    const Overlay mark = (*input.model.overlays)[hit.overlay];
    return mark.kind == OverlayKind::IdleGap ? std::optional(mark.range) : std::nullopt;
}

std::optional<PlayedEnd> endOf(const TimelineInput& input, const Hit& hit) {
    PlayedEnd played;
    if (hit.kind == HitKind::Slice && !hit.mirrored &&
        isReplayed(input.model.trace->kind(hit.slice))) {
        played.slice = hit.slice;
        played.range = input.model.trace->slices().range(hit.slice);
    } else if (const auto gap = gapOf(input, hit); gap && hit.lane < input.layout.lanes().size()) {
        const Lane& lane = input.layout.lanes()[hit.lane];
        const std::optional<GpuId> gpu = input.layout.groups()[lane.group].gpu;
        if (!gpu) {
            return std::nullopt;
        }
        played.gpu = *gpu;
        played.range = *gap;
    } else {
        return std::nullopt;
    }
    played.end = played.range.end;
    return played;
}

}  // namespace

std::optional<PlayedEnd> playHandleAt(const TimelineInput& input, float x, float y) {
    if (x < input.viewport.timeLeft() || y < Viewport::kRulerHeight) {
        return std::nullopt;
    }
    // An end may lie left of the pointer, where the next slice begins.
    for (const float at : {x, x - kReach}) {
        const std::optional<PlayedEnd> played = endOf(input, hitTest(input, at, y));
        if (!played) {
            continue;
        }
        const double width =
            input.viewport.x(played->range.end) - input.viewport.x(played->range.begin);
        const double distance = input.viewport.x(played->range.end) - static_cast<double>(x);
        const double reach = std::min(static_cast<double>(kReach), width / 3);
        if (width >= kMinWidth && std::abs(distance) <= reach) {
            return played;
        }
    }
    return std::nullopt;
}

std::optional<PlayedEnd> playRemovedSelection(const TimelineInput& input) {
    const TimelineState& state = input.state;
    const auto gpu = std::ranges::find_if(input.model.busy, [&](const BusyProfile& profile) {
        return state.selectedRange && profile.gapIn(*state.selectedRange) == state.selectedRange;
    });
    PlayedEnd played;
    if (gpu != input.model.busy.end()) {
        played.gpu = gpu->gpu();
        played.range = *state.selectedRange;
    } else if (state.selected.isValid() && isReplayed(input.model.trace->kind(state.selected))) {
        played.slice = state.selected;
        played.range = input.model.trace->slices().range(state.selected);
    }
    if (played.range.length() <= Duration::zero()) {
        return std::nullopt;
    }
    played.phase = PlayedEnd::Phase::Dropped;
    played.end = played.range.begin;
    return played;
}

PlayedEnd playDraggedTo(const TimelineInput& input, PlayedEnd played, float x) {
    const Time last = played.isGap() ? played.range.end
                                     : played.range.begin + kLongerTimes * played.range.length();
    played.phase = PlayedEnd::Phase::Dragged;
    played.end =
        std::clamp(input.viewport.timeAt(static_cast<double>(x)), played.range.begin, last);
    return played;
}

}  // namespace gaplight
