// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/formats/nsight/nsight_batch.h"

namespace gaplight {

// A table of events and how its rows are read.
struct NsightTable {
    std::string_view name;
    std::vector<std::string_view> columns;
    void (*add)(NsightBatch& batch, const NsightRow& row);
};

// Kernels, copies, memsets, whole graphs, synchronizations.
[[nodiscard]] std::span<const NsightTable> nsightGpuTables();
// CUDA calls, NVTX, calls of the operating system and of libraries, the profiler's overhead.
[[nodiscard]] std::span<const NsightTable> nsightHostTables();

}  // namespace gaplight
