// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/args/command_line.h"

namespace gaplight::ui {

// Whether every path is a folder with the traces of several ranks.
[[nodiscard]] bool areRankSets(const CompareRequest& request);

// Loads two sets, compares them, writes the report and returns the exit code.
int runCompareRanks(const CompareRequest& request);

}  // namespace gaplight::ui
