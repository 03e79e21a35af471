// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/args/command_line.h"

namespace gaplight::ui {

// Loads the ranks, writes the report on all of them and returns the exit code. Needs no display.
// Files that cannot be read are named on standard error.
int runRanks(const RanksRequest& request);

}  // namespace gaplight::ui
