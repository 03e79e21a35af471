// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/overlay.h"
#include "core/session/session.h"

namespace gaplight::ui {

// The gap that begins first after `time`, over all GPUs, and the one that begins last before it;
// past the ends it goes on from the other one. Invalid without any gap. O(overlays).
[[nodiscard]] OverlayId nextGap(const OverlayTable& overlays, Time time);
[[nodiscard]] OverlayId previousGap(const OverlayTable& overlays, Time time);

// The activity that ends a gap, or an invalid id. O(GPUs + log gaps).
[[nodiscard]] SliceId activityAfter(const Session& session, const Overlay& gap);

}  // namespace gaplight::ui
