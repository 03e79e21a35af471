// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/session/session.h"
#include "tests/support/problems.h"

namespace gaplight::test {

// Builds what the window's tables show of a range: GPU time by module and operator, kernels, names
// and groups, how well kernels use their GPU with its plots and reports, the facts of each gap. The
// time of each tree's root is that of all activities, and parts sum to their parent.
void exerciseTables(const std::shared_ptr<const Session>& session, TimeRange range,
                    Problems& problems);

}  // namespace gaplight::test
