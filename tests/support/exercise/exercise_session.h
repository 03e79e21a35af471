// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tests/support/checks/problems.h"

namespace gaplight::test {

// What is exercised, each as the text of a file.
struct ExercisedTraces {
    std::string trace;
    std::string other{};               // compared with it in both directions; empty: none
    std::vector<std::string> ranks{};  // traces of one job; empty: copies of `trace` are
};

// Opens a trace from memory, in a built-in format or in that of documents_format.h, and runs all
// code that works on a loaded trace: measures, findings, tables, what-if, comparisons with itself
// and with a part of it and with another trace, a set of ranks, views, figures, every report, cuts.
// `choices` decide which edits, views and ranges. Adds every condition that does not hold to
// `problems`:
//   - busy + idle = window; triggers, activities and explanations sum to idle
//   - 0 <= saving <= window; edits that only remove do not make the window longer
//   - no duration, step or share below zero; all evidence exists
//   - a trace compared with itself has no change
//   - outputs are well-formed; display lists are finite
//   - a part that is cut is well-formed, and has the figures of that range of the whole
// A trace that cannot be opened is a problem where `mustOpen`.
void exerciseSession(const ExercisedTraces& traces, std::span<const std::uint8_t> choices,
                     bool mustOpen, Problems& problems);

}  // namespace gaplight::test
