// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/args/command_line.h"

namespace gaplight::ui {

// Loads the traces one after the other (each load takes all cores), compares each with the first,
// writes the report and returns the exit code.
int runCompare(const CompareRequest& request);

}  // namespace gaplight::ui
