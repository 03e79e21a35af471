// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/rules/copy/pinned_rates.h"

#include <algorithm>
#include <string>

namespace gaplight {
namespace {

// By compute capability, for NVIDIA GPUs that come with the full width of their bus only. 16 lanes
// of PCIe 3, 4 and 5 carry 15.8, 31.5 and 63 GB/s in theory; an H200 was measured at 53 GB/s.
struct BusRate {
    int major = 0;
    int minor = 0;
    std::int64_t rate = 0;
    std::string_view bus;
};
constexpr std::array<BusRate, 4> kBusRates{{
    {7, 0, 12'000, "PCIe 3"},   // V100
    {8, 0, 24'000, "PCIe 4"},   // A100
    {9, 0, 50'000, "PCIe 5"},   // H100, H200
    {10, 0, 50'000, "PCIe 5"},  // B200
}};

// No bus is faster; a copy that seems to be has a wrong size or duration.
constexpr std::int64_t kMaxBytesPerNs = 10'000;

const BusRate* busOf(const DeviceProperties* properties) {
    if (properties == nullptr || properties->name.find("AMD") != std::string::npos) {
        return nullptr;
    }
    const auto* at = std::find_if(kBusRates.begin(), kBusRates.end(), [&](const BusRate& rate) {
        return properties->computeMajor == rate.major && properties->computeMinor == rate.minor;
    });
    return at == kBusRates.end() ? nullptr : at;
}

}  // namespace

void PinnedRates::note(bool toHost, std::int64_t bytes, Duration time) {
    if (bytes >= kMinBytes && bytes / kMaxBytesPerNs <= time.count()) {
        m_noted[toHost ? 1 : 0].bytes += bytes;
        m_noted[toHost ? 1 : 0].time += time;
    }
}

std::int64_t PinnedRates::rate(bool toHost, GpuId gpu) const {
    const Noted& noted = m_noted[toHost ? 1 : 0];
    if (noted.time > Duration::zero()) {
        __extension__ using Wide = __int128;
        return static_cast<std::int64_t>(Wide{noted.bytes} * 1000 / noted.time.count());
    }
    const BusRate* bus = busOf(m_gpus.of(gpu));
    return bus == nullptr ? 0 : bus->rate;
}

std::optional<ByteRate> PinnedRates::measured(bool toHost) const {
    const Noted& noted = m_noted[toHost ? 1 : 0];
    return noted.time > Duration::zero() ? std::optional(ByteRate{noted.bytes, noted.time})
                                         : std::nullopt;
}

std::string_view PinnedRates::busName(GpuId gpu) const {
    const BusRate* bus = busOf(m_gpus.of(gpu));
    return bus == nullptr ? std::string_view{} : bus->bus;
}

}  // namespace gaplight
