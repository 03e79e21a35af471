// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/report/figure/session_figure.h"
#include "core/scene/layout/track_layout.h"
#include "core/scene/model/overlay_table.h"
#include "core/scene/model/timeline_input.h"

namespace gaplight {

// The parts of a session that a figure draws: overlays, tracks, arrows and flags.
struct FigureContents {
    OverlayTable overlays;
    TrackLayout layout;
    TimelineState state;

    // Refers to `data` and to this.
    [[nodiscard]] SceneModel modelOf(const SceneData& data) const {
        SceneModel model = data.model();
        model.overlays = &overlays;
        return model;
    }
};

// O(tracks × log slices + overlays + gaps). Errors: BadArgument (no track of that name, nothing in
// the range).
[[nodiscard]] Result<FigureContents> figureContents(const SceneData& data,
                                                    const FigureRequest& request, TimeRange range);

}  // namespace gaplight
