// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/perfetto_packets.h"

#include <algorithm>
#include <span>
#include <utility>

#include <tbb/parallel_for.h>

#include "core/formats/perfetto/gpu_counters.h"
#include "core/formats/perfetto/packets/packet_windows.h"
#include "core/formats/perfetto/packets/perfetto_fields.h"
#include "core/formats/perfetto/track_event_fields.h"
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

constexpr std::size_t kEventsOfPart = 8'192;
constexpr std::size_t kMaxPending = 131'072;

}  // namespace

PerfettoPackets::PerfettoPackets() : m_texts(std::make_shared<InternedTexts>()) {}

void PerfettoPackets::read(std::uint64_t offset, const PacketMessage& packet) {
    readOuter(offset, packet, false);
}

void PerfettoPackets::addDamaged(std::uint64_t offset, std::string_view damage) {
    ++m_packetCount;
    m_own.countEvent();
    m_own.issues().record(IssueKind::MalformedEvent, offset, damage);
}

void PerfettoPackets::count(std::uint32_t field) {
    if (m_lastCount == nullptr || m_lastField != field) {
        m_lastField = field;
        m_lastCount = &m_counts[field];
    }
    ++*m_lastCount;
}

void PerfettoPackets::readOuter(std::uint64_t offset, const PacketMessage& packet,
                                bool isCompressed) {
    ++m_packetCount;
    m_own.countEvent();
    if (packet.dataField != 0) {
        count(packet.dataField);
    } else if (!packet.internedData.empty()) {
        count(fieldOf(PacketField::InternedData));
    }
    try {
        if (packet.dataField == fieldOf(PacketField::CompressedPackets) && !isCompressed) {
            readCompressed(offset, packet.data);
        } else {
            readData(packet, EventId(offset));
        }
    } catch (const protozero::exception& error) {
        m_own.issues().record(IssueKind::MalformedEvent, offset, error.what());
    }
}

void PerfettoPackets::readCompressed(std::uint64_t offset, std::string_view data) {
    std::optional<std::string> bytes = inflatePackets(data);
    if (!bytes) {
        m_own.issues().record(IssueKind::BrokenContainer, offset, "compressed packets");
        return;
    }
    const auto inflated = std::make_shared<const std::string>(std::move(*bytes));
    std::vector<PacketExtent> packets;
    if (splitPackets(*inflated, packets) < inflated->size()) {
        m_own.issues().record(IssueKind::BrokenContainer, offset, "compressed packets");
    }
    m_containers.push_back({offset, packets.size()});
    for (std::size_t at = 0; at < packets.size(); ++at) {
        const std::string_view payload =
            std::string_view(*inflated).substr(packets[at].payload, packets[at].length);
        const std::uint64_t number = offset + 1 + std::min(at, data.size());
        try {
            readOuter(number, readPacketMessage(payload), true);
        } catch (const protozero::exception& error) {
            addDamaged(number, error.what());
        }
    }
    m_inflated.push_back(inflated);
    m_inflatedBytes += inflated->size();
    if (m_inflatedBytes > kMaxPacketBytes) {
        readEvents();
    }
}

bool PerfettoPackets::updateState(const PacketMessage& packet, std::uint64_t offset) {
    const bool isReadable = m_sequences.update(packet, offset, m_own.issues());
    if ((packet.flags & kStateCleared) != 0) {
        m_texts->clear(packet.sequence, offset);
    }
    if (!packet.internedData.empty()) {
        m_texts->add(packet.sequence, offset, packet.internedData, m_own.issues());
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
            addEvent(packet, event);
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
    } else if (const auto time = m_sequences.timeOf(packet, event.number(), m_own.issues())) {
        m_own.noteTime(*time);
    }
}

void PerfettoPackets::addEvent(const PacketMessage& packet, EventId event) {
    const std::optional<std::int64_t> time =
        m_sequences.timeOf(packet, event.number(), m_own.issues());
    if (!time) {
        if (!packet.timestamp) {
            m_own.issues().record(IssueKind::MissingTime, event.number(), {});
        }
        return;
    }
    const EventSurroundings around = surroundingsOf(
        event, *time, packet, m_sequences, m_texts->current(packet.sequence, event.number()));
    if (packet.dataField == fieldOf(PacketField::GpuCounterEvent)) {
        readGpuCounters(packet.data, around, m_gpuCounterNames, m_own);
        return;
    }
    m_pending.push_back({packet.dataField, packet.data, around});
    if (m_pending.size() >= kMaxPending) {
        readEvents();
    }
}

void PerfettoPackets::readEvents() {
    std::vector<PerfettoPart> parts((m_pending.size() + kEventsOfPart - 1) / kEventsOfPart);
    tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t at) {
        const auto all = std::span(m_pending).subspan(at * kEventsOfPart);
        TrackEventFields fields;
        for (const PendingEvent& event : all.first(std::min(all.size(), kEventsOfPart))) {
            try {
                if (event.dataField == fieldOf(PacketField::TrackEvent)) {
                    readTrackEvent(event.message, event.around, fields, parts[at]);
                } else {
                    readRenderStage(event.message, event.around, parts[at]);
                }
            } catch (const protozero::exception& error) {
                parts[at].issues().record(IssueKind::MalformedEvent, event.around.event.number(),
                                          error.what());
            }
        }
    });
    m_rows.add(std::exchange(m_own, {}), m_tracks);
    for (PerfettoPart& part : parts) {
        m_rows.add(std::move(part), m_tracks);
    }
    m_pending.clear();
    m_inflated.clear();
    m_inflatedBytes = 0;
}

void PerfettoPackets::finish(TraceBuilder& builder) {
    m_threadStates.finish(m_own);
    m_rows.add(std::exchange(m_own, {}), m_tracks);
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
