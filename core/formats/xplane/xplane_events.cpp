// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/xplane/xplane_events.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/base/utf8.h"
#include "core/formats/protobuf_keys.h"
#include "core/formats/xplane/xplane_fields.h"

namespace gaplight {
namespace {

constexpr std::size_t kEventsOfBatch = 65'536;
constexpr std::uint64_t kMaxCorrelation = std::numeric_limits<std::uint32_t>::max();
constexpr std::string_view kOpsLine = "XLA Ops";
constexpr std::uint64_t kLow32Bits = 0xffff'ffffU;

// The number after `key` in texts such as "regs:168 grid:2,66,1"; `index` counts within a list.
std::optional<double> detailOf(std::string_view text, std::string_view key, int index = 0) {
    for (std::size_t at = text.find(key); at != std::string_view::npos;
         at = text.find(key, at + 1)) {
        if (at > 0 && text[at - 1] != ' ') {
            continue;
        }
        std::string_view value = text.substr(at + key.size());
        value = value.substr(0, value.find(' '));
        for (; index > 0; --index) {
            const std::size_t comma = value.find(',');
            value = comma == std::string_view::npos ? std::string_view() : value.substr(comma + 1);
        }
        double number = 0;
        const auto result = std::from_chars(value.data(), value.data() + value.size(), number);
        return result.ec == std::errc{} ? std::optional(number) : std::nullopt;
    }
    return std::nullopt;
}

template <class Target>
Target detailAs(std::string_view text, std::string_view key, int index = 0) {
    const double number = detailOf(text, key, index).value_or(0);
    if (!(number > 0)) {
        return 0;  // also for NaN
    }
    constexpr Target kLargest = std::numeric_limits<Target>::max();
    return number < static_cast<double>(kLargest) ? static_cast<Target>(number) : kLargest;
}

// The word after `key`: "pinned".
std::string_view wordOf(std::string_view text, std::string_view key) {
    const std::size_t at = text.find(key);
    return at == std::string_view::npos
               ? std::string_view()
               : text.substr(at + key.size(), text.find(' ', at) - at - key.size());
}

bool isCallOf(std::string_view name, std::string_view library) {
    return name.size() > library.size() && name.starts_with(library) &&
           std::isupper(static_cast<unsigned char>(name[library.size()])) != 0;
}

}  // namespace

void XplaneEvents::flush() {
    m_track.reset();
    m_flush(std::exchange(m_batch, EventBatch()));
}

BatchTrack XplaneEvents::useTrack(const Plane& plane, const XplaneLine& line) {
    if (!m_track) {
        m_track = BatchTrack(m_batch.tracks.size());
        // Ids of lines are hashes of 64 bits; JAX's own JSON shows the lower half.
        const std::string tid = std::to_string(static_cast<std::uint64_t>(line.id) & kLow32Bits);
        m_batch.tracks.push_back({m_batch.strings.intern(plane.pid), m_batch.strings.intern(tid)});
        const auto addName = [&](TrackFact fact, std::string_view text) {
            m_batch.metadata.push_back({fact, *m_track, m_batch.strings.intern(text), 0});
        };
        addName(TrackFact::ProcessName, plane.processName);
        addName(TrackFact::ThreadName, line.name);
    }
    return *m_track;
}

void XplaneEvents::readLine(const Plane& plane, std::string_view message,
                            const std::function<std::uint64_t(const char*)>& offsetOf) {
    const XplaneLine line = readXplaneLine(message);
    m_track.reset();
    protozero::pbf_message<LineField> fields(viewOf(message));
    while (fields.next()) {
        if (fields.tag_and_type() != bytesKey(LineField::Events)) {
            fields.skip();
            continue;
        }
        const std::string_view event = textOf(fields.get_view());
        const EventId id(offsetOf(event.data()));
        ++m_eventCount;
        ++m_batch.events;
        try {
            readEvent(plane, line, event, id);
        } catch (const protozero::exception& error) {
            m_batch.issues.record(IssueKind::MalformedEvent, id.number(), error.what());
        }
        if (m_batch.events >= kEventsOfBatch) {
            flush();
        }
    }
}

void XplaneEvents::readEvent(const Plane& plane, const XplaneLine& line, std::string_view message,
                             EventId id) {
    XplaneEvent event = readXplaneEvent(message, *plane.texts);
    event.id = id;
    if (event.isAggregate) {
        ++m_aggregates;
        return;
    }
    const XplaneTexts::EventKind* known = plane.texts->findEvent(event.kind);
    if (known == nullptr) {
        m_batch.issues.record(IssueKind::BadId, id.number(),
                              fmt::format("event kind {}", event.kind));
    } else {
        event.name = known->name;
    }
    if (!setTimes(line, event)) {
        return;
    }
    if (event.allocationBytes >= 0 && !event.allocator.empty()) {
        (void)useTrack(plane, line);
        addMemory(event);
    } else {
        addSlice(plane, line, event);
    }
}

bool XplaneEvents::setTimes(const XplaneLine& line, XplaneEvent& event) {
    std::int64_t endPs = 0;
    std::int64_t base = 0;
    if (event.durationPs < 0) {
        m_batch.issues.record(IssueKind::NegativeDuration, event.id.number(), event.name);
        event.durationPs = 0;
    }
    const std::int64_t begin = nsOfPicoseconds(event.offsetPs);
    if (__builtin_add_overflow(event.offsetPs, event.durationPs, &endPs) ||
        __builtin_sub_overflow(line.timestampNs, m_originNs, &base) ||
        __builtin_add_overflow(base, begin, &event.start)) {
        m_batch.issues.record(IssueKind::BadTime, event.id.number(), event.name);
        return false;
    }
    event.duration = nsOfPicoseconds(endPs) - begin;
    return true;
}

SliceKind XplaneEvents::kindOf(const Plane& plane, const XplaneLine& line,
                               const XplaneEvent& event) {
    if (plane.device) {
        const bool isWork = plane.isStreamless ? line.name == kOpsLine : line.isStream();
        if (!isWork) {
            return SliceKind::GpuUserAnnotation;
        }
        return event.name.starts_with("Memcpy")   ? SliceKind::Memcpy
               : event.name.starts_with("Memset") ? SliceKind::Memset
                                                  : SliceKind::Kernel;
    }
    if (isCallOf(event.name, "cuda") || isCallOf(event.name, "hip")) {
        return SliceKind::Runtime;
    }
    if (event.correlation || isCallOf(event.name, "cu")) {
        return SliceKind::Driver;
    }
    if (event.isStep) {
        return SliceKind::UserAnnotation;
    }
    return event.name.starts_with('$') ? SliceKind::PythonFunction : SliceKind::CpuOp;
}

void XplaneEvents::addSlice(const Plane& plane, const XplaneLine& line, const XplaneEvent& event) {
    const SliceKind kind = kindOf(plane, line, event);
    // "cuGraphLaunch (CudaGraph:46)" is a cuGraphLaunch.
    const std::string_view name =
        isApiCall(kind) ? event.name.substr(0, event.name.find(" (")) : event.name;
    const auto slice = static_cast<std::uint32_t>(m_batch.slices.start.size());
    m_batch.slices.track.push_back(useTrack(plane, line));
    m_batch.slices.start.push_back(event.start);
    m_batch.slices.duration.push_back(event.duration);
    m_batch.slices.name.push_back(m_batch.strings.intern(name));
    m_batch.slices.event.push_back(event.id);
    const std::string_view category = isGpuActivity(kind)                 ? "gpu"
                                      : isApiCall(kind)                   ? "api"
                                      : kind == SliceKind::PythonFunction ? "python"
                                      : kind == SliceKind::UserAnnotation ? "step"
                                      : plane.device ? std::string_view(line.name)
                                                     : "host";
    m_batch.slices.category.push_back(m_batch.category(category, kind));
    const std::int64_t device = plane.device ? *plane.device : event.device;
    if (event.correlation && *event.correlation > 0 && *event.correlation <= kMaxCorrelation &&
        GpuId(SourceId(), static_cast<std::int32_t>(device)).isValid()) {
        m_batch.correlation.slice.push_back(slice);
        m_batch.correlation.value.push_back(static_cast<std::uint64_t>(device) << 32U |
                                            *event.correlation);
    }
    if (isGpuActivity(kind)) {
        m_batch.gpu.push_back({slice, plane.device.value_or(-1), line.stream()});
        addActivity(event, kind, slice);
    }
}

void XplaneEvents::addActivity(const XplaneEvent& event, SliceKind kind, std::uint32_t slice) {
    if (kind != SliceKind::Kernel) {
        const auto optionalText = [&](std::string_view text) {
            return text.empty() ? BatchString() : m_batch.strings.intern(text);
        };
        const auto bytes = detailOf(event.copyDetails, "size:");
        m_batch.copies.push_back({slice,
                                  bytes ? detailAs<std::int64_t>(event.copyDetails, "size:") : -1,
                                  optionalText(wordOf(event.copyDetails, "kind_src:")),
                                  optionalText(wordOf(event.copyDetails, "kind_dst:")),
                                  {}});
        return;
    }
    KernelBatchRow row;
    row.slice = slice;
    for (int axis = 0; axis < 3; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        row.grid.at(at) = detailAs<std::uint32_t>(event.kernelDetails, "grid:", axis);
        row.block.at(at) = detailAs<std::uint16_t>(event.kernelDetails, "block:", axis);
    }
    row.registersPerThread = detailAs<std::uint16_t>(event.kernelDetails, "regs:");
    row.sharedMemoryBytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(
        std::uint64_t{detailAs<std::uint32_t>(event.kernelDetails, "static_shared:")} +
            detailAs<std::uint32_t>(event.kernelDetails, "dynamic_shared:") +
            detailAs<std::uint32_t>(event.kernelDetails, "group_mem:"),
        std::numeric_limits<std::uint32_t>::max()));
    row.occupancyPercent =
        static_cast<float>(detailOf(event.kernelDetails, "occ_pct:").value_or(-1));
    row.graphId = event.graphId;
    row.graphNodeId = event.graphNodeId;
    m_batch.kernels.push_back(row);
}

void XplaneEvents::addMemory(const XplaneEvent& event) {
    MemoryBatchRow row;
    row.time = event.start;
    row.track = *m_track;
    row.event = event.id;
    row.address = event.address;
    row.bytes = event.name.find("Dealloc") != std::string_view::npos ? -event.allocationBytes
                                                                     : event.allocationBytes;
    row.totalAllocated = event.bytesAllocated;
    row.totalReserved = event.bytesReserved > 0 ? event.bytesReserved : -1;
    // "GPU_0_bfc"; others are of the host.
    const std::string_view name = event.allocator;
    if (name.starts_with("GPU_")) {
        std::int32_t device = 0;
        std::from_chars(name.data() + 4, name.data() + name.size(), device);
        row.deviceType = 1;
        row.deviceId = device;
    }
    m_batch.memory.push_back(row);
}

}  // namespace gaplight
