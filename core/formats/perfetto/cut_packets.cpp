// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/cut_packets.h"

#include <algorithm>
#include <vector>

#include <protozero/pbf_writer.hpp>

#include "core/formats/perfetto/packets/packet_message.h"
#include "core/formats/perfetto/packets/perfetto_fields.h"
#include "core/formats/protobuf_keys.h"

namespace gaplight {
namespace {

constexpr std::int64_t kNsOfLegacyUnit = 1000;

std::int64_t endOf(std::int64_t time, std::int64_t duration) {
    std::int64_t end = 0;
    return __builtin_add_overflow(time, duration, &end) ? time : end;
}

bool isStateful(const PacketMessage& packet) {
    return !packet.internedData.empty() || !packet.defaults.empty() || packet.isAfterLoss ||
           packet.isFirst || (packet.flags & kStateCleared) != 0;
}

// The time that an event is written with, and the duration of a slice in the older form.
std::int64_t clippedTime(PerfettoCutChoice& choice, const TrackEventFields& event,
                         std::int64_t time, TrackEventChanges& changes) {
    if (event.shape() != TrackEventShape::Whole) {
        return choice.clipped(time, event.trackUuid);
    }
    std::int64_t duration = 0;
    if (event.type != TrackEventType::None || !event.legacy || event.legacy->phase != 'X' ||
        event.legacy->durationUs <= 0 ||
        __builtin_mul_overflow(event.legacy->durationUs, kNsOfLegacyUnit, &duration)) {
        return time;
    }
    const std::int64_t clipped = choice.clipped(time);
    const std::int64_t rest = choice.clipped(endOf(time, duration)) - clipped;
    if (rest < duration) {
        changes.durationUs = rest / kNsOfLegacyUnit;
    }
    return clipped;
}

}  // namespace

void CutPackets::take(const PacketMessage& message, std::string_view payload,
                      std::uint64_t number) {
    const Packet packet{message, payload, number, m_known.insert(message.sequence).second};
    if ((message.flags & kStateCleared) != 0) {
        m_counts.clear(message.sequence);
    }
    if (!m_sequences.update(message, number, m_issues)) {
        // Not read, its timestamp neither.
        if (packet.isFirst || isStateful(message)) {
            append(changedPacket(payload, message, {.dropsData = true}));
        }
        return;
    }
    switch (static_cast<PacketField>(message.dataField)) {
        case PacketField::ClockSnapshot:
            m_ticks.takeAll(message.sequence, [&](std::uint32_t clock, std::uint64_t ticks) {
                appendTicks(message.sequence, clock, ticks);
            });
            m_sequences.addSnapshot(message);
            append(payload);
            return;
        case PacketField::FtraceEvents:
            takeBundle(packet);
            return;
        case PacketField::TrackEvent:
            takeTrackEvent(packet);
            return;
        case PacketField::GpuRenderStageEvent:
            takeStage(packet);
            return;
        case PacketField::GpuCounterEvent:
            takeGpuCounters(packet);
            return;
        default:
            takeOther(packet);
    }
}

void CutPackets::takeBundle(const Packet& packet) {
    const BundleRules rules{
        [this](std::uint64_t number) { return m_choice.keepsSwitch(number); },
        [this](std::int64_t time) { return m_choice.isInside(time); },
        [this](const SchedSwitch& sched) { return m_choice.previousOf(sched); }};
    ChangedBundle bundle = changedBundle(packet.message.data, m_switches, rules);
    m_switches += bundle.switches;
    m_totals.kept += bundle.kept;
    m_totals.left += bundle.left;
    if (bundle.kept == 0) {
        drop(packet);
    } else if (!bundle.isChanged) {
        write(packet);
    } else {
        write(packet, std::move(bundle.message));
    }
}

void CutPackets::takeTrackEvent(const Packet& packet) {
    const auto time = m_sequences.timeOf(packet.message, packet.number, m_issues);
    const PacketMessage& message = packet.message;
    TrackEventFields event;
    const EventSurroundings around =
        surroundingsOf(EventId(packet.number), time.value_or(0), message, m_sequences,
                       m_texts->at(message.sequence, packet.number));
    event.read(message.data, around, m_issues);
    const bool isKept = time && m_choice.keeps(packet.number);
    std::optional<std::vector<std::int64_t>> counts =
        m_counts.countsOf(event, message.sequence, *around.defaults, isKept,
                          [this](std::uint64_t track) { return m_choice.isIncremental(track); });
    if (!isKept) {
        ++m_totals.left;
        drop(packet);
        return;
    }
    ++m_totals.kept;
    TrackEventChanges changes;
    if (counts && event.count) {
        changes.count = counts->back();
        counts->pop_back();
    }
    if (counts && !counts->empty()) {
        changes.counts = *counts;
    }
    const CutArrows& arrows = m_choice.arrows();
    changes.losesFlow = [&](std::uint64_t flow) { return arrows.loses(packet.number, flow); };
    changes.endsFlow = [&](std::uint64_t flow) { return arrows.ends(packet.number, flow); };
    const auto changesFlow = [&](const auto& one) {
        return changes.losesFlow(one.first) || changes.endsFlow(one.first);
    };
    const std::int64_t clipped = clippedTime(m_choice, event, *time, changes);
    const bool isChanged = std::any_of(event.flows.begin(), event.flows.end(), changesFlow) ||
                           changes.count || changes.counts || changes.durationUs;
    writeAt(packet, *time, clipped,
            isChanged ? std::optional(changedTrackEvent(message.data, changes)) : std::nullopt);
}

void CutPackets::takeStage(const Packet& packet) {
    const auto time = m_sequences.timeOf(packet.message, packet.number, m_issues);
    if (!time || !m_choice.keeps(packet.number)) {
        ++m_totals.left;
        drop(packet);
        return;
    }
    ++m_totals.kept;
    const std::uint64_t duration = stageDuration(packet.message.data);
    const std::int64_t end = endOf(*time, static_cast<std::int64_t>(duration));
    const std::int64_t clipped = m_choice.clipped(*time);
    const std::int64_t rest = m_choice.clipped(end) - clipped;
    writeAt(packet, *time, clipped,
            end > *time && rest != end - *time
                ? std::optional(changedStage(packet.message.data, static_cast<std::uint64_t>(rest)))
                : std::nullopt);
}

void CutPackets::takeGpuCounters(const Packet& packet) {
    const auto time = m_sequences.timeOf(packet.message, packet.number, m_issues);
    if (time && m_choice.keeps(packet.number)) {
        ++m_totals.kept;
        write(packet);
        return;
    }
    ++m_totals.left;
    std::string names = counterDescriptions(packet.message.data);
    if (names.empty()) {
        drop(packet);
    } else {
        write(packet, std::move(names));
    }
}

// Kinds that are not read: those of which each packet is one event stay where it is in the range.
void CutPackets::takeOther(const Packet& packet) {
    const PacketMessage& message = packet.message;
    const bool isConverted = m_sequences.clocks().hasSnapshots() ||
                             m_sequences.clockOf(message) == m_sequences.clocks().primary();
    if (!message.timestamp || !isPacketOneEvent(message.dataField) || !isConverted) {
        m_sequences.pass(message);
        write(packet);
        return;
    }
    const auto time = m_sequences.timeOf(message, packet.number, m_issues);
    if (!time || m_choice.isInside(*time)) {
        ++m_totals.kept;
        write(packet);
    } else {
        ++m_totals.left;
        drop(packet);
    }
}

void CutPackets::writeAt(const Packet& packet, std::int64_t time, std::int64_t clipped,
                         std::optional<std::string> data) {
    if (clipped == time) {
        write(packet, std::move(data));
        return;
    }
    m_ticks.add(packet.message);
    PacketChanges changes;
    changes.timestamp = static_cast<std::uint64_t>(clipped);
    if (m_sequences.clocks().hasSnapshots()) {
        changes.clock = m_sequences.clocks().primary();
    }
    if (data) {
        changes.data = *data;
    }
    append(changedPacket(packet.payload, packet.message, changes));
}

void CutPackets::write(const Packet& packet, std::optional<std::string> data) {
    const std::uint64_t ticks = m_ticks.take(packet.message);
    if (ticks == 0 && !data) {
        append(packet.payload);
        return;
    }
    PacketChanges changes;
    if (ticks != 0) {
        changes.timestamp = *packet.message.timestamp + ticks;
    }
    if (data) {
        changes.data = *data;
    }
    append(changedPacket(packet.payload, packet.message, changes));
}

void CutPackets::drop(const Packet& packet) {
    const PacketMessage& message = packet.message;
    if (!packet.isFirst && !isStateful(message) && !m_choice.keepsTime(packet.number)) {
        m_ticks.add(message);
        return;
    }
    PacketChanges changes;
    changes.dropsData = true;
    if (const std::uint64_t ticks = m_ticks.take(message); ticks != 0) {
        changes.timestamp = *message.timestamp + ticks;
    }
    append(changedPacket(packet.payload, message, changes));
}

void CutPackets::append(std::string_view payload) {
    protozero::pbf_writer(m_bytes).add_bytes(kPacketOfTrace, viewOf(payload));
}

void CutPackets::appendTicks(std::uint32_t sequence, std::uint32_t clock, std::uint64_t ticks) {
    std::string packet;
    protozero::pbf_writer writer(packet);
    writer.add_uint32(static_cast<std::uint32_t>(PacketField::SequenceId), sequence);
    writer.add_uint64(static_cast<std::uint32_t>(PacketField::Timestamp), ticks);
    writer.add_uint32(static_cast<std::uint32_t>(PacketField::TimestampClockId), clock);
    append(packet);
}

}  // namespace gaplight
