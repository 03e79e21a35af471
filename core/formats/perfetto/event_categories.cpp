// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/event_categories.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/formats/kineto_fields.h"

namespace gaplight {

std::string_view copyKindOfRocmName(std::string_view name) {
    using Entry = std::pair<std::string_view, std::string_view>;
    constexpr std::array<Entry, 4> kDirections{
        Entry{"MEMORY_COPY_HOST_TO_DEVICE", "HtoD"}, Entry{"MEMORY_COPY_DEVICE_TO_HOST", "DtoH"},
        Entry{"MEMORY_COPY_DEVICE_TO_DEVICE", "DtoD"}, Entry{"MEMORY_COPY_HOST_TO_HOST", "HtoH"}};
    const auto at = std::find_if(kDirections.begin(), kDirections.end(),
                                 [name](const Entry& entry) { return entry.first == name; });
    return at == kDirections.end() ? std::string_view() : at->second;
}

std::string_view categoryOfSliceKind(SliceKind kind) {
    switch (kind) {
        case SliceKind::CpuOp:
            return "cpu_op";
        case SliceKind::UserAnnotation:
            return "user_annotation";
        case SliceKind::GpuUserAnnotation:
            return "gpu_user_annotation";
        case SliceKind::PythonFunction:
            return "python_function";
        case SliceKind::Runtime:
            return "cuda_runtime";
        case SliceKind::Driver:
            return "cuda_driver";
        case SliceKind::Kernel:
            return "kernel";
        case SliceKind::Memcpy:
            return "gpu_memcpy";
        case SliceKind::Memset:
            return "gpu_memset";
        case SliceKind::Sync:
            return "cuda_sync";
        default:
            return {};
    }
}

SliceKind kindOfPerfettoCategory(std::string_view category) {
    using Entry = std::pair<std::string_view, SliceKind>;
    // rocprofv3 and rocprof-sys; ROCm/rocm-systems, generatePerfetto.cpp.
    constexpr std::array kRocmKinds{
        Entry{"hip_api", SliceKind::Runtime},
        Entry{"hip_runtime_api", SliceKind::Runtime},
        Entry{"rocm_hip_api", SliceKind::Runtime},
        Entry{"hsa_api", SliceKind::Driver},
        Entry{"rocm_hsa_api", SliceKind::Driver},
        Entry{"kernel_dispatch", SliceKind::Kernel},
        Entry{"rocm_kernel_dispatch", SliceKind::Kernel},
        Entry{"memory_copy", SliceKind::Memcpy},
        Entry{"rocm_memory_copy", SliceKind::Memcpy},
        Entry{"marker_api", SliceKind::UserAnnotation},
        Entry{"rocm_marker_api", SliceKind::UserAnnotation},
    };
    const SliceKind kineto = sliceKindOfCategory(category);
    if (kineto != SliceKind::Other) {
        return kineto;
    }
    const auto at = std::find_if(kRocmKinds.begin(), kRocmKinds.end(),
                                 [&](const Entry& entry) { return entry.first == category; });
    return at == kRocmKinds.end() ? SliceKind::Other : at->second;
}

}  // namespace gaplight
