// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/layout/viewport.h"

namespace gaplight {
namespace {

// Margin beside the trace, as a share of the visible range.
constexpr double kMargin = 0.05;

Duration toDuration(double length) {
    return Duration(std::llround(length));
}

double lengthOf(TimeRange range) {
    return static_cast<double>(std::max<std::int64_t>(1, ns(range.length())));
}

double clampedScale(double nsPerPixel, const Viewport& view, const ViewLimits& limits) {
    const double widest = lengthOf(limits.range) * (1 + 2 * kMargin) / view.timeWidth();
    return std::clamp(nsPerPixel, Viewport::kMinNsPerPixel,
                      std::max(Viewport::kMinNsPerPixel, widest));
}

Time middle(TimeRange range) {
    return range.begin + range.length() / 2;
}

}  // namespace

Viewport clamped(Viewport view, const ViewLimits& limits) {
    view.pinnedHeight = limits.pinnedHeight;
    view.nsPerPixel = clampedScale(view.nsPerPixel, view, limits);
    const double visible = view.timeWidth() * view.nsPerPixel;
    const Duration margin = toDuration(visible * kMargin);
    const Time first = limits.range.begin - margin;
    const Time last = limits.range.end + margin - toDuration(visible);
    view.begin = last <= first ? middle(limits.range) - toDuration(visible / 2)
                               : std::clamp(view.begin, first, last);
    view.scrollY =
        std::clamp(view.scrollY, 0.0, std::max(0.0, limits.contentHeight - view.tracksHeight()));
    return view;
}

Viewport zoomedAbout(const Viewport& view, double viewX, double factor, const ViewLimits& limits) {
    Viewport next = view;
    next.nsPerPixel = clampedScale(view.nsPerPixel / factor, view, limits);
    next.begin = view.timeAt(viewX) - toDuration((viewX - view.namesWidth) * next.nsPerPixel);
    return clamped(next, limits);
}

Viewport pannedBy(const Viewport& view, double dx, double dy, const ViewLimits& limits) {
    Viewport next = view;
    // No further than any place that clamped() would allow, so that no drag can overflow.
    const double farthest = 2 * (lengthOf(limits.range) + view.timeWidth() * view.nsPerPixel);
    next.begin = view.begin - toDuration(std::clamp(dx * view.nsPerPixel, -farthest, farthest));
    next.scrollY = view.scrollY - dy;
    return clamped(next, limits);
}

Viewport fitted(const Viewport& view, TimeRange range, const ViewLimits& limits, double margin) {
    Viewport next = view;
    next.nsPerPixel =
        clampedScale(lengthOf(range) * (1 + 2 * margin) / view.timeWidth(), view, limits);
    next.begin = middle(range) - toDuration(next.nsPerPixel * view.timeWidth() / 2);
    return clamped(next, limits);
}

Viewport revealing(const Viewport& view, TimeRange range, const ViewLimits& limits) {
    const TimeRange seen = view.range();
    const bool fits = range.length() <= seen.length();
    const Duration shared = std::min(range.end, seen.end) - std::max(range.begin, seen.begin);
    const bool visible =
        fits ? seen.begin <= range.begin && range.end <= seen.end : shared >= seen.length() / 2;
    if (visible) {
        return clamped(view, limits);
    }
    Viewport next = view;
    const Duration beside = seen.length() / 10;
    next.begin = fits                       ? middle(range) - seen.length() / 2
                 : range.begin < seen.begin ? range.end - seen.length() + beside
                                            : range.begin - beside;
    return clamped(next, limits);
}

}  // namespace gaplight
