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
    std::vector<ReplayEdit> edits;
    std::vector<std::string> words;
    for (const WhatIf& named : order.edits) {
        const Result<std::vector<ReplayEdit>> more = outcome.replay->edits(named);
        if (!more) {
            outcome.problem = more.error().message;
            continue;
        }
        edits.insert(edits.end(), more->begin(), more->end());
        words.push_back(named.text);
    }
    const ReplayTimeline timeline = outcome.replay->timeline(edits);
    outcome.answer = outcome.replay->answer(timeline);
    outcome.answer.edits = std::move(words);
    outcome.path = timeline.path.totals;
    if (order.wantsGhosts || order.wantsPath) {
        outcome.picture = std::make_shared<const ReplayPicture>(
            replayPicture(*order.session->trace, timeline, order.wantsGhosts, order.wantsPath));
    }
    return outcome;
}

}  // namespace gaplight::ui
