// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/xplane/xplane_events.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/base/printable_text.h"
#include "core/formats/protobuf_keys.h"
#include "core/formats/xla_activity.h"

namespace gaplight {
namespace {

constexpr std::int64_t kPsOfNs = 1000;

void takeStat(const XplaneStat& stat, XplaneEvent& event) {
    const auto natural = [&] {
        return static_cast<std::uint64_t>(std::max<std::int64_t>(stat.integer().value_or(0), 0));
    };
    if (stat.name == "correlation_id") {
        event.correlation = natural();
    } else if (stat.name == "device_id") {
        event.device = stat.integer().value_or(0);
    } else if (stat.name == "step_num") {
        event.isStep = true;
    } else if (stat.name == "kernel_details") {
        event.kernelDetails = stat.text();
    } else if (stat.name == "memcpy_details" || stat.name == "memset_details") {
        event.copyDetails = stat.text();
    } else if (stat.name == "cuda_graph_id") {
        event.graphId = natural();
    } else if (stat.name == "cuda_graph_node_id") {
        event.graphNodeId = natural();
    } else if (stat.name == "allocator_name") {
        event.allocator = stat.text();
    } else if (stat.name == "allocation_bytes") {
        event.allocationBytes = stat.integer().value_or(-1);
    } else if (stat.name == "bytes_allocated") {
        event.bytesAllocated = stat.integer().value_or(-1);
    } else if (stat.name == "bytes_reserved") {
        event.bytesReserved = stat.integer().value_or(-1);
    } else if (stat.name == "addr") {
        event.address = natural();
    }
}

}  // namespace

std::int32_t XplaneLine::stream() const {
    return id >= 0 && id <= std::numeric_limits<std::int32_t>::max() ? static_cast<std::int32_t>(id)
                                                                     : -1;
}

XplaneLine readXplaneLine(std::string_view message) {
    XplaneLine line;
    std::string displayName;
    protozero::pbf_message<LineField> facts(viewOf(message));
    while (facts.next()) {
        switch (facts.tag_and_type()) {
            case varintKey(LineField::Id):
                line.id = facts.get_int64();
                break;
            case bytesKey(LineField::Name):
                line.name = validUtf8(textOf(facts.get_view()));
                break;
            case bytesKey(LineField::DisplayName):
                displayName = validUtf8(textOf(facts.get_view()));
                break;
            case varintKey(LineField::TimestampNs):
                line.timestampNs = facts.get_int64();
                break;
            default:
                facts.skip();
        }
    }
    line.name = displayName.empty() ? line.name : displayName;
    return line;
}

XplaneEvent readXplaneEvent(std::string_view message, const XplaneTexts& texts) {
    XplaneEvent event;
    protozero::pbf_message<XEventField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case varintKey(XEventField::MetadataId):
                event.kind = fields.get_int64();
                break;
            case varintKey(XEventField::OffsetPs):
                event.offsetPs = fields.get_int64();
                break;
            case varintKey(XEventField::DurationPs):
                event.durationPs = fields.get_int64();
                break;
            case varintKey(XEventField::Occurrences):
                event.isAggregate = fields.get_int64() != 0;
                break;
            case bytesKey(XEventField::Stats):
                takeStat(texts.readStat(textOf(fields.get_view())), event);
                break;
            default:
                fields.skip();
        }
    }
    return event;
}

std::int64_t nsOfPicoseconds(std::int64_t picoseconds) {
    std::int64_t whole = picoseconds / kPsOfNs;
    std::int64_t rest = picoseconds % kPsOfNs;
    if (rest < 0) {
        rest += kPsOfNs;
        --whole;
    }
    const bool isUp = rest > kPsOfNs / 2 || (rest == kPsOfNs / 2 && whole % 2 != 0);
    return whole + (isUp ? 1 : 0);
}

namespace {

constexpr std::size_t kEventsOfBatch = 65'536;
constexpr std::string_view kOpsLine = "XLA Ops";
constexpr std::uint64_t kLow32Bits = 0xffff'ffffU;

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
        return isWork ? xlaStreamKind(event.name) : SliceKind::GpuUserAnnotation;
    }
    return xlaHostKind(event.name, event.correlation.has_value(), event.isStep);
}

std::optional<std::uint64_t> XplaneEvents::correlationOf(const Plane& plane,
                                                         const XplaneEvent& event) {
    constexpr std::int64_t kSeveralDevices = -1;
    if (!event.correlation) {
        return std::nullopt;
    }
    if (plane.device) {
        m_devices.insert(*plane.device);
        const auto [known, isNew] = m_deviceOf.try_emplace(*event.correlation, *plane.device);
        if (!isNew && known->second != *plane.device) {
            known->second = kSeveralDevices;
        }
        return xlaCorrelation(*event.correlation, *plane.device);
    }
    std::int64_t device = event.device;
    if (const auto own = m_deviceOf.find(*event.correlation);
        own != m_deviceOf.end() && !m_devices.contains(device)) {
        device = own->second;
    }
    return xlaCorrelation(*event.correlation, device);
}

void XplaneEvents::addSlice(const Plane& plane, const XplaneLine& line, const XplaneEvent& event) {
    const SliceKind kind = kindOf(plane, line, event);
    const std::string_view name = isApiCall(kind) ? xlaCallName(event.name) : event.name;
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
    if (const auto correlation = correlationOf(plane, event)) {
        m_batch.correlation.slice.push_back(slice);
        m_batch.correlation.value.push_back(*correlation);
    }
    if (isGpuActivity(kind)) {
        m_batch.gpu.push_back({slice, plane.device.value_or(-1), line.stream()});
        addActivity(event, kind, slice);
    }
}

void XplaneEvents::addActivity(const XplaneEvent& event, SliceKind kind, std::uint32_t slice) {
    if (kind != SliceKind::Kernel) {
        m_batch.copies.push_back(xlaCopyRow(slice, event.copyDetails, m_batch.strings));
        return;
    }
    KernelBatchRow row = xlaKernelRow(slice, event.kernelDetails);
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
