// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/bench/loading/session_load.h"
#include "tests/bench/measures.h"
#include "tests/bench/timing/result_table.h"

namespace gaplight::bench {

inline constexpr double kBytesPerSlice = 56;  // budget of memory held, without strings

// The stages of a load, and its memory for each slice.
void addStages(const SessionLoad& load, ResultTable& table);
void addMemory(const SessionLoad& load, ResultTable& table);

// Loads of a database and of a Perfetto trace that are made for it.
void measureExport(const BenchOptions& options, ResultTable& table);
void measurePerfetto(const BenchOptions& options, ResultTable& table);

}  // namespace gaplight::bench
