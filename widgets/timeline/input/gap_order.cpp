// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/input/gap_order.h"

#include <algorithm>
#include <cstddef>

namespace gaplight::ui {
namespace {

// Among the gaps that `positionIn(gaps of a GPU)` names, one per GPU or none (the size of the
// sequence), the one that `isBetter(begin, other begin)` prefers.
template <class PositionIn, class IsBetter>
OverlayId best(const OverlayTable& overlays, PositionIn positionIn, IsBetter isBetter) {
    OverlayId found;
    for (const OverlaySequence& sequence : overlays.sequences(OverlayKind::IdleGap)) {
        const OverlaySpan gaps = overlays.overlays(sequence);
        const std::size_t position = positionIn(gaps);
        if (position < gaps.size() &&
            (!found.isValid() ||
             isBetter(gaps.range(position).begin, overlays.place(found).range.begin))) {
            found = gaps.id(position);
        }
    }
    return found;
}

constexpr auto kEarlier = [](Time a, Time b) { return a < b; };
constexpr auto kLater = [](Time a, Time b) { return a > b; };

}  // namespace

OverlayId nextGap(const OverlayTable& overlays, Time time) {
    const OverlayId after = best(
        overlays, [time](const OverlaySpan& gaps) { return gaps.firstFrom(time + Duration(1)); },
        kEarlier);
    return after.isValid()
               ? after
               : best(
                     overlays, [](const OverlaySpan&) { return std::size_t{0}; }, kEarlier);
}

OverlayId previousGap(const OverlayTable& overlays, Time time) {
    const OverlayId before = best(
        overlays,
        [time](const OverlaySpan& gaps) {
            const std::size_t from = gaps.firstFrom(time);
            return from > 0 ? from - 1 : gaps.size();
        },
        kLater);
    return before.isValid()
               ? before
               : best(
                     overlays, [](const OverlaySpan& gaps) { return gaps.size() - 1; }, kLater);
}

SliceId launchAfter(const Session& session, Time gapBegin) {
    for (const DeviceAnalysis& device : session.analysis.devices) {
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
