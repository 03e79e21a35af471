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

// Input of one replay with edits.
struct WhatIfRequest {
    std::shared_ptr<const Session> session;
    std::shared_ptr<const SessionReplay> replay;  // null: it is built
    std::vector<WhatIf> edits;
    bool drawsGhosts = false;
    bool drawsPath = false;
};

// Result of one replay with all edits applied together.
struct WhatIfOutcome {
    std::shared_ptr<const SessionReplay> replay;
    WhatIfAnswer answer;
    std::array<Duration, kPathKinds> path{};
    std::shared_ptr<const ReplayIntervals> intervals;  // null: none was requested
    std::string problem;  // error of an edit that does not apply to the trace
};

// Milliseconds for a trace of a million slices, and as long again to build the replay: call it on a
// pool thread.
[[nodiscard]] WhatIfOutcome runWhatIf(const WhatIfRequest& request);

}  // namespace gaplight::ui
