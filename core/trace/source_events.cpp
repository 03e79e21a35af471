// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/source_events.h"

#include <bit>
#include <utility>

#include "core/base/text_hash.h"

namespace gaplight {
namespace {

std::uint32_t lower(std::uint64_t value) {
    return static_cast<std::uint32_t>(value);
}

std::uint32_t upper(std::uint64_t value) {
    return static_cast<std::uint32_t>(value >> 32U);
}

std::uint32_t both(std::uint16_t low, std::uint16_t high) {
    return std::uint32_t{low} | std::uint32_t{high} << 16U;
}

}  // namespace

DistinctConfigs::Bits DistinctConfigs::bitsOf(const KernelConfig& config) {
    return {config.grid[0],
            config.grid[1],
            config.grid[2],
            both(config.block[0], config.block[1]),
            both(config.block[2], config.registersPerThread),
            config.sharedMemoryBytes,
            std::bit_cast<std::uint32_t>(config.blocksPerSm),
            std::bit_cast<std::uint32_t>(config.warpsPerSm),
            std::bit_cast<std::uint32_t>(config.occupancyPercent),
            lower(config.graphId),
            upper(config.graphId),
            lower(config.graphNodeId),
            upper(config.graphNodeId)};
}

std::size_t DistinctConfigs::Hash::operator()(const Bits& bits) const {
    return TextHash()({reinterpret_cast<const char*>(bits.data()), sizeof bits});
}

std::uint32_t DistinctConfigs::numberOf(const KernelConfig& config) {
    const auto [at, isNew] =
        m_numbers.try_emplace(bitsOf(config), static_cast<std::uint32_t>(m_configs.size()));
    if (isNew) {
        m_configs.push_back(config);
    }
    return at->second;
}

std::vector<KernelConfig> DistinctConfigs::take() {
    m_numbers = {};
    m_configs.shrink_to_fit();
    return std::exchange(m_configs, {});
}

RepeatedColumn<KernelConfig> repeatedConfigs(const SparseColumn<KernelConfig>& configs) {
    DistinctConfigs distinct;
    Column<std::uint32_t> numbers;
    numbers.reserve(configs.size());
    for (const KernelConfig& config : configs.values()) {
        numbers.push_back(distinct.numberOf(config));
    }
    const auto slices = configs.slices();
    return {SparseColumn<std::uint32_t>({slices.begin(), slices.end()}, std::move(numbers)),
            distinct.take()};
}

}  // namespace gaplight
