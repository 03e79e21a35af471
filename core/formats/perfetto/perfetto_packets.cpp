// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/perfetto_packets.h"

#include <utility>

#include <fmt/format.h>

#include "core/formats/perfetto/gpu_counters.h"
#include "core/formats/perfetto/packet_windows.h"
#include "core/formats/perfetto/perfetto_fields.h"
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

bool PerfettoPackets::updateState(const PacketMessage& packet, std::uint64_t offset,
                                  PacketSequence& sequence) {
    if (packet.isAfterLoss) {
        if (sequence.hasPackets && !packet.isFirst) {
            m_rows.issues().record(IssueKind::LostData, offset,
                                   fmt::format("packet sequence {}", packet.sequence));
        }
        sequence.isStateValid = packet.isFirst;
    }
    sequence.hasPackets = true;
    if ((packet.flags & kStateCleared) != 0) {
        m_texts->clear(packet.sequence, offset);
        sequence = {};
        sequence.hasPackets = true;
    }
    if (!packet.internedData.empty()) {
        m_texts->add(packet.sequence, offset, packet.internedData, m_rows.issues());
    }
    if (!packet.defaults.empty()) {
        readDefaults(packet.defaults, sequence);
    }
    if ((packet.flags & kNeedsState) != 0 && !sequence.isStateValid) {
        m_rows.issues().record(IssueKind::LostData, offset,
                               fmt::format("packet sequence {}", packet.sequence));
        return false;
    }
    return true;
}

void PerfettoPackets::readDefaults(std::string_view message, PacketSequence& sequence) {
    protozero::pbf_message<DefaultsField> fields(viewOf(message));
    while (fields.next()) {
        if (fields.tag_and_type() == varintKey(DefaultsField::TimestampClockId)) {
            sequence.clock = fields.get_uint32();
            continue;
        }
        if (fields.tag_and_type() != bytesKey(DefaultsField::TrackEvent)) {
            fields.skip();
            continue;
        }
        protozero::pbf_message<TrackEventField> event(fields.get_view());
        while (event.next()) {
            if (event.tag_and_type() == varintKey(TrackEventField::TrackUuid)) {
                sequence.track = event.get_uint64();
            } else if (event.tag() == TrackEventField::ExtraCounterTracks) {
                forEachVarint(
                    event, [&](std::uint64_t track) { sequence.counterTracks.push_back(track); });
            } else if (event.tag() == TrackEventField::ExtraDoubleCounterTracks) {
                forEachVarint(event, [&](std::uint64_t track) {
                    sequence.doubleCounterTracks.push_back(track);
                });
            } else {
                event.skip();
            }
        }
    }
}

std::optional<std::int64_t> PerfettoPackets::timeOf(const PacketMessage& packet, EventId event,
                                                    const PacketSequence& sequence) {
    if (!packet.timestamp) {
        return std::nullopt;
    }
    std::uint32_t clock = packet.clock != 0 ? packet.clock : sequence.clock;
    clock = clock != 0 ? clock : ClockConversion::kBoottime;
    const auto time = m_clocks.convert(packet.sequence, clock, *packet.timestamp);
    if (!time && packet.dataField != 0) {
        m_rows.issues().record(IssueKind::BadTime, event.number(),
                               fmt::format("{} of clock {}", *packet.timestamp, clock));
    }
    return time;
}

void PerfettoPackets::readData(const PacketMessage& packet, EventId event) {
    PacketSequence& sequence = m_sequences[packet.sequence];
    if (!updateState(packet, event.number(), sequence)) {
        return;
    }
    switch (packet.dataField) {
        case fieldOf(PacketField::ClockSnapshot):
            m_clocks.addSnapshot(packet.sequence, packet.data);
            break;
        case fieldOf(PacketField::TrackDescriptor):
            m_tracks.addDescriptor(packet.data);
            // Of an incremental clock, even a time that nobody needs counts.
            (void)timeOf(packet, event, sequence);
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
            readEvent(packet, event, sequence);
            break;
        default:
            break;
    }
}

void PerfettoPackets::readEvent(const PacketMessage& packet, EventId event,
                                PacketSequence& sequence) {
    const std::optional<std::int64_t> time = timeOf(packet, event, sequence);
    if (!time) {
        if (!packet.timestamp) {
            m_rows.issues().record(IssueKind::MissingTime, event.number(), {});
        }
        return;
    }
    const EventSurroundings around{event, packet.sequence, *time,
                                   m_texts->current(packet.sequence)};
    if (packet.dataField == fieldOf(PacketField::TrackEvent)) {
        readTrackEvent(packet.data, around, sequence, m_tracks, m_rows);
    } else if (packet.dataField == fieldOf(PacketField::GpuRenderStageEvent)) {
        readRenderStage(packet.data, around, m_tracks, m_rows);
    } else {
        readGpuCounters(packet.data, around, m_gpuCounterNames, m_tracks, m_rows);
    }
}

void PerfettoPackets::finish(TraceBuilder& builder) {
    m_threadStates.finish(m_tracks, m_rows);
    std::int64_t originNs = 0;
    if (m_clocks.epoch()) {
        originNs = m_clocks.epoch()->primaryNs;
        m_epochNs = m_clocks.epoch()->realtimeNs;
    } else if (!m_clocks.hasSnapshots() && m_rows.firstTime().value_or(0) >= kFirstEpochTime) {
        originNs = *m_rows.firstTime();
        m_epochNs = originNs;
    }
    m_rows.finish(m_tracks, originNs, builder);
}

}  // namespace gaplight
