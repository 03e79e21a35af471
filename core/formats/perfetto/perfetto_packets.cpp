// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/perfetto_packets.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/base/parallel.h"
#include "core/formats/perfetto/gpu_packets.h"
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

constexpr std::size_t kEventsOfPart = 32'768;
constexpr std::size_t kMaxPending = 131'072;
// Of compressed packets whose events are not read yet: as many runs are held as there are cores.
constexpr std::size_t kMaxInflatedBytes = std::size_t{16} << 20U;

}  // namespace

std::uint32_t PacketRun::placeOf(const EventSurroundings& around) {
    if (!m_places.empty()) {
        const Place& last = m_places.back();
        if (last.sequence == around.sequence && last.state == around.state &&
            last.texts.generation() == around.texts.generation() &&
            last.defaults == around.defaults) {
            return static_cast<std::uint32_t>(m_places.size() - 1);
        }
    }
    m_places.push_back({around.sequence, around.state, around.texts, around.defaults});
    return static_cast<std::uint32_t>(m_places.size() - 1);
}

void PacketRun::readPart(std::size_t first, PerfettoPart& part) const {
    const auto all = std::span(m_events).subspan(first);
    TrackEventFields fields;
    for (const Event& event : all.first(std::min(all.size(), kEventsOfPart))) {
        const std::uint64_t number = event.number.number();
        const Place& place = m_places[event.place];
        const EventSurroundings around{
            event.number,  place.sequence, event.time, place.state, place.texts.ofPacket(number),
            place.defaults};
        try {
            if (event.isStage) {
                readRenderStage(event.message, around, part);
            } else {
                readTrackEvent(event.message, around, fields, part);
            }
        } catch (const protozero::exception& error) {
            part.issues().record(IssueKind::MalformedEvent, number, error.what());
        }
    }
}

void PacketRun::readEvents() {
    const std::size_t first = m_parts.size();
    const std::size_t count = (m_events.size() + kEventsOfPart - 1) / kEventsOfPart;
    m_parts.resize(first + count);
    // Most windows are one part.
    parallelFor(std::size_t{0}, count,
                [&](std::size_t at) { readPart(at * kEventsOfPart, m_parts[first + at]); });
    m_events.clear();
    m_places.clear();
    m_inflated.clear();
    m_inflatedBytes = 0;
}

PerfettoPackets::PerfettoPackets() : m_texts(std::make_shared<InternedTexts>()) {}

void PerfettoPackets::read(std::uint64_t offset, const PacketMessage& packet, PacketRun& run) {
    readOuter(offset, packet, false, run);
}

void PerfettoPackets::addDamaged(std::uint64_t offset, std::string_view damage, PacketRun& run) {
    run.m_packetCount = ++m_packetCount;
    run.m_packetPart.countEvent();
    run.m_packetPart.issues().record(IssueKind::MalformedEvent, offset, damage);
}

void PerfettoPackets::count(std::uint32_t field) {
    if (m_lastCount == nullptr || m_lastField != field) {
        m_lastField = field;
        m_lastCount = &m_counts[field];
    }
    ++*m_lastCount;
}

void PerfettoPackets::readOuter(std::uint64_t offset, const PacketMessage& packet,
                                bool isCompressed, PacketRun& run) {
    run.m_packetCount = ++m_packetCount;
    run.m_packetPart.countEvent();
    if (packet.dataField != 0) {
        count(packet.dataField);
    } else if (!packet.internedData.empty()) {
        count(fieldOf(PacketField::InternedData));
    }
    try {
        if (packet.dataField == fieldOf(PacketField::CompressedPackets) && !isCompressed) {
            readCompressed(offset, packet.data, run);
        } else {
            readData(packet, EventId(offset), run);
        }
    } catch (const protozero::exception& error) {
        run.m_packetPart.issues().record(IssueKind::MalformedEvent, offset, error.what());
    }
}

