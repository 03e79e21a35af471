// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/trace/trace.h"

namespace gaplight::test {

// What Nsight Systems would have recorded of the run in a Kineto trace, as the SQL of its export:
// kernels, copies and memsets, calls of CUDA, and annotations as NVTX ranges, all of one process.
// Left out: what Nsight does not record (operators, Python frames), waits, and counters.
[[nodiscard]] std::string nsightSqlOf(const Trace& trace);

}  // namespace gaplight::test
