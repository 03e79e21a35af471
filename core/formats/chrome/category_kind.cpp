// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/category_kind.h"

#include <array>
#include <utility>

namespace gaplight {
namespace {

using Entry = std::pair<std::string_view, SliceKind>;

constexpr std::array kKinds{
    Entry{"cpu_op", SliceKind::CpuOp},
    Entry{"Operator", SliceKind::CpuOp},
    Entry{"user_annotation", SliceKind::UserAnnotation},
    Entry{"gpu_user_annotation", SliceKind::GpuUserAnnotation},
    Entry{"python_function", SliceKind::PythonFunction},
    Entry{"Python", SliceKind::PythonFunction},
    Entry{"cuda_runtime", SliceKind::Runtime},
    Entry{"Runtime", SliceKind::Runtime},
    Entry{"hip_runtime", SliceKind::Runtime},
    Entry{"xpu_runtime", SliceKind::Runtime},
    Entry{"mtia_runtime", SliceKind::Runtime},
    Entry{"privateuse1_runtime", SliceKind::Runtime},
    Entry{"glow_runtime", SliceKind::Runtime},
    Entry{"cuda_driver", SliceKind::Driver},
    Entry{"hip_driver", SliceKind::Driver},
    Entry{"xpu_driver", SliceKind::Driver},
    Entry{"privateuse1_driver", SliceKind::Driver},
    Entry{"kernel", SliceKind::Kernel},
    Entry{"Kernel", SliceKind::Kernel},
    Entry{"gpu_memcpy", SliceKind::Memcpy},
    Entry{"Memcpy", SliceKind::Memcpy},
    Entry{"gpu_memset", SliceKind::Memset},
    Entry{"Memset", SliceKind::Memset},
    Entry{"cuda_sync", SliceKind::Sync},
    Entry{"xpu_sync", SliceKind::Sync},
    Entry{"overhead", SliceKind::Overhead},
    Entry{"Trace", SliceKind::TraceSpan},
};

}  // namespace

SliceKind sliceKindOfCategory(std::string_view category) {
    for (const auto& [text, kind] : kKinds) {
        if (text == category) {
            return kind;
        }
    }
    return SliceKind::Other;
}

}  // namespace gaplight
