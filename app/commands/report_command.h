// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/args/command_line.h"

namespace gaplight::ui {

// Loads the trace, writes the report and returns the exit code. Needs no display. Failures are one
// line on standard error.
int runReport(const ReportRequest& request);

// Lists the rules or explains one; 0, kExitUsage or kExitUnwritable.
int runRules(const RulesRequest& request);

}  // namespace gaplight::ui
