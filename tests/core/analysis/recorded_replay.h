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
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight::test {

// The names of all traces in tests/data, without their ending.
[[nodiscard]] std::vector<std::string> recordedTraces();

// A recorded trace and its replay. Fails the test where the trace cannot be read.
class RecordedReplay {
public:
    explicit RecordedReplay(const std::string& name);

    [[nodiscard]] const Trace& trace() const { return *m_trace; }
    [[nodiscard]] const LaunchIndex& launches() const { return m_launches; }
    [[nodiscard]] const Analysis& analysis() const { return m_analysis; }
    [[nodiscard]] const Replay& replay() const { return *m_replay; }

    // What edits change of the window, in percent of the measured one.
    [[nodiscard]] double change(const std::vector<ReplayEdit>& edits) const;
    [[nodiscard]] Duration idle() const { return m_analysis.devices.at(0).totals.idle; }

    // Every wait that the program made itself; with a name, only those that begin inside an
    // annotation of that name.
    [[nodiscard]] std::vector<ReplayEdit> withoutWaits(std::string_view annotation = {}) const;
    // The same kind of edit for every slice of a name, on its thread and over its range.
    [[nodiscard]] std::vector<ReplayEdit> everywhere(ReplayEdit::Kind kind, std::string_view name,
                                                     double factor = 0) const;

private:
    std::shared_ptr<const Trace> m_trace;
    LaunchIndex m_launches;
    Analysis m_analysis;
    std::unique_ptr<const Replay> m_replay;
};

}  // namespace gaplight::test
