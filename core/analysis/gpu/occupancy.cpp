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
// Beyond any GPU; products of them with a million fit into 64 bits.
constexpr std::int64_t kMaxSms = 1 << 16;
constexpr std::int64_t kMaxPerSm = 1 << 24;  // threads, registers, bytes of shared memory

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
    const auto isPossible = [](std::int64_t value, std::int64_t limit) {
        return value > 0 && value <= limit;
    };
    // AMD's GPUs have compute capabilities of their own, and wavefronts of 64.
    return device.computeMajor >= kFirstMajor && isPossible(device.sms, kMaxSms) &&
           isPossible(device.maxThreadsPerSm, kMaxPerSm) &&
           isPossible(device.registersPerSm, kMaxPerSm) &&
           isPossible(device.sharedMemoryPerSmBytes, kMaxPerSm) && device.warpSize == kWarpSize;
}

// Empty where CUDA allows no such grid, or block: their number has 63 bits.
template <class Triple>
std::optional<std::int64_t> product(const Triple& triple) {
    std::int64_t all = 0;
    const bool isTooLarge = __builtin_mul_overflow(triple[0], std::int64_t{triple[1]}, &all) ||
                            __builtin_mul_overflow(all, triple[2], &all);
    return isTooLarge || all == 0 ? std::nullopt : std::optional(all);
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
    const std::optional<std::int64_t> threads = product(config.block);
    const std::optional<std::int64_t> gridBlocks = product(config.grid);
    if (!isKnown(device) || !threads || !gridBlocks) {
        return std::nullopt;
    }
    Occupancy occupancy;
    occupancy.blocks = *gridBlocks;
    occupancy.sms = device.sms;
    occupancy.warpsPerBlock = roundUp(*threads, kWarpSize) / kWarpSize;
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
