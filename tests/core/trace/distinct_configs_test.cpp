// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/source_events.h"

#include <functional>
#include <vector>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

KernelConfig usual() {
    KernelConfig config;
    config.grid = {40, 2, 1};
    config.block = {128, 1, 1};
    config.registersPerThread = 32;
    config.sharedMemoryBytes = 4'096;
    config.blocksPerSm = 1.5F;
    config.warpsPerSm = 6;
    config.occupancyPercent = 9;
    config.graphId = 7;
    config.graphNodeId = std::uint64_t{1} << 40U;
    return config;
}

TEST(DistinctConfigs, TellsEveryFieldApart) {
    const std::vector<std::function<void(KernelConfig&)>> changes{
        [](KernelConfig& config) { config.grid[0] = 41; },
        [](KernelConfig& config) { config.grid[1] = 3; },
        [](KernelConfig& config) { config.grid[2] = 2; },
        [](KernelConfig& config) { config.block[0] = 129; },
        [](KernelConfig& config) { config.block[1] = 2; },
        [](KernelConfig& config) { config.block[2] = 2; },
        [](KernelConfig& config) { config.registersPerThread = 33; },
        [](KernelConfig& config) { config.sharedMemoryBytes = 4'097; },
        [](KernelConfig& config) { config.blocksPerSm = 1.25F; },
        [](KernelConfig& config) { config.warpsPerSm = 6.5F; },
        [](KernelConfig& config) { config.occupancyPercent = -0.0F; },
        [](KernelConfig& config) { config.occupancyPercent = 0.0F; },
        [](KernelConfig& config) { config.graphId = 7 + (std::uint64_t{1} << 32U); },
        [](KernelConfig& config) { config.graphId = 8; },
        [](KernelConfig& config) { config.graphNodeId = std::uint64_t{1} << 41U; },
        [](KernelConfig& config) { config.graphNodeId += 1; },
    };
    DistinctConfigs distinct;
    EXPECT_EQ(distinct.numberOf(usual()), 0U);
    for (std::size_t at = 0; at < changes.size(); ++at) {
        KernelConfig config = usual();
        changes[at](config);
        EXPECT_EQ(distinct.numberOf(config), at + 1);
        EXPECT_EQ(distinct.numberOf(config), at + 1);
        EXPECT_EQ(distinct.numberOf(usual()), 0U);
    }
    EXPECT_EQ(distinct.take().size(), changes.size() + 1);
}

TEST(DistinctConfigs, KeepsTheValueOfEachSlice) {
    KernelConfig other = usual();
    other.grid[0] = 1;
    const Column<SliceId> slices{SliceId(2), SliceId(3), SliceId(9)};
    const RepeatedColumn<KernelConfig> column =
        repeatedConfigs({slices, {usual(), other, usual()}});
    EXPECT_EQ(column.size(), 3U);
    EXPECT_EQ(column.distinct().size(), 2U);
    EXPECT_EQ(column.find(SliceId(2))->grid[0], 40U);
    EXPECT_EQ(column.find(SliceId(3))->grid[0], 1U);
    EXPECT_EQ(column.find(SliceId(9)), column.find(SliceId(2)));
    EXPECT_EQ(column.find(SliceId(4)), nullptr);
    EXPECT_EQ(&column.value(1), column.find(SliceId(3)));
    EXPECT_LE(column.memoryBytes(), 3 * 8 + 2 * sizeof(KernelConfig));
}

}  // namespace
}  // namespace gaplight
