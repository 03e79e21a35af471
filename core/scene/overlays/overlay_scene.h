// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/display/occupied_spans.h"
#include "core/scene/layout/track_layout.h"
#include "core/scene/model/frame.h"

namespace gaplight {

// All marks on the rows of one track. Where they write or hide labels is added to `occupied`, for
// the labels of its slices.
void drawMarks(Frame& frame, const Band& band, OccupiedSpans& occupied);

}  // namespace gaplight
