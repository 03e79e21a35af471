// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/waterfall.h"

#include <algorithm>
#include <utility>

namespace gaplight {

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
    for (WaterfallBar& cause : causes) {
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
        bars.push_back({"other", {}, at, input.b, false});
    }
    bars.push_back({"B", {}, Duration::zero(), input.b, true});
    return bars;
}

}  // namespace gaplight
