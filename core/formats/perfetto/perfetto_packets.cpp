// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/perfetto_packets.h"

#include <utility>

#include <fmt/format.h>

#include "core/formats/perfetto/gpu_counters.h"
#include "core/formats/perfetto/packets/packet_windows.h"
#include "core/formats/perfetto/packets/perfetto_fields.h"
#include "core/formats/perfetto/track_events.h"
#include "core/formats/protobuf_keys.h"

namespace gaplight {
namespace {

constexpr std::uint32_t fieldOf(PacketField field) {
    return static_cast<std::uint32_t>(field);
}

// Times that can only be ns since the Unix epoch: after 2001. PyTorch's first writer gives such
// times without a clock snapshot.
constexpr std::int64_t kFirstEpochTime = 1'000'000'000'000'000'000;

}  // namespace

PerfettoPackets::PerfettoPackets() : m_texts(std::make_shared<InternedTexts>()) {}

void PerfettoPackets::read(std::uint64_t offset, std::string_view payload) {
    readOuter(offset, payload, false);
    m_rows.endPart();
}

void PerfettoPackets::readOuter(std::uint64_t offset, std::string_view payload, bool isCompressed) {
    const EventId event(offset);
    ++m_packetCount;
    m_rows.countEvent();
    try {
        const PacketMessage packet = readPacketMessage(payload);
        if (packet.dataField != 0) {
            ++m_counts[packet.dataField];
        } else if (!packet.internedData.empty()) {
            ++m_counts[fieldOf(PacketField::InternedData)];
        }
        if (packet.dataField == fieldOf(PacketField::CompressedPackets) && !isCompressed) {
            readCompressed(offset, packet.data);
        } else {
            readData(packet, event);
        }
    } catch (const protozero::exception& error) {
        m_rows.issues().record(IssueKind::MalformedEvent, offset, error.what());
    }
}

void PerfettoPackets::readCompressed(std::uint64_t offset, std::string_view data) {
    const std::optional<std::string> inflated = inflatePackets(data);
    if (!inflated) {
        m_rows.issues().record(IssueKind::BrokenContainer, offset, "compressed packets");
        return;
    }
    std::vector<PacketExtent> packets;
    if (splitPackets(*inflated, packets) < inflated->size()) {
        m_rows.issues().record(IssueKind::BrokenContainer, offset, "compressed packets");
    }
    m_containers.push_back({offset, packets.size()});
    for (std::size_t at = 0; at < packets.size(); ++at) {
        const std::string_view payload =
            std::string_view(*inflated).substr(packets[at].payload, packets[at].length);
        readOuter(offset + 1 + std::min(at, data.size()), payload, true);
    }
}

bool PerfettoPackets::updateState(const PacketMessage& packet, std::uint64_t offset) {
    const bool isReadable = m_sequences.update(packet, offset, m_rows.issues());
    if ((packet.flags & kStateCleared) != 0) {
        m_texts->clear(packet.sequence, offset);
    }
    if (!packet.internedData.empty()) {
        m_texts->add(packet.sequence, offset, packet.internedData, m_rows.issues());
    }
    return isReadable;
}

void PerfettoPackets::readData(const PacketMessage& packet, EventId event) {
    if (!updateState(packet, event.number())) {
        return;
    }
    switch (packet.dataField) {
        case fieldOf(PacketField::ClockSnapshot):
            m_sequences.addSnapshot(packet);
            break;
        case fieldOf(PacketField::TrackDescriptor):
            m_tracks.addDescriptor(packet.data);
            m_sequences.pass(packet);
            break;
        case fieldOf(PacketField::ProcessTree):
            m_tracks.names().addTree(packet.data);
            break;
        case fieldOf(PacketField::FtraceEvents):
            m_containers.push_back({event.number(), 0});
            m_containers.back().events = m_threadStates.readBundle(packet.data, event, m_tracks);
            break;
        case fieldOf(PacketField::TrackEvent):
        case fieldOf(PacketField::GpuRenderStageEvent):
        case fieldOf(PacketField::GpuCounterEvent):
            readEvent(packet, event);
            break;
        default:
            readBareTime(packet, event);
    }
}

// The packet of an event that a cut left out: what is measured from the trace's first time, or
// until its last one, stays as it was.
void PerfettoPackets::readBareTime(const PacketMessage& packet, EventId event) {
    if (packet.dataField != 0) {
        m_sequences.pass(packet);
    } else if (const auto time = m_sequences.timeOf(packet, event.number(), m_rows.issues())) {
        m_rows.noteTime(*time);
    }
}

void PerfettoPackets::readEvent(const PacketMessage& packet, EventId event) {
    const std::optional<std::int64_t> time =
        m_sequences.timeOf(packet, event.number(), m_rows.issues());
    if (!time) {
        if (!packet.timestamp) {
            m_rows.issues().record(IssueKind::MissingTime, event.number(), {});
        }
        return;
    }
    const EventSurroundings around{event, packet.sequence, *time,
                                   m_texts->current(packet.sequence)};
    if (packet.dataField == fieldOf(PacketField::TrackEvent)) {
        readTrackEvent(packet.data, around, m_sequences.of(packet.sequence), m_tracks, m_rows);
    } else if (packet.dataField == fieldOf(PacketField::GpuRenderStageEvent)) {
        readRenderStage(packet.data, around, m_tracks, m_rows);
    } else {
        readGpuCounters(packet.data, around, m_gpuCounterNames, m_tracks, m_rows);
    }
}

void PerfettoPackets::finish(TraceBuilder& builder) {
    m_threadStates.finish(m_tracks, m_rows);
    if (const auto& epoch = m_sequences.clocks().epoch()) {
        m_originNs = epoch->primaryNs;
        m_epochNs = epoch->realtimeNs;
    } else if (!m_sequences.clocks().hasSnapshots() &&
               m_rows.firstTime().value_or(0) >= kFirstEpochTime) {
        m_originNs = *m_rows.firstTime();
        m_epochNs = m_originNs;
    }
    m_rows.finish(m_tracks, m_originNs, builder);
}

}  // namespace gaplight
