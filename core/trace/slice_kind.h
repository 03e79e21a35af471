// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace gaplight {

// Kind of a slice; set by the reader. Analysis uses the kind, never the category's text. The
// comment of each kind lists Kineto's categories for it.
enum class SliceKind : std::uint8_t {
    Other,
    CpuOp,              // cpu_op, Operator
    UserAnnotation,     // user_annotation: record_function, ProfilerStep
    GpuUserAnnotation,  // its shadow on a stream; spans idle time, so never activity
    PythonFunction,     // python_function
    Runtime,            // cuda_runtime, Runtime, hip/xpu equivalents
    Driver,             // cuda_driver, ...
    Kernel,             // kernel, Kernel
    Memcpy,             // gpu_memcpy, Memcpy
    Memset,             // gpu_memset, Memset
    Sync,               // cuda_sync: a wait for a stream, event or context
    Overhead,           // the profiler's own work
    TraceSpan,          // "Trace": the capture window itself
};

// Kernel, memcpy or memset: the only slices that count as a GPU being busy (metrics.md).
[[nodiscard]] constexpr bool isGpuActivity(SliceKind kind) {
    return kind == SliceKind::Kernel || kind == SliceKind::Memcpy || kind == SliceKind::Memset;
}

// A runtime or driver call: only these launch GPU work or block on it.
[[nodiscard]] constexpr bool isApiCall(SliceKind kind) {
    return kind == SliceKind::Runtime || kind == SliceKind::Driver;
}

}  // namespace gaplight
