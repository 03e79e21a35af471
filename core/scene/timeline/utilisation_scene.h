// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/scene/model/frame.h"

namespace gaplight {

// Where a profile of GPU utilisation is painted.
struct UtilisationArea {
    Box box;
    std::int64_t beginNs = 0;  // at the left edge
    double nsPerPixel = 1;
    ClipIndex clip = 0;
    Layer layer = Layer::Slices;
};

// Filled area, as high as the share of each bucket in which the GPU was busy. Buckets are one to
// two pixels, at multiples of their width in absolute time. O(pixels × log gaps).
void drawUtilisation(DisplayList& list, const BusyProfile& profile, const UtilisationArea& area);

// The profile of a device, or null.
[[nodiscard]] const BusyProfile* busyProfileOf(const SceneModel& model, std::int32_t device);

}  // namespace gaplight
