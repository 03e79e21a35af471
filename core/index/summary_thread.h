// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/trace.h"

namespace gaplight {

// Threads on which nothing ran: a recorder writes there what it derived from the others, so that
// their time would count twice.

// The actions that a build by Bazel could not have been shorter without.
[[nodiscard]] bool isCriticalPath(const Trace& trace, const Track& track);
// The critical path, or the sum of all slices of one name: clang (-ftime-trace) writes "Total
// Frontend" on a thread of its own.
[[nodiscard]] bool isSummaryThread(const Trace& trace, const Track& track);

}  // namespace gaplight
