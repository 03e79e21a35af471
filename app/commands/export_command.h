// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/args/command_line.h"

namespace gaplight::ui {

// Loads the trace, makes the figure and writes it; returns the exit code. Needs no display.
// Failures are one line on standard error.
int runExport(const ExportRequest& request);

}  // namespace gaplight::ui
