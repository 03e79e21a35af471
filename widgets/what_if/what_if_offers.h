// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QString>

#include "core/detectors/what_if/edit_spec.h"
#include "core/session/session.h"

namespace gaplight::ui {

// A change that the user can choose: of one slice, or of all that a name represents.
struct WhatIfOffer {
    QString label;  // "This kernel is 2× faster", for a button
    QString title;  // "reduce_kernel at 12.3 ms is 2× faster", for the list of changes
    WhatIf named;
};

// What could be asked of a slice: that it took no time, or half of it; or that all of its name
// did. Empty for slices that no replay knows (overhead, spans, annotations of a GPU).
[[nodiscard]] std::vector<WhatIfOffer> sliceOffers(const Session& session, SliceId slice);
// What could be asked of the whole program, where the trace has such things.
[[nodiscard]] std::vector<WhatIfOffer> programOffers(const Session& session);

}  // namespace gaplight::ui
