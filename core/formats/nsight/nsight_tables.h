// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/formats/nsight/nsight_batch.h"
#include "core/formats/sqlite/table_reader.h"

namespace gaplight {

// Kernels, copies, memsets, whole graphs, synchronizations. Their rows are added to `batch`, which
// must outlive the tables.
[[nodiscard]] std::vector<EventTable> nsightGpuTables(NsightBatch& batch);
// States of threads, sampled call stacks, GPU metrics.
[[nodiscard]] std::vector<EventTable> nsightSampleTables(NsightBatch& batch);
// CUDA calls, NVTX, calls of the operating system and of libraries, the profiler's overhead.
[[nodiscard]] std::vector<EventTable> nsightHostTables(NsightBatch& batch);

}  // namespace gaplight
