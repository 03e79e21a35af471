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
#include "core/compare/compared_trace.h"

namespace gaplight {

struct KernelSum {
    std::uint64_t count = 0;
    Duration time{};  // sum of the durations

    friend bool operator==(const KernelSum&, const KernelSum&) = default;
};

enum class KernelChangeKind : std::uint8_t { Appeared, Vanished, Slower, Faster, Same };
// Stable snake_case name.
[[nodiscard]] std::string_view kernelChangeName(KernelChangeKind kind);

// All kernels with one short name.
struct KernelChange {
    std::string name;
    KernelGroup group = KernelGroup::Other;
    KernelSum a;
    KernelSum b;

    // Slower or faster: the total time changed by more than the noise floor.
    [[nodiscard]] KernelChangeKind kind(double noiseFloor) const;
};

// Kernels that A runs between two anchors and those that B runs instead, without the common ones.
struct KernelExchange {
    std::vector<std::string> a;  // short names, sorted, repeated per launch
    std::vector<std::string> b;
    std::uint64_t times = 0;
    Duration timeA{};  // total of these kernels over all occurrences
    Duration timeB{};
};

// Sums over the paired steady steps, or over the whole runs if there are none.
struct KernelChanges {
    std::vector<KernelChange> kernels;      // largest change of time first
    std::vector<KernelExchange> exchanges;  // n for m kernels, n and m > 0, n != m
    std::array<KernelSum, kKernelGroups> groupsA{};
    std::array<KernelSum, kKernelGroups> groupsB{};
};

// O(activities).
[[nodiscard]] KernelChanges kernelChanges(const ComparedTrace& a, const ComparedTrace& b,
                                          const Alignment& alignment);

}  // namespace gaplight
