// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/model/frame.h"

namespace gaplight {

// The track that a lane of the kind Hits shows; null if it shows none.
[[nodiscard]] const HitTrack* hitTrackOf(const SceneModel& model, const Lane& lane);

// Draws the hits of a search: a box with the name where a hit has its own pixels, otherwise columns
// as high as the share of their time that hits cover. O(pixels × log hits).
void drawHitTrack(Frame& frame, const Lane& lane);

}  // namespace gaplight
