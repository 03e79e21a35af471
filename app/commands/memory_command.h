// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/args/command_line.h"
#include "core/io/byte_source.h"

namespace gaplight::ui {

// 'gaplight info' and 'gaplight analyze' of a memory snapshot. `source`: what to read instead of
// the file; null: none. Returns the exit code.
int runMemoryReport(const ReportRequest& request, ByteSource* source = nullptr);

// 'gaplight compare' of two memory snapshots. Returns the exit code.
int compareSnapshots(const CompareRequest& request);

// 'gaplight export' of a memory snapshot: allocated memory over time. Returns the exit code.
int exportSnapshot(const ExportRequest& request);

}  // namespace gaplight::ui
