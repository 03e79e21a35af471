// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/rules/ranks/transfer_bound.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <string>

#include "core/analysis/ranks/collective_rates.h"
#include "core/index/device_properties.h"

namespace gaplight {
namespace {

// Links within a host, by the GPU's name. The rates are at most a quarter of what one GPU can send
// (data sheets), and a third or less of the "bus bandwidth" that nccl-tests reports for large
// messages: V100 SXM 2 of 6 links of 25 GB/s in a ring, A100 SXM 300, H100 and H200 450, B200
// 900 GB/s; MI250 and MI300 one link of 50 to 64 GB/s to each neighbor.
struct NamedLink {
    std::string_view gpu;    // part of the name
    std::string_view other;  // must be in the name too; empty: nothing
    GpuLink link;
};
constexpr Duration kHostLatency = std::chrono::microseconds(20);
constexpr Duration kNetworkLatency = std::chrono::microseconds(50);
constexpr std::array kNamedLinks{
    NamedLink{"V100", "SXM", {"NVLink", 12'000, kHostLatency}},
    NamedLink{"A100", "SXM", {"NVLink", 50'000, kHostLatency}},
    NamedLink{"H100", "HBM3", {"NVLink", 100'000, kHostLatency}},  // "NVIDIA H100 80GB HBM3": SXM
    NamedLink{"H200", "", {"NVLink", 100'000, kHostLatency}},
    NamedLink{"B200", "", {"NVLink", 100'000, kHostLatency}},
    NamedLink{"MI25", "AMD Instinct", {"Infinity Fabric", 12'000, kHostLatency}},
    NamedLink{"MI3", "AMD Instinct", {"Infinity Fabric", 12'000, kHostLatency}},
};
// Cards that are connected in pairs or fours only: "NVIDIA H200 NVL".
constexpr std::string_view kPcieCard = " NVL";
// PCIe 3 x8 through the host, 8 GB/s, shared; Ethernet of 10 Gbit/s, 1.25 GB/s.
constexpr GpuLink kPcie{"PCIe", 2'000, kHostLatency};
constexpr GpuLink kNetwork{"a network", 500, kNetworkLatency};
// Trees and larger steps keep the latency of large groups below that of a ring.
constexpr int kMaxLatencyRanks = 32;

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

int worldSizeOf(const Trace& trace, GpuId gpu) {
    const Source& source = trace.sources()[gpu.source.index()];
    return source.worldSize.value_or(trace.facts().worldSize.value_or(0));
}

std::int64_t sentBytes(std::string_view operation, const CollectiveMessage& message, int ranks) {
    const std::int64_t bytes = message.elements * message.bytesPerElement;
    if (operation == "all-reduce") {
        return bytes / ranks * 2 * (ranks - 1);
    }
    const bool isSplit =
        operation == "all-gather" || operation == "reduce-scatter" || operation == "all-to-all";
    return isSplit ? bytes / ranks * (ranks - 1) : bytes;
}

}  // namespace

GpuLink linkOf(const Trace& trace, GpuId gpu, const CollectiveMessage& message) {
    const bool areAllKnown = static_cast<int>(message.ranks.size()) == message.groupSize;
    if (!isOnOneHost(trace, gpu,
                     areAllKnown ? std::span<const int>(message.ranks) : std::span<const int>())) {
        return kNetwork;
    }
    const DeviceProperties* properties = propertiesOf(trace, gpu);
    const std::string_view name = properties == nullptr ? std::string_view{} : properties->name;
    const auto* at =
        std::find_if(kNamedLinks.begin(), kNamedLinks.end(), [&](const NamedLink& one) {
            return has(name, one.gpu) && has(name, one.other) && !has(name, kPcieCard);
        });
    return at == kNamedLinks.end() ? kPcie : at->link;
}

std::optional<TransferBound> transferBound(const Trace& trace, GpuId gpu,
                                           std::string_view operation,
                                           std::span<const CollectiveMessage> messages) {
    if (messages.empty()) {
        return std::nullopt;
    }
    TransferBound bound;
    bound.link = linkOf(trace, gpu, messages.front());
    int ranks = 1;
    for (const CollectiveMessage& message : messages) {
        const int size = message.groupSize > 1 ? message.groupSize : worldSizeOf(trace, gpu);
        if (message.elements <= 0 || message.bytesPerElement <= 0 || size < 2) {
            return std::nullopt;
        }
        bound.sentBytes += sentBytes(operation, message, size);
        ranks = std::max(ranks, size);
    }
    bound.time = bound.link.latency * std::min(ranks, kMaxLatencyRanks) +
                 std::chrono::nanoseconds(bound.sentBytes * 1'000 / bound.link.bytesPerMicrosecond);
    return bound;
}

}  // namespace gaplight
