// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu/occupancy.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "core/index/device_properties.h"
#include "core/session/session.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

DeviceProperties h200() {
    DeviceProperties device;
    device.computeMajor = 9;
    device.sms = 132;
    device.maxThreadsPerSm = 2048;
    device.registersPerSm = 65536;
    device.sharedMemoryPerSmBytes = 233472;
    device.warpSize = 32;
    return device;
}

KernelConfig config(std::uint32_t blocks, std::uint16_t threads, std::uint16_t registers,
                    std::uint32_t sharedBytes) {
    KernelConfig kernel;
    kernel.grid = {blocks, 1, 1};
    kernel.block = {threads, 1, 1};
    kernel.registersPerThread = registers;
    kernel.sharedMemoryBytes = sharedBytes;
    return kernel;
}

constexpr std::uint32_t kManyBlocks = 1'000'000;
constexpr std::uint32_t kDefaultSharedLimit = 48 * 1024;

TEST(Occupancy, IsLimitedByWhatRunsOutFirst) {
    const auto warps = occupancyOf(config(kManyBlocks, 256, 32, 0), h200());
    ASSERT_TRUE(warps);
    EXPECT_EQ(warps->activeBlocksPerSm, 8);
    EXPECT_EQ(warps->ppm(), 1'000'000);
    EXPECT_EQ(warps->limit, OccupancyLimit::Warps);

    const auto blocks = occupancyOf(config(kManyBlocks, 32, 16, 0), h200());
    ASSERT_TRUE(blocks);
    EXPECT_EQ(blocks->activeBlocksPerSm, 32);
    EXPECT_EQ(blocks->ppm(), 500'000);
    EXPECT_EQ(blocks->limit, OccupancyLimit::Blocks);

    const auto registers = occupancyOf(config(kManyBlocks, 256, 110, 2048), h200());
    ASSERT_TRUE(registers);
    EXPECT_EQ(registers->activeBlocksPerSm, 2);
    EXPECT_EQ(registers->ppm(), 250'000);
    EXPECT_EQ(registers->limit, OccupancyLimit::Registers);

    const auto shared = occupancyOf(config(kManyBlocks, 128, 32, 100'000), h200());
    ASSERT_TRUE(shared);
    EXPECT_EQ(shared->activeBlocksPerSm, 2);
    EXPECT_EQ(shared->limit, OccupancyLimit::SharedMemory);

    const auto grid = occupancyOf(config(64, 512, 32, 0), h200());
    ASSERT_TRUE(grid);
    EXPECT_EQ(grid->limit, OccupancyLimit::Grid);
    EXPECT_EQ(grid->activeBlocksPerSm, 4);
    EXPECT_EQ(grid->ppm(), 64 * 16 * 1'000'000LL / (64 * 132));
    EXPECT_EQ(grid->ppmOfFullGrid(), 1'000'000);
}

TEST(Occupancy, CountsWaves) {
    const auto occupancy = occupancyOf(config(576, 128, 114, 12288), h200());
    ASSERT_TRUE(occupancy);
    EXPECT_EQ(occupancy->blocksPerWave(), 528);
    EXPECT_EQ(occupancy->fullWaves(), 1);
    EXPECT_EQ(occupancy->blocksInLastWave(), 48);
}

TEST(Occupancy, DependsOnTheCapability) {
    DeviceProperties turing = h200();
    turing.computeMajor = 7;
    turing.computeMinor = 5;
    turing.maxThreadsPerSm = 1024;
    turing.sharedMemoryPerSmBytes = 65536;
    // 16 blocks an SM; shared memory in pieces of 256 bytes, none of it reserved.
    EXPECT_EQ(occupancyOf(config(kManyBlocks, 32, 16, 0), turing)->activeBlocksPerSm, 16);
    EXPECT_EQ(occupancyOf(config(kManyBlocks, 32, 16, 8192), turing)->activeBlocksPerSm, 8);
    EXPECT_EQ(occupancyOf(config(kManyBlocks, 32, 16, 8193), turing)->activeBlocksPerSm, 7);
}

TEST(Occupancy, IsUnknownWithoutFacts) {
    DeviceProperties device = h200();
    EXPECT_FALSE(occupancyOf(config(0, 128, 32, 0), device));
    EXPECT_FALSE(occupancyOf(config(1, 0, 32, 0), device));
    EXPECT_FALSE(occupancyOf(config(1, 1024, 255, 0), device)) << "does not fit";
    device.sms = 0;
    EXPECT_FALSE(occupancyOf(config(1, 128, 32, 0), device));
    device = h200();
    device.warpSize = 64;
    EXPECT_FALSE(occupancyOf(config(1, 128, 32, 0), device)) << "AMD";
}

struct Agreement {
    std::size_t same = 0;
    std::size_t recordedAsZero = 0;  // more than 48 KiB of shared memory
};

Agreement agreementOn(const std::string& recorded) {
    const auto session = openSession(test::dataFile(recorded + ".json.zst"));
    EXPECT_TRUE(session);
    const Trace& trace = *(*session)->trace;
    const DeviceProperties* device = propertiesOf(trace, trace.gpuActivities().front().gpu);
    EXPECT_NE(device, nullptr);
    Agreement agreement;
    for (std::size_t row = 0; row < trace.kernelConfigs().size(); ++row) {
        const KernelConfig& kernel = trace.kernelConfigs().value(row);
        const auto occupancy = occupancyOf(kernel, *device);
        if (!occupancy) {
            ADD_FAILURE() << recorded << ": a kernel that ran does not fit";
            break;
        }
        const double percent = static_cast<double>(occupancy->ppm()) / 10'000;
        if (kernel.sharedMemoryBytes > kDefaultSharedLimit) {
            agreement.recordedAsZero += kernel.occupancyPercent == 0 && percent > 0 ? 1 : 0;
        } else if (std::abs(percent - kernel.occupancyPercent) <= 0.5) {
            ++agreement.same;
        } else {
            ADD_FAILURE() << recorded << ": " << percent << " instead of "
                          << kernel.occupancyPercent;
        }
    }
    return agreement;
}

// Kineto asks CUDA's own calculator.
TEST(Occupancy, AgreesWithWhatTheTracesRecorded) {
    const Agreement resnet = agreementOn("resnet18_eager");
    EXPECT_EQ(resnet.same, 1077U);
    EXPECT_EQ(resnet.recordedAsZero, 156U);
    const Agreement ddp = agreementOn("ddp_balanced_rank0");
    EXPECT_EQ(ddp.same, 1957U);
    EXPECT_EQ(ddp.recordedAsZero, 221U);
    const Agreement wan = agreementOn("wan_after_compile");
    EXPECT_EQ(wan.same, 1835U);
    EXPECT_EQ(wan.recordedAsZero, 2202U);
}

// 2^32 - 1 in each direction: no such grid can be launched, and its blocks exceed 64 bits.
TEST(Occupancy, IsUnknownForImpossibleNumbers) {
    constexpr std::uint32_t kLargest = ~0U;
    KernelConfig kernel = config(kLargest, 256, 32, 0);
    kernel.grid = {kLargest, kLargest, kLargest};
    EXPECT_FALSE(occupancyOf(kernel, h200()));
    kernel.grid = {kLargest, kLargest, 1};
    EXPECT_FALSE(occupancyOf(kernel, h200()));
    DeviceProperties device = h200();
    device.sms = 1'000'000'000;
    EXPECT_FALSE(occupancyOf(config(kManyBlocks, 256, 32, 0), device));
}

}  // namespace
}  // namespace gaplight
