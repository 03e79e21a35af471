// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/session.h"
#include "tests/support/checks/problems.h"

namespace gaplight::test {

// Cuts a range out of a session of one source, clipped and not, as JSON and as a pack. Adds a
// problem where the part is not well-formed or breaks an invariant, and where a GPU's figures in a
// part that is not clipped are not those of the range of the whole: window, busy and idle time,
// kernels, triggers, activities. Explanations may differ (decisions/reading.md, "A cut is written
// from the tables and keeps the launches of what it keeps").
void exerciseCut(const Session& session, TimeRange range, Problems& problems);

}  // namespace gaplight::test
