// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/scene/timeline/replay_scene.h"
#include "core/session/session_replay.h"

namespace gaplight::ui {

// Parameters of a simulation.
struct WhatIfOrder {
    std::shared_ptr<const Session> session;
    std::shared_ptr<const SessionReplay> replay;  // null: to be built
    std::vector<WhatIf> edits;
    bool wantsGhosts = false;
    bool wantsPath = false;
};

// Results of one simulation with all edits applied together.
struct WhatIfOutcome {
    std::shared_ptr<const SessionReplay> replay;
    WhatIfAnswer answer;
    std::array<Duration, kPathKinds> path{};
    std::shared_ptr<const ReplayPicture> picture;  // null: nothing was wanted
    std::string problem;                           // of an edit that does not fit the trace
};

// Takes milliseconds for a trace of a million slices, and as long again to build the replay: run
// it off the GUI thread.
[[nodiscard]] WhatIfOutcome runWhatIf(const WhatIfOrder& order);

}  // namespace gaplight::ui
