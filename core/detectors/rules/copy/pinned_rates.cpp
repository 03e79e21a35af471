// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/rules/copy/pinned_rates.h"

#include <algorithm>
#include <span>
#include <string>

namespace gaplight {
namespace {

// By compute capability (of AMD's by the version of its architecture, gfx942 is 9.4). 16 lanes of
// PCIe 3, 4 and 5 carry 15.8, 31.5 and 63 GB/s in theory (PCI-SIG); an H200 was measured at 53
// GB/s. GPUs of a class that is also sold with 8 lanes (A2, L4's and GeForce's smaller ones) may
// have half of it: `isExact` is false, and what is promised is a bound.
struct BusRate {
    int major = 0;
    int minor = -1;  // -1: any
    std::int64_t rate = 0;
    std::string_view bus;
    bool isExact = false;
};
constexpr std::array<BusRate, 12> kBusRates{{
    {3, -1, 12'000, "PCIe 3"},        // K80
    {5, -1, 12'000, "PCIe 3"},        // M60
    {6, -1, 12'000, "PCIe 3"},        // P100, P4, GeForce 10
    {7, 0, 12'000, "PCIe 3", true},   // V100
    {7, 5, 12'000, "PCIe 3"},         // T4, RTX 20
    {8, 0, 24'000, "PCIe 4", true},   // A100
    {8, 6, 24'000, "PCIe 4"},         // A10, A40, RTX 30
    {8, 9, 24'000, "PCIe 4"},         // L4, L40, RTX 40
    {9, 0, 50'000, "PCIe 5", true},   // H100, H200
    {10, 0, 50'000, "PCIe 5", true},  // B200
    {10, 3, 50'000, "PCIe 5", true},  // B300
    {12, 0, 50'000, "PCIe 5"},        // RTX 50, RTX PRO 6000
}};
constexpr std::array<BusRate, 2> kAmdBusRates{{
    {9, 0, 24'000, "PCIe 4"},  // MI100, MI200
    {9, 4, 50'000, "PCIe 5"},  // MI300
}};
// Their memory is the host's, or beside it on a faster link.
constexpr std::array<std::string_view, 6> kOtherBus{"GH200", "GB200", "GB300",
                                                    "GB10",  "Orin",  "Thor"};

// No bus is faster; a copy that seems to be has a wrong size or duration.
constexpr std::int64_t kMaxBytesPerNs = 10'000;

const BusRate* busOf(const DeviceProperties* properties) {
    const auto has = [&](std::string_view part) {
        return properties->name.find(part) != std::string::npos;
    };
    if (properties == nullptr || std::any_of(kOtherBus.begin(), kOtherBus.end(), has)) {
        return nullptr;
    }
    const std::span<const BusRate> rates =
        has("AMD") ? std::span<const BusRate>(kAmdBusRates) : std::span<const BusRate>(kBusRates);
    const auto at = std::find_if(rates.begin(), rates.end(), [&](const BusRate& rate) {
        return properties->computeMajor == rate.major &&
               (rate.minor < 0 || properties->computeMinor == rate.minor);
    });
    return at == rates.end() ? nullptr : &*at;
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

bool PinnedRates::isBound(bool toHost, GpuId gpu) const {
    const BusRate* bus = busOf(m_gpus.of(gpu));
    return !measured(toHost) && bus != nullptr && !bus->isExact;
}

std::string_view PinnedRates::busName(GpuId gpu) const {
    const BusRate* bus = busOf(m_gpus.of(gpu));
    return bus == nullptr ? std::string_view{} : bus->bus;
}

}  // namespace gaplight
