// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// How fast copies between host and GPU are with pinned memory.
class PinnedRates {
public:
    // Rates of shorter copies say nothing about the memory.
    static constexpr std::int64_t kLeastBytes = 65'536;

    explicit PinnedRates(const Trace& trace) : m_devices(trace.facts().devices) {}

    // A pinned copy of the trace.
    void note(bool toHost, std::int64_t bytes, Duration time);

    // Bytes a microsecond: of the trace's own pinned copies in that direction; else what the bus
    // of a known GPU gives at least; 0 where neither is known.
    [[nodiscard]] std::int64_t rate(bool toHost, GpuId gpu) const;
    // "Pinned copies of this trace in the same direction run at 55.2 GB/s."; empty without any.
    [[nodiscard]] std::string measuredText(bool toHost) const;
    // What a saving takes them to run at, as a sentence.
    [[nodiscard]] std::string assumedText(bool toHost, GpuId gpu) const;

private:
    struct Noted {
        std::int64_t bytes = 0;
        Duration time{};
    };
    std::vector<DeviceProperties> m_devices;
    std::array<Noted, 2> m_noted;  // to the GPU, to the host
};

}  // namespace gaplight
