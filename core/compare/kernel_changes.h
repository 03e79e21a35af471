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

// All kernels of one short name.
struct KernelChange {
    std::string name;
    KernelGroup group = KernelGroup::Other;
    KernelSum a;
    KernelSum b;

    // Slower and faster by their time together, beyond the noise floor.
    [[nodiscard]] KernelChangeKind kind(double noiseFloor) const;
};

// What A runs between two anchors and what B runs there instead, without what both run.
struct KernelExchange {
    std::vector<std::string> a;  // sorted short names, as often as they run
    std::vector<std::string> b;
    std::uint64_t times = 0;
    Duration timeA{};  // of these kernels, all times together
    Duration timeB{};
};

// Of the steady steps that are paired, or of the whole runs where there are none.
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
