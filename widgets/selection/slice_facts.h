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
    std::vector<DetailRow> facts;  // times, category, track, step, annotation; of a kernel how it
                                   // was launched
    std::vector<DetailRow> preceding;  // what leads to it, with delays: its launch, and the file's
    std::vector<DetailRow> following;  // own arrows; what it leads to: what it launched
    std::vector<DetailRow> stack;     // what encloses it (of a GPU activity: its launch), innermost
                                      // first; else the recorded `Call stack`
    std::vector<DetailRow> args;      // as in the file, in its order
    std::vector<DetailRow> children;  // what lies directly inside, the longest first
    QString stackTitle;
    QString childrenTitle;
    std::optional<OccupancyDiagram> occupancy;  // of a kernel
};

// Reads the slice's args from the source. O(slices inside it), for the self time; any thread.
[[nodiscard]] SliceFacts sliceFacts(const SceneData& trace, SliceId slice,
                                    TimeFormat format = TimeFormat::Relative);

}  // namespace gaplight::ui
