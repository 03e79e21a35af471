// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/compare/anchors.h"
#include "core/trace/trace.h"

namespace gaplight {

// Kernels that A runs between two anchors and those that B runs instead, without the common ones.
struct KernelExchange {
    std::vector<std::string> a;  // short names, sorted, repeated per launch
    std::vector<std::string> b;
    std::uint64_t times = 0;
    Duration timeA{};  // total of these kernels over all occurrences
    Duration timeB{};
};

// The exchanges of n for m kernels, n and m > 0, n != m, outside of warm-up steps; largest change
// of time first. Copies and memsets do not count. Kernels of equal name in both runs take no part:
// - a difference between two anchors is cut at kernels of equal full name, in order;
// - matrix products, attention and collectives that the other run has elsewhere in the same step
//   are left out: they moved;
// - those that are left are exchanged for each other only: three products for one is an exchange,
//   but a product does not become part of an elementwise kernel. Products whose place a fused
//   attention takes stay with what is between them.
// O((activities + differences) x differences) per difference.
[[nodiscard]] std::vector<KernelExchange> kernelExchanges(const Trace& a, const Trace& b,
                                                          const Anchors& anchors);

}  // namespace gaplight
