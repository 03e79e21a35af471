// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace gaplight {

// Rows of 16-bit numbers begin at addresses that tensor cores load in one go where the dimension
// is a multiple of this (NVIDIA, Matrix Multiplication Background: 16 bytes).
inline constexpr std::int64_t kTensorCoreMultiple = 8;

// The dimensions K and N of a 16-bit matrix product that are no multiples of it, from the op's name
// and its args "Input Dims" ("[[4096, 50], [50, 64]]") and "Input type" ("[\"c10::Half\", ...]").
// M, the rows of the first factor, does not matter: no row begins by it. Empty for other ops, for
// other types, and where nothing was recorded.
[[nodiscard]] std::vector<std::int64_t> unalignedHalfDims(std::string_view op,
                                                          std::string_view inputDims,
                                                          std::string_view inputTypes);

// The elements that a kernel of CUTLASS or xmma says its rows are aligned to ("..._align2"), the
// smaller one where it names two; 0 where it says nothing.
[[nodiscard]] std::int64_t alignmentInName(std::string_view kernel);

}  // namespace gaplight