void PerfettoPackets::readCompressed(std::uint64_t offset, std::string_view data, PacketRun& run) {
    std::optional<std::string> bytes = inflatePackets(data);
    if (!bytes) {
        run.m_packetPart.issues().record(IssueKind::BrokenContainer, offset, "compressed packets");
        return;
    }
    const auto inflated = std::make_shared<const std::string>(std::move(*bytes));
    std::vector<PacketExtent> packets;
    if (splitPackets(*inflated, packets) < inflated->size()) {
        run.m_packetPart.issues().record(IssueKind::BrokenContainer, offset, "compressed packets");
    }
    m_containers.push_back({offset, packets.size()});
    for (std::size_t at = 0; at < packets.size(); ++at) {
        const std::string_view payload =
            std::string_view(*inflated).substr(packets[at].payload, packets[at].length);
        const std::uint64_t number = offset + 1 + std::min(at, data.size());
        try {
            readOuter(number, readPacketMessage(payload), true, run);
        } catch (const protozero::exception& error) {
            addDamaged(number, error.what(), run);
        }
    }
    run.m_inflated.push_back(inflated);
    run.m_inflatedBytes += inflated->size();
    if (run.m_inflatedBytes > kMaxInflatedBytes) {
        run.readEvents();
    }
}

bool PerfettoPackets::updateState(const PacketMessage& packet, std::uint64_t offset,
                                  PacketRun& run) {
    const bool isReadable = m_sequences.update(packet, offset, run.m_packetPart.issues());
    if ((packet.flags & kStateCleared) != 0) {
        m_texts->clear(packet.sequence, offset);
    }
    if (!packet.internedData.empty()) {
        m_texts->add(packet.sequence, offset, packet.internedData, run.m_packetPart.issues());
    }
    return isReadable;
}

void PerfettoPackets::readData(const PacketMessage& packet, EventId event, PacketRun& run) {
    if (!updateState(packet, event.number(), run)) {
        return;
    }
    switch (packet.dataField) {
        case fieldOf(PacketField::ClockSnapshot):
            m_sequences.addSnapshot(packet);
            break;
        case fieldOf(PacketField::TrackDescriptor): {
            const std::scoped_lock lock(m_tracksLock);
            m_tracks.addDescriptor(packet.data);
            m_sequences.pass(packet);
            break;
        }
        case fieldOf(PacketField::ProcessTree): {
            const std::scoped_lock lock(m_tracksLock);
            m_tracks.names().addTree(packet.data);
            break;
        }
        case fieldOf(PacketField::FtraceEvents): {
            const std::scoped_lock lock(m_tracksLock);
            m_containers.push_back({event.number(), 0});
            m_containers.back().events = m_threadStates.readBundle(packet.data, event, m_tracks);
            break;
        }
        case fieldOf(PacketField::TrackEvent):
        case fieldOf(PacketField::GpuRenderStageEvent):
        case fieldOf(PacketField::GpuCounterEvent):
            addEvent(packet, event, run);
            break;
        default:
            readBareTime(packet, event, run);
    }
}

// The packet of an event that a cut left out: what is measured from the trace's first time, or
// until its last one, stays as it was.
void PerfettoPackets::readBareTime(const PacketMessage& packet, EventId event, PacketRun& run) {
    if (packet.dataField != 0) {
        m_sequences.pass(packet);
    } else if (const auto time =
                   m_sequences.timeOf(packet, event.number(), run.m_packetPart.issues())) {
        run.m_packetPart.noteTime(*time);
    }
}

void PerfettoPackets::addEvent(const PacketMessage& packet, EventId event, PacketRun& run) {
    const std::optional<std::int64_t> time =
        m_sequences.timeOf(packet, event.number(), run.m_packetPart.issues());
    if (!time) {
        if (!packet.timestamp) {
            run.m_packetPart.issues().record(IssueKind::MissingTime, event.number(), {});
        }
        return;
    }
    const EventSurroundings around = surroundingsOf(
        event, *time, packet, m_sequences, m_texts->current(packet.sequence, event.number()));
    if (packet.dataField == fieldOf(PacketField::GpuCounterEvent)) {
        readGpuCounters(packet.data, around, m_gpuCounterNames, run.m_packetPart);
        return;
    }
    run.m_events.push_back({packet.data, event, *time, run.placeOf(around),
                            packet.dataField == fieldOf(PacketField::GpuRenderStageEvent)});
    if (run.m_events.size() >= kMaxPending) {
        run.readEvents();
    }
}

void PerfettoPackets::take(PacketRun& run) {
    const std::scoped_lock lock(m_tracksLock);
    m_rows.add(std::exchange(run.m_packetPart, {}), m_tracks);
    for (PerfettoPart& part : run.m_parts) {
        m_rows.add(std::move(part), m_tracks);
    }
    run.m_parts.clear();
}

void PerfettoPackets::finish(TraceBuilder& builder) {
    PerfettoPart states;
    m_threadStates.finish(states);
    m_rows.add(std::move(states), m_tracks);
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
