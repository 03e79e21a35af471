// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/kernels/kernel_efficiency.h"
#include "core/base/time.h"
#include "core/detectors/shared/kernel_rule.h"

namespace gaplight {

// What a kernel that is far below its roofline does, which decides what helps.
enum class FarKind : std::uint8_t {
    Attention,    // the softmax of an attention that writes its scores
    Norm,         // layer, group and RMS norm
    Elementwise,  // over broadcast or strided operands, as a rule
    Copy,
    Reduction,
    Product,  // one factor is so small that reading the other is all the work
    Count_,
};

// Calls of one operator with equal shapes, whose kernels are far below their roofline.
struct FarCalls {
    const ClassEfficiency* measured = nullptr;
    const OperatorClass* calls = nullptr;
    FarKind kind = FarKind::Norm;
    std::string shape;            // of the largest input: "512 x 4,096 x 256"
    Duration time{};              // of `slices`
    std::vector<SliceId> slices;  // their kernels
};

struct FarLimits {
    std::int64_t efficiencyPpm = 0;  // calls below it are far from their roofline
    Duration minDuration{};          // mean of their kernels
};

// False for operators that are never judged, so that their shapes need not be read. O(length).
[[nodiscard]] bool mayBeFar(std::string_view op);

// The calls on one GPU that are judged and far from their roofline; most time first. None on a GPU
// whose peaks no document states. What is judged: far_from_roofline.cpp. O(launches), and one read
// of the source for each of them.
[[nodiscard]] std::vector<FarCalls> findFarCalls(const GpuInput& gpu,
                                                 const KernelEfficiency& measured,
                                                 const FarLimits& limits);

}  // namespace gaplight
