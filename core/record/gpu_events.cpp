// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/gpu_events.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <memory>
#include <optional>

#include <cxxabi.h>

#include "core/analysis/gpu/occupancy.h"

namespace gaplight::record {
namespace {

template <std::size_t Size, class Kind>
std::string_view nameOf(const std::array<std::string_view, Size>& names, Kind kind) {
    const auto at = static_cast<std::size_t>(kind);
    return at < Size ? names[at] : "Unknown";
}

}  // namespace

std::string_view memoryKindName(MemoryKind kind) {
    static constexpr std::array<std::string_view, 8> kNames{
        "Unknown", "Pageable", "Pinned",        "Device",
        "Array",   "Managed",  "Device Static", "Managed Static"};
    return nameOf(kNames, kind);
}

std::string_view copyKindName(CopyKind kind) {
    static constexpr std::array<std::string_view, 11> kNames{
        "Unknown", "HtoD", "DtoH", "HtoA", "AtoH", "AtoA", "AtoD", "DtoA", "DtoD", "HtoH", "PtoP"};
    return nameOf(kNames, kind);
}

std::string copyName(const CopyRecord& copy) {
    std::string name = "Memcpy ";
    name += copyKindName(copy.kind);
    name += " (";
    name += memoryKindName(copy.source);
    name += " -> ";
    name += memoryKindName(copy.target);
    return name + ")";
}

std::string_view syncKindName(SyncKind kind) {
    static constexpr std::array<std::string_view, 5> kNames{
        "Unknown", "Event Sync", "Stream Wait Event", "Stream Sync", "Context Sync"};
    return nameOf(kNames, kind);
}

bool startsWork(std::string_view callName) {
    static constexpr std::array<std::string_view, 3> kWords{"Launch", "Memcpy", "Memset"};
    return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) {
        return callName.find(word) != std::string_view::npos;
    });
}

std::string demangled(std::string_view name) {
    if (!name.starts_with("_Z")) {
        return std::string(name);
    }
    struct Free {
        void operator()(char* text) const { std::free(text); }
    };
    int status = 0;
    const std::unique_ptr<char, Free> text(
        abi::__cxa_demangle(std::string(name).c_str(), nullptr, nullptr, &status));
    return status == 0 ? std::string(text.get()) : std::string(name);
}

namespace {

constexpr std::int64_t kPpmPerPercent = 10'000;

void addPlace(EventText& event, const Place& place) {
    event.arg("device", std::int64_t{place.device})
        .arg("context", std::int64_t{place.context})
        .arg("stream", std::int64_t{place.stream})
        .arg("correlation", std::int64_t{place.correlation});
}

void addGraph(EventText& event, const Place& place) {
    if (place.graphNode != 0) {
        event.arg("graph id", std::int64_t{place.graph})
            .arg("graph node id", static_cast<std::int64_t>(place.graphNode));
    }
}

void writeArrow(const EventBase& base, const Place& place, std::int64_t start) {
    EventText arrow(base.text, 'f');
    arrow.category("ac2g")
        .name("ac2g")
        .place(place.device, place.stream)
        .time(base.since(start))
        .field("id", std::to_string(place.correlation))
        .field("bp", "\"e\"");
}

KernelConfig configOf(const KernelRecord& kernel) {
    KernelConfig config;
    for (std::size_t at = 0; at < 3; ++at) {
        config.grid[at] = kernel.grid[at];
        config.block[at] = static_cast<std::uint16_t>(kernel.block[at]);
    }
    config.registersPerThread = static_cast<std::uint16_t>(kernel.registersPerThread);
    config.sharedMemoryBytes = kernel.staticSharedMemory + kernel.dynamicSharedMemory;
    return config;
}

std::string_view limitName(OccupancyLimit limit) {
    switch (limit) {
        case OccupancyLimit::Warps:
            return "warps";
        case OccupancyLimit::Blocks:
            return "blocks";
        case OccupancyLimit::Registers:
            return "registers";
        case OccupancyLimit::SharedMemory:
            return "shared memory";
        case OccupancyLimit::Grid:
            return "grid size";
    }
    return "";
}

void addOccupancy(EventText& event, const KernelRecord& kernel, const DeviceProperties* device) {
    const std::optional<Occupancy> occupancy =
        device == nullptr ? std::nullopt : occupancyOf(configOf(kernel), *device);
    if (!occupancy || occupancy->sms == 0) {
        return;
    }
    const double blocksPerSm =
        static_cast<double>(occupancy->blocks) / static_cast<double>(occupancy->sms);
    event.arg("blocks per SM", blocksPerSm)
        .arg("warps per SM", blocksPerSm * static_cast<double>(occupancy->warpsPerBlock))
        .arg("est. achieved occupancy %", (occupancy->ppm() + kPpmPerPercent / 2) / kPpmPerPercent)
        .arg("occupancy limited by", limitName(occupancy->limit));
}

std::array<std::int64_t, 3> tripleOf(const std::uint32_t (&values)[3]) {
    return {values[0], values[1], values[2]};
}

void addBytes(EventText& event, std::uint64_t bytes, std::int64_t duration) {
    event.arg("bytes", static_cast<std::int64_t>(bytes));
    if (duration > 0) {
        // Bytes in a nanosecond are GB in a second.
        event.arg("memory bandwidth (GB/s)",
                  static_cast<double>(bytes) / static_cast<double>(duration));
    }
}

}  // namespace

