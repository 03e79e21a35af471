// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace gaplight {

// Tensor cores load 16 bytes at once: rows of 16-bit numbers are aligned to that where their length
// is a multiple of this (NVIDIA, Matrix Multiplication Background).
inline constexpr std::int64_t kTensorCoreMultiple = 8;

// The dimensions K and N of a 16-bit matrix product that are no multiples of it, from the op's name
// and its args "Input Dims" ("[[4096, 50], [50, 64]]") and "Input type" ("[\"c10::Half\", ...]").
// M, the number of rows of the first factor, does not affect alignment. Empty for other ops, for
// other types, and where nothing was recorded.
[[nodiscard]] std::vector<std::int64_t> unalignedHalfDims(std::string_view op,
                                                          std::string_view inputDims,
                                                          std::string_view inputTypes);

// The alignment of rows, in elements, in the name of a kernel of CUTLASS or xmma ("..._align2"),
// the smaller of two; 0 where the name has none.
[[nodiscard]] std::int64_t alignmentInName(std::string_view kernel);

}  // namespace gaplight
