// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRectF>

#include "widgets/timeline/timeline_view.h"

namespace gaplight::ui {

// Rectangle of a slice in the timeline item, clipped left and right only. Empty without a trace,
// for an invalid slice, or if its track is not shown.
[[nodiscard]] QRectF rectOf(const TimelineView& view, SliceId slice);

}  // namespace gaplight::ui
