// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/kineto_fields.h"

#include <algorithm>
#include <array>
#include <utility>

namespace gaplight {

std::span<const std::string_view> keysOfKinetoField(DetailField field) {
    static constexpr std::array<std::string_view, 1> kCallStack{"Call stack"};
    static constexpr std::array<std::string_view, 1> kInputDims{"Input Dims"};
    static constexpr std::array<std::string_view, 1> kInputTypes{"Input type"};
    static constexpr std::array<std::string_view, 4> kOperatorInputs{
        "Input Dims", "Input type", "Input Strides", "Concrete Inputs"};
    static constexpr std::array<std::string_view, 6> kCollectiveMessage{
        "Collective name", "In msg nelems", "Out msg nelems",
        "dtype",           "Group size",    "Process Group Ranks"};
    static constexpr std::array<std::string_view, 1> kLaunchedKernel{"kernel"};
    switch (field) {
        case DetailField::CallStack:
            return kCallStack;
        case DetailField::InputDims:
            return kInputDims;
        case DetailField::InputTypes:
            return kInputTypes;
        case DetailField::OperatorInputs:
            return kOperatorInputs;
        case DetailField::CollectiveMessage:
            return kCollectiveMessage;
        case DetailField::LaunchedKernel:
            return kLaunchedKernel;
    }
    return {};
}

std::string fieldOfKinetoArgs(std::span<const Arg> args, DetailField field) {
    std::string values;
    bool isRecorded = false;
    for (const std::string_view key : keysOfKinetoField(field)) {
        const auto at =
            std::find_if(args.begin(), args.end(), [&](const Arg& arg) { return arg.path == key; });
        values += key == keysOfKinetoField(field).front() ? "" : ";";
        values += at == args.end() ? std::string_view{} : at->value;
        isRecorded = isRecorded || at != args.end();
    }
    return isRecorded ? values : std::string();
}

namespace {

using Entry = std::pair<std::string_view, SliceKind>;

// Of each kind the present spelling first.
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

std::string_view categoryOfSliceKind(SliceKind kind) {
    const auto* known = std::ranges::find(kKinds, kind, &Entry::second);
    return known == kKinds.end() ? "other" : known->first;
}

}  // namespace gaplight
