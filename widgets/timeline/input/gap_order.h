// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/model/overlay_table.h"
#include "core/session/session.h"
#include "core/trace/gpu_id.h"

namespace gaplight::ui {

// The gap that begins first after `time`, over all GPUs, and the one that begins last before it;
// past the ends it goes on from the other one. Invalid without any gap. O(overlays).
[[nodiscard]] OverlayId nextGap(const OverlayTable& overlays, Time time);
[[nodiscard]] OverlayId previousGap(const OverlayTable& overlays, Time time);

// The call that launched what ends the gap of a GPU that begins at a time, else the activity
// itself, or an invalid id. O(GPUs + log gaps).
[[nodiscard]] SliceId launchAfter(const Session& session, GpuId gpu, Time gapBegin);

}  // namespace gaplight::ui
