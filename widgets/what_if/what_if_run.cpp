// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/what_if/what_if_run.h"

#include <string>
#include <utility>

#include "core/session/replay_intervals.h"

namespace gaplight::ui {

WhatIfOutcome runWhatIf(const WhatIfRequest& request) {
    WhatIfOutcome outcome;
    outcome.replay =
        request.replay ? request.replay : std::make_shared<const SessionReplay>(request.session);
    WhatIfRun run = outcome.replay->run(request.edits);
    outcome.problem = run.error ? run.error->message : std::string();
    outcome.answer = std::move(run.answer);
    outcome.path = run.timeline.path.totals;
    if (request.drawsGhosts || request.drawsPath) {
        outcome.intervals = std::make_shared<const ReplayIntervals>(replayIntervals(
            *request.session->trace, run.timeline, request.drawsGhosts, request.drawsPath));
    }
    return outcome;
}

}  // namespace gaplight::ui
