// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/timeline/overview_geometry.h"

#include <algorithm>
#include <cmath>

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

}  // namespace gaplight
