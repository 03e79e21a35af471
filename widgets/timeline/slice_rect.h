// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRectF>

#include "widgets/timeline/timeline_view.h"

namespace gaplight::ui {

// Where a slice lies in the timeline: cut at its left and right edges, not at the others. Empty
// without a trace, for an invalid slice, and for one whose track has no place.
[[nodiscard]] QRectF rectOf(const TimelineView& view, SliceId slice);

}  // namespace gaplight::ui
