// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/time.h"
#include "core/detectors/engine/finding_values.h"
#include "core/index/device_properties.h"
#include "core/trace/trace.h"

namespace gaplight {

// The rate of copies between host and GPU with pinned memory.
class PinnedRates {
public:
    // Shorter copies are not measured: most of their time is latency.
    static constexpr std::int64_t kMinBytes = 65'536;

    explicit PinnedRates(const Trace& trace) : m_gpus(trace) {}

    // Adds a pinned copy of the trace.
    void note(bool toHost, std::int64_t bytes, Duration time);

    // Bytes a microsecond: of the pinned copies in the trace in that direction; else what the bus
    // of the GPU's class gives; 0 where neither is known.
    std::int64_t rate(bool toHost, GpuId gpu) const;
    // The rate of the trace's pinned copies in that direction; empty if it has none.
    std::optional<ByteRate> measured(bool toHost) const;
    // Whether rate() is that of a bus which some GPUs of the class have half of.
    bool isBound(bool toHost, GpuId gpu) const;
    // The bus of a known GPU, "PCIe 5"; empty for others.
    std::string_view busName(GpuId gpu) const;

private:
    struct Noted {
        std::int64_t bytes = 0;
        Duration time{};
    };
    DevicePropertiesTable m_gpus;
    std::array<Noted, 2> m_noted;  // to the GPU, to the host
};

}  // namespace gaplight
