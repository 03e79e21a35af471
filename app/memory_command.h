// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/command_line.h"

namespace gaplight::ui {

// 'gaplight info' and 'gaplight analyze' of a memory snapshot. Returns the exit code.
int runMemoryReport(const ReportRequest& request);

// 'gaplight compare' of two memory snapshots. Returns the exit code.
int compareSnapshots(const CompareRequest& request);

// 'gaplight export' of a memory snapshot: allocated memory over time. Returns the exit code.
int exportSnapshot(const ExportRequest& request);

}  // namespace gaplight::ui
