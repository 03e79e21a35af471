// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/timeline_navigation.h"

#include "core/scene/interaction/navigation.h"
#include "widgets/timeline/finding_walk.h"

namespace gaplight::ui {
namespace {

constexpr double kContext = 1.0;  // on each side of a gap, of its length
constexpr double kMargin = 0.05;  // on each side of a range entered by the user

// Shows the row of a slice, and a range at the present scale.
void showRange(TimelineView& view, SliceId slice, TimeRange range) {
    Viewport target = view.target();
    target.scrollY = view.reveal(slice, target).scrollY;
    view.animateTo(revealing(target, range, view.limits()));
}

// For a gap, selects the launch of the work that ends it, and shows the row of the host activity
// during it.
void goToEvidence(TimelineView& view, const Finding& finding, const Evidence& evidence) {
    const bool isGap = evidence.shape == EvidenceShape::Gap;
    const SliceId slice =
        isGap ? launchAfter(view.trace().session(), evidence.range.begin) : evidence.slice;
    view.select(slice);
    view.selectRange(isGap || !slice.isValid() ? std::optional(evidence.range) : std::nullopt);
    const SliceId shown = sliceToReveal(*view.model().trace, finding, evidence);
    showRange(view, shown.isValid() ? shown : slice, evidence.range);
}

}  // namespace

void goToSlice(TimelineView& view, SliceId slice) {
    if (view.hasTrace() && slice.isValid()) {
        view.selectRange(std::nullopt);
        goToSliceInRange(view, slice);
    }
}

void goToSliceInRange(TimelineView& view, SliceId slice) {
    if (view.hasTrace() && slice.isValid()) {
        view.select(slice);
        view.animateTo(view.reveal(slice, view.target()));
    }
}

void followToSlice(TimelineView& view, SliceId slice) {
    if (!view.hasTrace() || !slice.isValid()) {
        return;
    }
    const SliceId from = view.state().selected;
    view.selectRange(std::nullopt);
    view.select(slice);
    view.animateTo(from.isValid() ? view.revealArrow(from, slice, view.target())
                                  : view.reveal(slice, view.target()));
    view.followFlow();
}

void goToRange(TimelineView& view, TimeRange range) {
    if (!view.hasTrace()) {
        return;
    }
    Viewport target = view.target();
    if (range.length() > Duration::zero()) {
        view.select(SliceId());
        view.selectRange(range);
        target = fitted(target, range, view.limits(), kMargin);
    } else {
        target.begin = range.begin - target.range().length() / 2;
    }
    view.animateTo(target);
}

void goToGap(TimelineView& view, OverlayId gap) {
    if (!view.hasTrace() || !gap.isValid()) {
        return;
    }
    goToGap(view, (*view.trace().model().overlays)[gap].range);
}

void goToGap(TimelineView& view, std::optional<TimeRange> gap) {
    if (!view.hasTrace() || !gap) {
        return;
    }
    const SliceId launch = launchAfter(view.trace().session(), gap->begin);
    view.select(launch);
    view.selectRange(gap);
    showRange(view, launch, *gap);
}

void goToFinding(TimelineView& view, FindingFocus focus) {
    if (!view.hasTrace()) {
        return;
    }
    view.setCurrentFinding(focus);
    const FindingFocus at = view.focusedFinding();
    if (at.occurrence >= 0) {
        view.setOverlaysVisible(true);
        const Finding& finding = view.findings().findings[static_cast<std::size_t>(at.finding)];
        goToEvidence(view, finding, finding.evidence[static_cast<std::size_t>(at.occurrence)]);
        view.setCurrentFinding(at);  // a selection ends isAtFinding()
    }
}

std::optional<TimeRange> selectedGap(const TimelineView& view) {
    const auto& range = view.state().selectedRange;
    const SliceId launch = view.state().selected;
    const bool isGap =
        range && launch.isValid() && launchAfter(view.trace().session(), range->begin) == launch;
    return isGap ? range : std::nullopt;
}

namespace {

Viewport closeViewport(TimelineView& view) {
    const auto gap = selectedGap(view);
    return gap ? fitted(view.target(), *gap, view.limits(), kContext) : view.focusedViewport();
}

}  // namespace

void zoomToSelection(TimelineView& view) {
    if (view.hasTrace()) {
        view.animateTo(closeViewport(view));
    }
}

void focusSelection(TimelineView& view) {
    if (!view.hasTrace()) {
        return;
    }
    const Viewport& target = view.target();
    const Viewport close = closeViewport(view);
    const bool isThere = close.begin == target.begin && close.nsPerPixel == target.nsPerPixel;
    view.animateTo(isThere ? fitted(target, view.model().trace->range(), view.limits()) : close);
}

Viewport viewportOf(const TimelineView& view, const SavedPlace& place) {
    Viewport target = fitted(view.target(), place.range, view.limits(), 0);
    target.scrollY = place.scrollY;
    return clamped(target, view.limits());
}

void jumpToPlace(TimelineView& view, const SavedPlace& place) {
    view.setRange(place.range);
    view.dragBy(0, view.target().scrollY - place.scrollY);
}

Time selectionTime(const TimelineView& view) {
    const TimelineState& state = view.state();
    if (state.selectedRange) {
        return state.selectedRange->begin;
    }
    return state.selected.isValid() ? view.model().trace->slices().start(state.selected)
                                    : view.target().begin + view.target().range().length() / 2;
}

}  // namespace gaplight::ui
