// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/what_if/what_if_run.h"

#include <string>
#include <utility>

#include "core/session/replay_picture.h"

namespace gaplight::ui {

WhatIfOutcome runWhatIf(const WhatIfOrder& order) {
    WhatIfOutcome outcome;
    outcome.replay =
        order.replay ? order.replay : std::make_shared<const SessionReplay>(order.session);
    WhatIfRun run = outcome.replay->run(order.edits);
    outcome.problem = run.error ? run.error->message : std::string();
    outcome.answer = std::move(run.answer);
    outcome.path = run.timeline.path.totals;
    if (order.wantsGhosts || order.wantsPath) {
        outcome.picture = std::make_shared<const ReplayPicture>(
            replayPicture(*order.session->trace, run.timeline, order.wantsGhosts, order.wantsPath));
    }
    return outcome;
}

}  // namespace gaplight::ui
