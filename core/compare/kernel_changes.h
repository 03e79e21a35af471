// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/torch/kernel_group.h"
#include "core/base/time.h"
#include "core/compare/alignment.h"
#include "core/compare/anchors.h"
#include "core/compare/compared_trace.h"
#include "core/trace/trace.h"

namespace gaplight {

// Total of all calls of one Python function, identified by path and name without line number; of
// recursive calls only the outermost counts.
struct FunctionTotals {
    std::string name;  // "diffusers/hooks/hooks.py: _set_context"
    std::uint64_t count = 0;
    Duration total{};
    SliceId longest;
};

// Functions named by findings of the runs, as "path: function", sorted.
[[nodiscard]] std::vector<std::string> functionsOfFindings(std::span<const ComparedTrace> runs);

// One entry per requested name: "path: function", or a bare function name for all functions of that
// name. Zero if it was not called or no stacks were recorded. One parallel pass over all slices.
[[nodiscard]] std::vector<FunctionTotals> functionTotals(const Trace& trace,
                                                         std::span<const std::string> wanted);

struct KernelSum {
    std::uint64_t count = 0;
    Duration time{};  // sum of the durations

    friend bool operator==(const KernelSum&, const KernelSum&) = default;
};

// Self time of one function of the hosts (hostSelfTimes): a Python function by path and name
// without its line number, which moves with each edit; any other slice by its name.
struct SelfTimeChange {
    std::string name;
    KernelSum a;  // time: self time
    KernelSum b;
    SliceId longestA;  // invalid: not called
    SliceId longestB;
};

// The functions of both runs, the largest change of self time first. O(slices + texts).
[[nodiscard]] std::vector<SelfTimeChange> selfTimeChanges(const Trace& a, const Trace& b);

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

// Fewer and more calls: their number changed, so that a mean is of other calls. Slower and faster:
// as many calls take another time. Longer and shorter: the same of a collective, which may wait.
enum class KernelChangeKind : std::uint8_t {
    Appeared,
    Vanished,
    Slower,
    Faster,
    FewerCalls,
    MoreCalls,
    Longer,
    Shorter,
    Same
};
// Stable snake_case name.
[[nodiscard]] std::string_view kernelChangeName(KernelChangeKind kind);

// All kernels with one short name.
struct KernelChange {
    std::string name;
    KernelGroup group = KernelGroup::Other;
    KernelSum a;
    KernelSum b;

    // Mean time of a call in B / in A, without what the GPU's clock does (`clock`: factor on B's
    // kernels, see ClockFactor). 1 if either run has no call, or no time.
    double callRatio(double clock) const;
    // Changes up to the noise floor are none.
    KernelChangeKind kind(double noiseFloor, double clock) const;
};

// Sums over the paired steady steps, or over the whole runs if there are none.
struct KernelChanges {
    std::vector<KernelChange> kernels;  // largest change of time first
    std::vector<KernelExchange> exchanges;
    std::array<KernelSum, kKernelGroups> groupsA{};
    std::array<KernelSum, kKernelGroups> groupsB{};
};

// O(activities).
[[nodiscard]] KernelChanges kernelChanges(const ComparedTrace& a, const ComparedTrace& b,
                                          const Alignment& alignment);

}  // namespace gaplight
