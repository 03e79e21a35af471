// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include <QString>

#include "core/scene/panels/occupancy_scene.h"
#include "core/session/scene_data.h"
#include "widgets/selection/detail_list_model.h"

namespace gaplight::ui {

// Contents of the details pane for one slice.
struct SliceFacts {
    std::vector<DetailRow> facts;  // times, category, track, step, annotation, launch of a kernel
    std::vector<DetailRow> preceding;  // see SliceLinks
    std::vector<DetailRow> following;
    std::vector<DetailRow> stack;     // enclosing slices (of a GPU activity: of its launch),
                                      // innermost first, then the recorded `Call stack`
    std::vector<DetailRow> args;      // as in the file, in its order
    std::vector<DetailRow> children;  // slices directly inside, the longest first
    QString stackTitle;
    QString childrenTitle;
    std::optional<OccupancyDiagram> occupancy;  // of a kernel
};

// Reads the args of the slice from the source. O(slices inside it). Any thread.
[[nodiscard]] SliceFacts sliceFacts(const SceneData& trace, SliceId slice,
                                    TimeFormat format = TimeFormat::Relative);

}  // namespace gaplight::ui
