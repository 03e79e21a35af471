// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/memory_model.h"
#include "core/memory/rules/memory_rules.h"
#include "tests/support/checks/problems.h"

namespace gaplight::test {

// Runs all code that works on a loaded memory snapshot: every report, the comparison with itself,
// figures, and each GPU's views at the time of its peak. Each malformed output becomes a problem.
void exerciseMemory(const MemorySnapshot& snapshot, const MemoryAssessment& assessment,
                    Problems& problems);

}  // namespace gaplight::test
