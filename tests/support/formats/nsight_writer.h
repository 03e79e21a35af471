// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/trace/trace.h"

namespace gaplight::test {

struct NsightContent {
    // NCCL's functions as it records them itself: NVTX ranges with payloads, for each call of
    // torch.distributed; and the communicators being made.
    bool nccl = false;
    // The environment that torchrun gives a rank.
    bool environment = false;
};

// What Nsight Systems would have recorded of the run in a Kineto trace, as the SQL of its export:
// kernels, copies and memsets, calls of CUDA, and annotations as NVTX ranges, all of one process.
// Left out: what Nsight does not record (operators, Python frames), waits, and counters.
[[nodiscard]] std::string nsightSqlOf(const Trace& trace, const NsightContent& content = {});

}  // namespace gaplight::test
