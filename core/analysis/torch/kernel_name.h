// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace gaplight {

// The short name of a kernel, for labels and grouping: the demangled name without its return type,
// namespaces, template arguments and parameters.
//   void at::native::vectorized_elementwise_kernel<4, ...>(int, ...)  vectorized_elementwise_kernel
//   std::enable_if<!(false), void>::type internal::gemvx::kernel<...>(...) gemvx::kernel
//   triton_poi_fused_add_0 triton_poi_fused_add_0
// A last part that is not informative alone (kernel, Kernel2, operator(), run) keeps the one before
// it. Names that are not C++ stay as they are, and so does anything of which nothing would be left.
// Brackets need not balance (names are cut by tools). O(length).
[[nodiscard]] std::string shortKernelName(std::string_view name);

}  // namespace gaplight
