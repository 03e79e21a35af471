// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/trace/event_batch.h"
#include "core/trace/slice_table.h"

namespace gaplight {

// What XLA's profiler writes of an event: the same in an XSpace and in the JSON made of it
// (openxla/xla, xla/backends/profiler/gpu/cupti_collector.cc).

// The kind of an event on a stream, by its name: "MemcpyH2D", "MEMCPYHtoD" (TensorFlow), ...
[[nodiscard]] SliceKind xlaStreamKind(std::string_view name);

// The kind of an event of the host: calls of CUDA and HIP by their name, others with a
// correlation are calls, too; `isStep`: with a step_num. Names of Python functions begin with "$".
[[nodiscard]] SliceKind xlaHostKind(std::string_view name, bool hasCorrelation, bool isStep);

// "cuGraphLaunch (CudaGraph:46)" is a cuGraphLaunch.
[[nodiscard]] std::string_view xlaCallName(std::string_view name);

// Correlations count within a device. Empty: no value that a correlation or a device has.
[[nodiscard]] std::optional<std::uint64_t> xlaCorrelation(std::uint64_t correlation,
                                                          std::int64_t device);

// `details`: "regs:168 static_shared:0 grid:2,66,1 block:384,1,1 occ_pct:18.75".
[[nodiscard]] KernelBatchRow xlaKernelRow(std::uint32_t slice, std::string_view details);

// `details`: "kind_src:pinned kind_dst:device size:4 dest:0 async:1".
[[nodiscard]] CopyBatchRow xlaCopyRow(std::uint32_t slice, std::string_view details,
                                      StringPool<struct BatchStringTag>& strings);

}  // namespace gaplight
