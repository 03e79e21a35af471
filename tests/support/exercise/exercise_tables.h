// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/session/session.h"
#include "tests/support/checks/problems.h"

namespace gaplight::test {

// Builds what the window's tables show of a range: GPU time by module and operator, kernels, names
// and groups, the roofline with its figure and reports, the gap card of each gap. Adds a problem
// where a tree's root does not have the GPU time of all activities, or where children do not sum to
// their parent.
void exerciseTables(const std::shared_ptr<const Session>& session, TimeRange range,
                    Problems& problems);

}  // namespace gaplight::test
