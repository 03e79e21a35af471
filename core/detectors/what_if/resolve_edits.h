// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/replay/replay_edit.h"
#include "core/base/result.h"
#include "core/detectors/engine/detector.h"
#include "core/detectors/engine/finding.h"
#include "core/detectors/what_if/edit_spec.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// The data in which an edit is resolved.
struct WhatIfSubject {
    const Trace& trace;
    const LaunchIndex& launches;
    const Analysis& analysis;  // edits concern what starts in its range
    std::span<const Finding> findings;
    const ArgLookup& args;
};

// The replay edits of an edit in this trace; none for a rule that found nothing. Errors:
// BadArgument where nothing has the name; the message lists similar names. O(slices).
[[nodiscard]] Result<std::vector<ReplayEdit>> replayEdits(const WhatIf& edit,
                                                          const WhatIfSubject& subject);

// Edits of one slice. On a host thread: multiplies its host time by `factor`, or removes it
// together with its waits. Of an activity: multiplies its duration by `factor`.
[[nodiscard]] std::vector<ReplayEdit> sliceEdits(const Trace& trace, const Analysis& analysis,
                                                 SliceId slice, double factor, bool isRemoved);

}  // namespace gaplight
