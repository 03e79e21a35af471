// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/trace/repeated_column.h"
#include "core/trace/sparse_column.h"
#include "core/trace/trace.h"

namespace gaplight {

// Numbers the configurations of kernels that differ in any bit, in the order of their first use. A
// program launches the same kernels on the same shapes again and again.
class DistinctConfigs {
public:
    // The number of a configuration. O(1).
    [[nodiscard]] std::uint32_t numberOf(const KernelConfig& config);
    [[nodiscard]] std::vector<KernelConfig> take();

private:
    using Bits = std::array<std::uint32_t, 13>;
    static Bits bitsOf(const KernelConfig& config);
    struct Hash {
        std::size_t operator()(const Bits& bits) const;
    };

    std::unordered_map<Bits, std::uint32_t, Hash> m_numbers;
    std::vector<KernelConfig> m_configs;
};

// O(rows).
[[nodiscard]] RepeatedColumn<KernelConfig> repeatedConfigs(
    const SparseColumn<KernelConfig>& configs);

}  // namespace gaplight
