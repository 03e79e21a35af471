// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace gaplight {

// Which units of the GPU a matrix product or convolution runs on, according to its name.
enum class MatmulPath : std::uint8_t {
    TensorCore,    // tensor cores, AMD's matrix cores
    CudaCore,      // element by element on the GPU's other units: ffma, simt, sgemm
    MatrixVector,  // a matrix times one vector or a few: bound by memory, no use for tensor cores
    Unknown,
};

// What the factors are, according to the name.
enum class MatmulFormat : std::uint8_t { Float32, Half, Other };

struct MatmulKind {
    MatmulPath path = MatmulPath::Unknown;
    MatmulFormat format = MatmulFormat::Other;
};

// The major compute capability that a kernel was built for, according to its name ("ampere_sgemm",
// "sm80_xmma", "cutlass_80"); 0 where it does not say. GPUs before that cannot run it. O(length).
[[nodiscard]] int capabilityIn(std::string_view name);

// `name`: the recorded name of a kernel of KernelGroup::Matmul. O(length).
[[nodiscard]] MatmulKind matmulKindOf(std::string_view name);

}  // namespace gaplight
