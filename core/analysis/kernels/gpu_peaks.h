// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/kernels/operator_inputs.h"

namespace gaplight {

// What a GPU can do at most; dense, per second. 0: the GPU has no such units, or no figure is
// known.
struct GpuPeaks {
    std::string name;
    std::string without;
    std::string source;  // the document with these figures
    double bytes = 0;    // of its memory
    double fp64 = 0;     // floating-point operations
    double fp32 = 0;
    double tf32 = 0;
    double fp16 = 0;
    double bf16 = 0;
    double fp8 = 0;
    std::string link;      // to the other GPUs of its host: "NVLink 4"; empty: not known
    double linkBytes = 0;  // that it sends over it, in one direction
    double peerBytes = 0;  // of them to one other GPU; 0: as many

    // That it sends to the other GPUs of a group of `gpus`.
    double linkBytesIn(std::size_t gpus) const;

    // For products of factors of one type; `usesTensorCores` decides between fp32 and TF32.
    double flopsOf(ElementType type, bool usesTensorCores) const;
};

// The GPUs of resources/gpus/peaks.toml. O(1) after the first call.
[[nodiscard]] std::span<const GpuPeaks> knownGpuPeaks();

// By the name that the driver reports: "NVIDIA H200". Null if none fits, and for a part of a GPU
// (MIG). O(known GPUs).
[[nodiscard]] const GpuPeaks* gpuPeaksOf(std::string_view name);

// A file of GPUs as peaks.toml is; empty where it is no such file.
[[nodiscard]] std::vector<GpuPeaks> parseGpuPeaks(std::string_view text);

// The text of resources/gpus/peaks.toml.
[[nodiscard]] std::string_view gpuPeaksFile();

}  // namespace gaplight
