// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/session/session.h"
#include "core/session/session_replay.h"
#include "tests/support/checks/problems.h"

namespace gaplight::test {

// The sums of all measures of a session.
void checkMeasures(const Session& session, Problems& problems);
// Costs, shares and evidence of all findings.
void checkFindings(const Session& session, Problems& problems);
// The program as it is: its critical path, and the window that reports state.
void checkUnchanged(const std::shared_ptr<const Session>& session, Problems& problems);
// One what-if. `onlyRemoves`: its edits take something away.
void checkWhatIf(const WhatIfRun& run, bool onlyRemoves, Problems& problems);

}  // namespace gaplight::test
