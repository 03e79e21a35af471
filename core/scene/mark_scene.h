// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/frame.h"
#include "core/scene/occupied_spans.h"
#include "core/scene/track_layout.h"

namespace gaplight {

// All marks on the rows of one track. Where they write or hide labels is added to `occupied`, for
// the labels of its slices.
void drawMarks(Frame& frame, const Band& band, OccupiedSpans& occupied);

}  // namespace gaplight