void writeKernel(const EventBase& base, const KernelRecord& kernel, std::string_view name,
                 const DeviceProperties* device) {
    {
        EventText event(base.text, 'X');
        event.category("kernel")
            .name(name)
            .place(kernel.place.device, kernel.place.stream)
            .span(base.since(kernel.start), base.since(kernel.end));
        if (kernel.queued != 0) {
            event.arg("queued", base.since(kernel.queued));
        }
        if (kernel.submitted != 0) {
            event.arg("submitted", base.since(kernel.submitted));
        }
        addPlace(event, kernel.place);
        event.arg("registers per thread", std::int64_t{kernel.registersPerThread})
            .arg("shared memory",
                 std::int64_t{kernel.staticSharedMemory} + kernel.dynamicSharedMemory);
        if (kernel.localMemoryPerThread != 0) {
            event.arg("local memory per thread", std::int64_t{kernel.localMemoryPerThread});
        }
        event.arg("grid", tripleOf(kernel.grid)).arg("block", tripleOf(kernel.block));
        addOccupancy(event, kernel, device);
        addGraph(event, kernel.place);
    }
    writeArrow(base, kernel.place, kernel.start);
}

void writeCopy(const EventBase& base, const CopyRecord& copy) {
    {
        EventText event(base.text, 'X');
        event.category("gpu_memcpy")
            .name(copyName(copy))
            .place(copy.place.device, copy.place.stream)
            .span(base.since(copy.start), base.since(copy.end));
        addPlace(event, copy.place);
        if (copy.sourceDevice != kNone) {
            event.arg("fromDevice", std::int64_t{copy.sourceDevice})
                .arg("toDevice", std::int64_t{copy.targetDevice});
        }
        addBytes(event, copy.bytes, nsBetween(copy.start, copy.end));
        addGraph(event, copy.place);
    }
    writeArrow(base, copy.place, copy.start);
}

void writeFill(const EventBase& base, const FillRecord& fill) {
    {
        EventText event(base.text, 'X');
        event.category("gpu_memset")
            .name("Memset (" + std::string(memoryKindName(fill.target)) + ")")
            .place(fill.place.device, fill.place.stream)
            .span(base.since(fill.start), base.since(fill.end));
        addPlace(event, fill.place);
        addBytes(event, fill.bytes, nsBetween(fill.start, fill.end));
        addGraph(event, fill.place);
    }
    writeArrow(base, fill.place, fill.start);
}

}  // namespace gaplight::record
