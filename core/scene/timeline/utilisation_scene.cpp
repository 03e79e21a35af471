// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/timeline/utilisation_scene.h"

#include <bit>
#include <cmath>

namespace gaplight {
namespace {

// Smallest power of two that is at least a pixel.
int columnShift(double nsPerPixel) {
    const auto pixel = static_cast<std::uint64_t>(std::ceil(std::max(1.0, nsPerPixel)));
    return static_cast<int>(std::bit_width(pixel - 1));
}

}  // namespace

void drawUtilisation(DisplayList& list, const BusyProfile& profile, const UtilisationArea& area) {
    const int shift = columnShift(area.nsPerPixel);
    const double endNs = static_cast<double>(area.box.width) * area.nsPerPixel;
    const auto lastNs = area.beginNs + static_cast<std::int64_t>(endNs);
    const std::int64_t firstNs = std::max(area.beginNs, ns(profile.window().begin));
    const std::int64_t stopNs = std::min(lastNs, ns(profile.window().end));
    const auto xAt = [&](std::int64_t timeNs) {
        const double x = static_cast<double>(timeNs - area.beginNs) / area.nsPerPixel;
        // Whole pixels: parts of one would leave seams between columns.
        return area.box.x +
               static_cast<float>(std::round(std::clamp(x, 0.0, double{area.box.width})));
    };
    float lastHeight = 0;
    for (std::int64_t bucket = firstNs >> shift; (bucket << shift) < stopNs; ++bucket) {
        const TimeRange column{timeFromNs(bucket << shift), timeFromNs((bucket + 1) << shift)};
        const double share = static_cast<double>(ns(profile.busyWithin(column))) /
                             static_cast<double>(ns(column.length()));
        // To a quarter of a pixel, so that equal-looking columns join; any work shows.
        float height = std::round(area.box.height * static_cast<float>(share) * 4) / 4;
        height = share > 0 ? std::max(height, 1.0F) : 0;
        const float x0 = xAt(ns(column.begin));
        const float x1 = xAt(ns(column.end));
        if (x1 <= x0) {
            continue;  // what the view's edge leaves of a column
        }
        if (height > 0 && height == lastHeight) {
            list.rects.back().box.width = x1 - list.rects.back().box.x;
        } else if (height > 0) {
            list.rects.push_back({{x0, area.box.y + area.box.height - height, x1 - x0, height},
                                  Role::UtilisationFill,
                                  255,
                                  area.layer,
                                  area.clip});
        }
        lastHeight = height;
    }
}

const BusyProfile* busyProfileOf(const SceneModel& model, GpuId gpu) {
    for (const BusyProfile& profile : model.busy) {
        if (profile.gpu() == gpu) {
            return &profile;
        }
    }
    return nullptr;
}

}  // namespace gaplight
