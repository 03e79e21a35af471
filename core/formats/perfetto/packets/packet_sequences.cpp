// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/packets/packet_sequences.h"

#include <fmt/format.h>

#include "core/formats/perfetto/packets/perfetto_fields.h"
#include "core/formats/protobuf_keys.h"

namespace gaplight {
namespace {

PacketDefaults readDefaults(std::string_view message) {
    PacketDefaults defaults;
    protozero::pbf_message<DefaultsField> fields(viewOf(message));
    while (fields.next()) {
        if (fields.tag_and_type() == varintKey(DefaultsField::TimestampClockId)) {
            defaults.clock = fields.get_uint32();
            continue;
        }
        if (fields.tag_and_type() != bytesKey(DefaultsField::TrackEvent)) {
            fields.skip();
            continue;
        }
        protozero::pbf_message<TrackEventField> event(fields.get_view());
        while (event.next()) {
            if (event.tag_and_type() == varintKey(TrackEventField::TrackUuid)) {
                defaults.track = event.get_uint64();
            } else if (event.tag() == TrackEventField::ExtraCounterTracks) {
                forEachVarint(
                    event, [&](std::uint64_t track) { defaults.counterTracks.push_back(track); });
            } else if (event.tag() == TrackEventField::ExtraDoubleCounterTracks) {
                forEachVarint(event, [&](std::uint64_t track) {
                    defaults.doubleCounterTracks.push_back(track);
                });
            } else {
                event.skip();
            }
        }
    }
    return defaults;
}

}  // namespace

PacketSequence& PacketSequences::find(std::uint32_t sequence) {
    if (m_last == nullptr || m_lastNumber != sequence) {
        const auto [at, isNew] = m_sequences.try_emplace(sequence);
        m_lastNumber = sequence;
        m_last = &at->second;
        if (isNew) {
            m_last->state = ++m_states;
            m_last->defaults = &m_none;
        }
    }
    return *m_last;
}

bool PacketSequences::update(const PacketMessage& packet, std::uint64_t offset,
                             ImportIssues& issues) {
    PacketSequence& sequence = find(packet.sequence);
    const auto recordLoss = [&] {
        issues.record(IssueKind::LostData, offset,
                      fmt::format("packet sequence {}", packet.sequence));
    };
    if (packet.isAfterLoss) {
        if (sequence.hasPackets && !packet.isFirst) {
            recordLoss();
        }
        sequence.isStateValid = packet.isFirst;
    }
    sequence.hasPackets = true;
    if ((packet.flags & kStateCleared) != 0) {
        sequence = {true, true, ++m_states, &m_none};
    }
    // The later of two replaces the earlier, as in Perfetto's trace processor.
    if (!packet.defaults.empty()) {
        sequence.defaults = &m_defaults.emplace_back(readDefaults(packet.defaults));
    }
    if ((packet.flags & kNeedsState) != 0 && !sequence.isStateValid) {
        recordLoss();
        return false;
    }
    return true;
}

std::uint32_t PacketSequences::clockOf(const PacketMessage& packet) const {
    if (packet.clock != 0) {
        return packet.clock;
    }
    if (m_last != nullptr && m_lastNumber == packet.sequence) {
        return m_last->defaults->clock != 0 ? m_last->defaults->clock : ClockConversion::kBoottime;
    }
    const auto sequence = m_sequences.find(packet.sequence);
    return sequence != m_sequences.end() && sequence->second.defaults->clock != 0
               ? sequence->second.defaults->clock
               : ClockConversion::kBoottime;
}

std::optional<std::int64_t> PacketSequences::timeOf(const PacketMessage& packet,
                                                    std::uint64_t offset, ImportIssues& issues) {
    if (!packet.timestamp) {
        return std::nullopt;
    }
    const std::uint32_t clock = clockOf(packet);
    const auto time = m_clocks.convert(packet.sequence, clock, *packet.timestamp);
    if (!time && packet.dataField != 0) {
        issues.record(IssueKind::BadTime, offset,
                      fmt::format("{} of clock {}", *packet.timestamp, clock));
    }
    return time;
}

void PacketSequences::pass(const PacketMessage& packet) {
    const std::uint32_t clock = clockOf(packet);
    if (packet.timestamp && m_clocks.isIncremental(packet.sequence, clock)) {
        (void)m_clocks.convert(packet.sequence, clock, *packet.timestamp);
    }
}

}  // namespace gaplight
