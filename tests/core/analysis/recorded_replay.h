// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/replay/replay.h"
#include "core/session/session.h"

namespace gaplight::test {

// A recorded trace and its replay. The trace must be readable.
class RecordedReplay {
public:
    explicit RecordedReplay(const std::string& name);

    const Trace& trace() const { return *m_session->trace; }
    const LaunchIndex& launches() const { return m_session->indexes->launches; }
    const Analysis& analysis() const { return m_session->analysis; }
    const Replay& replay() const { return *m_replay; }

    // What edits change of the window, in percent of the measured one.
    double change(const std::vector<ReplayEdit>& edits) const;
    Duration idle() const { return analysis().devices.at(0).totals.idle; }

    // Every wait that the program made itself; with a name, only those that begin inside an
    // annotation of that name.
    std::vector<ReplayEdit> withoutWaits(std::string_view annotation = {}) const;
    // The same kind of edit for every slice of a name, on its thread and over its range.
    std::vector<ReplayEdit> everywhere(ReplayEdit::Kind kind, std::string_view name,
                                       double factor = 0) const;

private:
    std::shared_ptr<const Session> m_session;
    std::unique_ptr<const Replay> m_replay;
};

}  // namespace gaplight::test
