// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "core/trace/trace.h"

namespace gaplight {

// What keeps more blocks of a kernel from running on an SM at once.
enum class OccupancyLimit : std::uint8_t {
    Warps,   // the block size alone: all warps that an SM can hold are in use
    Blocks,  // small blocks: the SM holds no more blocks
    Registers,
    SharedMemory,
    Grid,  // there are not enough blocks
};

// How far a kernel can fill a GPU, computed from its launch configuration; not measured.
struct Occupancy {
    std::int64_t blocks = 0;             // of the grid
    std::int64_t activeBlocksPerSm = 0;  // that fit at once; at least 1
    std::int64_t sms = 0;
    std::int64_t warpsPerBlock = 0;
    std::int64_t maxWarpsPerSm = 0;
    OccupancyLimit limit = OccupancyLimit::Warps;  // the smallest of them, the grid included

    // Warps that are on an SM on average, of those that it can hold, parts per million.
    std::int64_t ppm() const;
    // The same if there were blocks enough.
    std::int64_t ppmOfFullGrid() const;

    // Blocks that the whole GPU runs at once.
    std::int64_t blocksPerWave() const { return activeBlocksPerSm * sms; }
    std::int64_t fullWaves() const { return blocks / blocksPerWave(); }
    // Blocks of the wave after the full ones; 0 if the grid ends with a full wave.
    std::int64_t blocksInLastWave() const { return blocks % blocksPerWave(); }
};

// By the rules of CUDA's occupancy calculator, for NVIDIA GPUs of compute capability 6 and later.
// Empty where the GPU's properties or the launch were not recorded, for other GPUs, and for a
// block that does not fit.
//
// Kineto's own figure ("est. achieved occupancy %") is the same, except that it takes kernels with
// more than 48 KiB of shared memory for impossible and writes 0 (libkineto/src/CuptiActivity.cpp
// asks the calculator without the opt-in). It is not used here.
[[nodiscard]] std::optional<Occupancy> occupancyOf(const KernelConfig& config,
                                                   const DeviceProperties& device);

}  // namespace gaplight
