// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/model/overlay_table.h"
#include "core/session/session.h"

namespace gaplight::ui {

// The next gap that begins after `time`, and the previous one, over all GPUs; wraps around. Invalid
// without gaps. O(overlays).
[[nodiscard]] OverlayId nextGap(const OverlayTable& overlays, Time time);
[[nodiscard]] OverlayId previousGap(const OverlayTable& overlays, Time time);

// The call that launched the activity after the gap that begins at a time, on any GPU; if the call
// is not recorded, the activity; invalid if there is no such gap. O(GPUs × log gaps).
[[nodiscard]] SliceId launchAfter(const Session& session, Time gapBegin);

}  // namespace gaplight::ui
