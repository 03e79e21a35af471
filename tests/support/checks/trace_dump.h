// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/trace/trace.h"

namespace gaplight::test {

// A small trace as text: facts that are set, each track with its slices by row, flows, instants,
// counters, memory events and issues. Times in ns as in the file.
std::string dump(const Trace& trace);

// Only the import issues, a line each: kind, count, first byte, example.
std::string dumpIssues(const ImportIssues& issues);

}  // namespace gaplight::test
