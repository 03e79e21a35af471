// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/analysis/replay/replay.h"
#include "core/base/result.h"
#include "core/detectors/what_if/edit_spec.h"
#include "core/session/session.h"

namespace gaplight {

// The replay of a session's trace, to ask it more than what the findings say. Built when someone
// asks: a load keeps no dependency graph. Immutable, safe from many threads; keeps its session
// alive.
class SessionReplay {
public:
    // O(calls + activities log activities): 0.2 s for a million kernels.
    explicit SessionReplay(std::shared_ptr<const Session> session);

    [[nodiscard]] const Session& session() const { return *m_session; }
    [[nodiscard]] const std::shared_ptr<const Session>& shared() const { return m_session; }
    // The trace as it is.
    [[nodiscard]] const ReplayTimeline& unchanged() const { return m_unchanged; }

    // Parses an edit into edits of this trace. Errors: as replayEdits().
    [[nodiscard]] Result<std::vector<ReplayEdit>> edits(const WhatIf& edit) const;
    // All of it under the edits, and what that comes to (`edits` of the answer stay empty).
    [[nodiscard]] ReplayTimeline timeline(std::span<const ReplayEdit> edits) const;
    [[nodiscard]] WhatIfAnswer answer(const ReplayTimeline& changed) const;
    // Adds what the answer would be without the profiler, where that can be told. Two more replays,
    // and O(slices).
    void addUnprofiled(std::span<const ReplayEdit> edits, WhatIfAnswer& answer) const;

private:
    std::shared_ptr<const Session> m_session;
    Replay m_replay;
    ReplayTimeline m_unchanged;
};

}  // namespace gaplight
