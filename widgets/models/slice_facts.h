// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QString>

#include "core/session/scene_data.h"
#include "widgets/models/detail_list_model.h"

namespace gaplight::ui {

// Everything the details pane says of one slice.
struct SliceFacts {
    std::vector<DetailRow> facts;  // times, category, track
    std::vector<DetailRow> links;  // launch and kernels with their delay, the file's own arrows
    std::vector<DetailRow> stack;  // what encloses it (of a GPU activity: its launch), innermost
                                   // first; else the recorded `Call stack`
    std::vector<DetailRow> args;   // as in the file, in its order
    QString stackTitle;
};

// Reads the slice's args from the source. O(slices inside it), for the self time; any thread.
[[nodiscard]] SliceFacts sliceFacts(const SceneData& trace, SliceId slice);

}  // namespace gaplight::ui
