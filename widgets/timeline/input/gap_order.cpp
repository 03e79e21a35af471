// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/input/gap_order.h"

#include <algorithm>

namespace gaplight::ui {
namespace {

// The gap for which `isBetter(begin, best)` holds against all others `allowed(begin)`.
template <class Allowed, class IsBetter>
OverlayId best(const OverlayTable& overlays, Allowed allowed, IsBetter isBetter) {
    const Overlay* found = nullptr;
    for (const Overlay& overlay : overlays.all()) {
        if (overlay.kind == OverlayKind::IdleGap && allowed(overlay.range.begin) &&
            (found == nullptr || isBetter(overlay.range.begin, found->range.begin))) {
            found = &overlay;
        }
    }
    return found == nullptr ? OverlayId() : overlays.idOf(*found);
}

constexpr auto kEarlier = [](Time a, Time b) { return a < b; };
constexpr auto kLater = [](Time a, Time b) { return a > b; };
constexpr auto kAny = [](Time) { return true; };

}  // namespace

OverlayId nextGap(const OverlayTable& overlays, Time time) {
    const OverlayId after = best(
        overlays, [time](Time begin) { return begin > time; }, kEarlier);
    return after.isValid() ? after : best(overlays, kAny, kEarlier);
}

OverlayId previousGap(const OverlayTable& overlays, Time time) {
    const OverlayId before = best(
        overlays, [time](Time begin) { return begin < time; }, kLater);
    return before.isValid() ? before : best(overlays, kAny, kLater);
}

SliceId launchAfter(const Session& session, GpuId gpu, Time gapBegin) {
    for (const DeviceAnalysis& device : session.analysis.devices) {
        if (device.totals.gpu != gpu) {
            continue;
        }
        const auto found = std::lower_bound(
            device.gaps.begin(), device.gaps.end(), gapBegin,
            [](const Gap& candidate, Time begin) { return candidate.begin < begin; });
        if (found != device.gaps.end() && found->begin == gapBegin) {
            return found->launch.isValid() ? found->launch : found->activity;
        }
    }
    return {};
}

}  // namespace gaplight::ui
