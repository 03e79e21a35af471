// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "core/session/session.h"
#include "tests/support/byte_choices.h"
#include "tests/support/problems.h"

namespace gaplight::test {

// Takes sessions for the ranks of one run: measures, findings, answers to edits, every report, the
// comparison with itself, lanes at some zooms, figures. Adds every output that is not well-formed,
// and every wait below zero, to `problems`.
void exerciseRanks(std::vector<std::shared_ptr<const Session>> sessions, ByteChoices& choices,
                   Problems& problems);

}  // namespace gaplight::test
