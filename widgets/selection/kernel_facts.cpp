// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/selection/kernel_facts.h"

#include <array>

#include "core/analysis/gpu/occupancy.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/index/device_properties.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"

namespace gaplight::ui {
namespace {

constexpr double kMillion = 1'000'000;

template <class Number>
QString triple(const std::array<Number, 3>& of) {
    return QStringLiteral("%1 × %2 × %3").arg(of[0]).arg(of[1]).arg(of[2]);
}

QString limitWords(const Occupancy& occupancy) {
    switch (occupancy.limit) {
        case OccupancyLimit::Warps:
            return QStringLiteral("the SM's warps are all in use");
        case OccupancyLimit::Blocks:
            return QStringLiteral("the number of blocks that an SM holds: blocks are small");
        case OccupancyLimit::Registers:
            return QStringLiteral("registers per thread");
        case OccupancyLimit::SharedMemory:
            return QStringLiteral("shared memory per block");
        case OccupancyLimit::Grid:
            return QStringLiteral("the grid: %1 blocks for %2 SMs")
                .arg(countText(static_cast<std::uint64_t>(occupancy.blocks)),
                     countText(static_cast<std::uint64_t>(occupancy.sms)));
    }
    return {};
}

QString wavesText(const Occupancy& occupancy) {
    const auto full = static_cast<std::uint64_t>(occupancy.fullWaves());
    const double rest = static_cast<double>(occupancy.blocksInLastWave()) /
                        static_cast<double>(occupancy.blocksPerWave());
    if (occupancy.blocksInLastWave() == 0) {
        return countText(full);
    }
    return full == 0
               ? QStringLiteral("1, %1 full").arg(percentText(rest))
               : QStringLiteral("%1, the last %2 full").arg(countText(full + 1), percentText(rest));
}

GpuId gpuOf(const Trace& trace, SliceId slice) {
    return trace.tracks()[trace.trackOf(slice).index()].gpu.value_or(GpuId());
}

}  // namespace

KernelFacts kernelFacts(const Session& session, SliceId slice) {
    const Trace& trace = *session.trace;
    KernelFacts facts;
    if (trace.kind(slice) != SliceKind::Kernel) {
        return facts;
    }
    const auto add = [&](const char* key, const QString& value) {
        facts.rows.push_back({QString::fromUtf8(key), value, -1});
    };
    add("Kernel group", toQString(kernelGroupName(kernelGroupOf(trace.name(slice)))));
    const KernelConfig* config = trace.kernelConfigs().find(slice);
    if (config == nullptr || config->grid[0] == 0) {
        return facts;
    }
    add("Grid", triple(config->grid));
    add("Block", triple(config->block));
    add("Registers", QStringLiteral("%1 per thread").arg(config->registersPerThread));
    add("Shared memory", bytesText(config->sharedMemoryBytes));
    const DeviceProperties* device = propertiesOf(trace, gpuOf(trace, slice));
    const auto occupancy =
        device == nullptr ? std::optional<Occupancy>() : occupancyOf(*config, *device);
    if (!occupancy) {
        return facts;
    }
    add("Occupancy", percentText(static_cast<double>(occupancy->ppm()) / kMillion));
    add("Limited by", limitWords(*occupancy));
    add("Waves", wavesText(*occupancy));
    facts.occupancy = OccupancyDiagram{occupancy->maxWarpsPerSm,     occupancy->warpsPerBlock,
                                       occupancy->activeBlocksPerSm, occupancy->blocksPerWave(),
                                       occupancy->fullWaves(),       occupancy->blocksInLastWave()};
    return facts;
}

}  // namespace gaplight::ui
