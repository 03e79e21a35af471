// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/scene/model/frame.h"
#include "core/trace/gpu_id.h"

namespace gaplight {

// Destination of a GPU utilisation profile.
struct UtilisationArea {
    Box box;
    std::int64_t beginNs = 0;  // at the left edge
    double nsPerPixel = 1;
    ClipIndex clip = 0;
    Layer layer = Layer::Slices;
};

// Draws GPU utilisation as a filled area; height: busy share of each bucket. Buckets are one to two
// pixels wide, at multiples of their width in absolute time. O(pixels × log gaps).
void drawUtilisation(DisplayList& list, const BusyProfile& profile, const UtilisationArea& area);

// The profile of a GPU; null if none.
[[nodiscard]] const BusyProfile* busyProfileOf(const SceneModel& model, GpuId gpu);

}  // namespace gaplight
