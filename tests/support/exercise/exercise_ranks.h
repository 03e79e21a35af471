// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "core/session/session.h"
#include "tests/support/checks/problems.h"
#include "tests/support/strange/byte_choices.h"

namespace gaplight::test {

// Runs all code that works on a set of ranks, with each session as one rank: measures, findings,
// what-if, every report, the comparison with itself, the lanes at four zoom levels, figures. Each
// malformed output and each negative saving becomes a problem.
void exerciseRanks(std::vector<std::shared_ptr<const Session>> sessions, ByteChoices& choices,
                   Problems& problems);

}  // namespace gaplight::test
