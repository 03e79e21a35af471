// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu/occupancy.h"

#include <algorithm>
#include <array>

namespace gaplight {
namespace {

// cuda_occupancy.h and the table "Technical Specifications per Compute Capability" of the CUDA
// C++ Programming Guide.
constexpr std::int64_t kWarpSize = 32;
constexpr std::int64_t kRegistersPerUnit = 256;  // registers are given to a warp in such pieces
constexpr std::int64_t kPartitionsPerSm = 4;     // each with its own warps and registers
constexpr int kFirstMajor = 6;
constexpr int kAmpere = 8;
constexpr std::int64_t kReservedBytesSinceAmpere = 1024;  // shared memory of the driver, a block
constexpr std::int64_t kSharedUnitSinceAmpere = 128;
constexpr std::int64_t kSharedUnitBefore = 256;
constexpr std::int64_t kMillion = 1'000'000;

struct BlockLimit {
    int major;
    int minor;
    std::int64_t blocksPerSm;
};
constexpr std::int64_t kUsualBlocksPerSm = 32;
constexpr std::array kBlockLimits{
    BlockLimit{7, 5, 16}, BlockLimit{8, 6, 16},  BlockLimit{8, 7, 16},
    BlockLimit{8, 9, 24}, BlockLimit{12, 0, 24}, BlockLimit{12, 1, 24},
};

std::int64_t roundUp(std::int64_t value, std::int64_t unit) {
    return (value + unit - 1) / unit * unit;
}

std::int64_t blocksPerSm(const DeviceProperties& device) {
    const auto* at =
        std::find_if(kBlockLimits.begin(), kBlockLimits.end(), [&](const BlockLimit& limit) {
            return limit.major == device.computeMajor && limit.minor == device.computeMinor;
        });
    return at == kBlockLimits.end() ? kUsualBlocksPerSm : at->blocksPerSm;
}

std::int64_t blocksByRegisters(const KernelConfig& config, const DeviceProperties& device,
                               std::int64_t warpsPerBlock) {
    const std::int64_t perWarp = roundUp(config.registersPerThread * kWarpSize, kRegistersPerUnit);
    const std::int64_t warpsPerPartition = device.registersPerSm / kPartitionsPerSm / perWarp;
    return warpsPerPartition * kPartitionsPerSm / warpsPerBlock;
}

std::int64_t blocksBySharedMemory(const KernelConfig& config, const DeviceProperties& device) {
    const bool isAmpere = device.computeMajor >= kAmpere;
    const std::int64_t bytes =
        config.sharedMemoryBytes + (isAmpere ? kReservedBytesSinceAmpere : 0);
    const std::int64_t perBlock =
        roundUp(bytes, isAmpere ? kSharedUnitSinceAmpere : kSharedUnitBefore);
    return device.sharedMemoryPerSmBytes / perBlock;
}

bool isKnown(const DeviceProperties& device) {
    // AMD's GPUs have compute capabilities of their own, and wavefronts of 64.
    return device.computeMajor >= kFirstMajor && device.sms > 0 && device.maxThreadsPerSm > 0 &&
           device.registersPerSm > 0 && device.sharedMemoryPerSmBytes > 0 &&
           device.warpSize == kWarpSize;
}

}  // namespace

std::int64_t Occupancy::ppm() const {
    const std::int64_t full = activeBlocksPerSm * sms;
    return std::min(blocks, full) * warpsPerBlock * kMillion / (maxWarpsPerSm * sms);
}

std::int64_t Occupancy::ppmOfFullGrid() const {
    return activeBlocksPerSm * warpsPerBlock * kMillion / maxWarpsPerSm;
}

std::optional<Occupancy> occupancyOf(const KernelConfig& config, const DeviceProperties& device) {
    const auto product = [](const auto& triple) {
        return static_cast<std::int64_t>(triple[0]) * triple[1] * triple[2];
    };
    const std::int64_t threads = product(config.block);
    Occupancy occupancy;
    occupancy.blocks = product(config.grid);
    if (!isKnown(device) || threads <= 0 || occupancy.blocks <= 0) {
        return std::nullopt;
    }
    occupancy.sms = device.sms;
    occupancy.warpsPerBlock = roundUp(threads, kWarpSize) / kWarpSize;
    occupancy.maxWarpsPerSm = device.maxThreadsPerSm / kWarpSize;
    occupancy.activeBlocksPerSm = occupancy.maxWarpsPerSm / occupancy.warpsPerBlock;
    const auto atMost = [&](std::int64_t blocks, OccupancyLimit limit) {
        if (blocks < occupancy.activeBlocksPerSm) {
            occupancy.activeBlocksPerSm = blocks;
            occupancy.limit = limit;
        }
    };
    atMost(blocksPerSm(device), OccupancyLimit::Blocks);
    if (config.registersPerThread > 0) {
        atMost(blocksByRegisters(config, device, occupancy.warpsPerBlock),
               OccupancyLimit::Registers);
    }
    if (config.sharedMemoryBytes > 0) {
        atMost(blocksBySharedMemory(config, device), OccupancyLimit::SharedMemory);
    }
    if (occupancy.activeBlocksPerSm < 1) {
        return std::nullopt;
    }
    if (occupancy.blocks < occupancy.blocksPerWave()) {
        occupancy.limit = OccupancyLimit::Grid;
    }
    return occupancy;
}

}  // namespace gaplight
