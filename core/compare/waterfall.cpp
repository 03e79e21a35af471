// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/waterfall.h"

#include <algorithm>
#include <span>
#include <utility>

namespace gaplight {
namespace {

// The bar of the causes without a bar of their own. Its name is that of the largest of them if that
// has kNearlyAllPercent of the change, else "other".
WaterfallBar restOf(std::span<const WaterfallBar> causes, Duration from, Duration to) {
    constexpr std::int64_t kNearlyAllPercent = 90;
    WaterfallBar rest{"other", {}, from, to, false};
    if (!causes.empty()) {
        const Duration all = to - from;
        const Duration largest = causes.front().delta();
        const bool isSameWay = (all < Duration::zero()) == (largest < Duration::zero());
        if (isSameWay && std::chrono::abs(all - largest) * 100 <=
                             std::chrono::abs(all) * (100 - kNearlyAllPercent)) {
            rest.label = causes.front().label;
            rest.detail = causes.front().detail;
        }
    }
    return rest;
}

}  // namespace

std::vector<WaterfallBar> waterfallOf(const WaterfallInput& input) {
    std::vector<WaterfallBar> bars{{"A", {}, Duration::zero(), input.a, true}};
    std::vector<WaterfallBar> causes;
    Duration largest{};
    for (const ChangeCause& cause : input.causes) {
        causes.push_back({cause.label, cause.detail, Duration::zero(), cause.delta(), false});
        largest = std::max(largest, cause.size());
    }
    std::stable_sort(causes.begin(), causes.end(),
                     [](const WaterfallBar& x, const WaterfallBar& y) {
                         return std::chrono::abs(x.delta()) > std::chrono::abs(y.delta());
                     });
    const Duration longer = std::max(input.a, input.b);
    Duration at = input.a;
    std::size_t shown = 0;
    for (; shown < causes.size(); ++shown) {
        WaterfallBar& cause = causes[shown];
        const Duration size = std::chrono::abs(cause.delta());
        if (bars.size() > kMaxWaterfallCauses || size * kMinShareOfLargest < largest ||
            size * kMinShareOfRun < longer || size == Duration::zero() ||
            at + cause.delta() < Duration::zero()) {
            break;
        }
        cause.begin = at;
        cause.end += at;
        at = cause.end;
        bars.push_back(std::move(cause));
    }
    const Duration other = std::chrono::abs(input.b - at);
    if (other * kMinShareOfRun >= longer && other > Duration::zero()) {
        bars.push_back(restOf(std::span(causes).subspan(shown), at, input.b));
    }
    bars.push_back({"B", {}, Duration::zero(), input.b, true});
    return bars;
}

}  // namespace gaplight
