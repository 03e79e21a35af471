// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QString>

#include "core/detectors/what_if/edit_spec.h"
#include "core/scene/model/timeline_input.h"
#include "core/session/session.h"
#include "core/trace/ids.h"

namespace gaplight::ui {

// A suggested change of one slice, or of all slices of a name.
struct WhatIfOffer {
    QString label;  // "This kernel is 2× faster", for a button
    QString title;  // "reduce_kernel at 12.3 ms is 2× faster", for the list of changes
    WhatIf edit;
    // "reduce_kernel at 12.3 ms takes 2 µs, not 4 µs", behind "if"; of playedOffer() alone.
    QString condition = {};
};

// Suggested changes of a slice: remove or halve its duration, or that of all slices of its name.
// Empty for slices that are not replayed (overhead, spans, annotations of a GPU).
[[nodiscard]] std::vector<WhatIfOffer> sliceOffers(const Session& session, SliceId slice);
// The change that a dragged end of a slice or gap makes: its time × (dragged ÷ recorded length),
// none where it was dragged to its start.
[[nodiscard]] WhatIfOffer playedOffer(const Session& session, const PlayedEnd& played);
// Suggested changes of the whole program that apply to this trace.
[[nodiscard]] std::vector<WhatIfOffer> programOffers(const Session& session);

}  // namespace gaplight::ui
