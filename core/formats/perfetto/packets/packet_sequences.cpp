// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/packets/packet_sequences.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "core/formats/perfetto/packets/perfetto_fields.h"
#include "core/formats/protobuf_keys.h"

namespace gaplight {
namespace {

constexpr std::size_t kMaxClocks = 32;  // of one snapshot

struct ClockReading {
    std::uint32_t id = 0;
    std::uint64_t timestamp = 0;
    bool isIncremental = false;
    std::uint64_t unitNs = 1;
};

ClockReading readClock(protozero::data_view view) {
    ClockReading clock;
    protozero::pbf_message<ClockField> fields(view);
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case varintKey(ClockField::Id):
                clock.id = fields.get_uint32();
                break;
            case varintKey(ClockField::Timestamp):
                clock.timestamp = fields.get_uint64();
                break;
            case varintKey(ClockField::IsIncremental):
                clock.isIncremental = fields.get_uint64() != 0;
                break;
            case varintKey(ClockField::UnitNs):
                clock.unitNs = fields.get_uint64();
                break;
            default:
                fields.skip();
        }
    }
    return clock;
}

// Empty where the product does not fit into 63 bits.
std::optional<std::int64_t> inNs(std::uint64_t timestamp, std::int64_t unitNs) {
    std::int64_t time = 0;
    if (timestamp > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) ||
        __builtin_mul_overflow(static_cast<std::int64_t>(timestamp), unitNs, &time)) {
        return std::nullopt;
    }
    return time;
}

}  // namespace

ClockConversion::Key ClockConversion::keyOf(std::uint32_t sequence, std::uint32_t clock) {
    const bool isOfSequence = clock >= kFirstSequenceClock && clock < kSequenceClocksEnd;
    return isOfSequence ? (std::uint64_t{sequence} << 32U | clock) : std::uint64_t{clock};
}

void ClockConversion::addSnapshot(std::uint32_t sequence, std::string_view message) {
    std::vector<ClockReading> clocks;
    std::optional<std::uint32_t> primary;
    protozero::pbf_message<SnapshotField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case bytesKey(SnapshotField::Clocks):
                if (const protozero::data_view view = fields.get_view();
                    clocks.size() < kMaxClocks) {
                    clocks.push_back(readClock(view));
                }
                break;
            case varintKey(SnapshotField::PrimaryTraceClock):
                primary = fields.get_uint32();
                break;
            default:
                fields.skip();
        }
    }
    if (primary && *primary != 0 && m_edges.empty()) {
        m_primary = *primary;
    }
    std::vector<std::pair<Key, std::int64_t>> readings;
    for (const ClockReading& clock : clocks) {
        const Key key = keyOf(sequence, clock.id);
        constexpr std::uint64_t kMaxUnitNs = 1'000'000'000'000;
        const auto unitNs =
            static_cast<std::int64_t>(std::clamp<std::uint64_t>(clock.unitNs, 1, kMaxUnitNs));
        const std::optional<std::int64_t> time = inNs(clock.timestamp, unitNs);
        if (!time || clock.id == 0) {
            continue;
        }
        if (clock.isIncremental || unitNs != 1) {
            m_traits[key] = {unitNs, clock.isIncremental, *time};
        }
        readings.emplace_back(key, *time);
    }
    const auto find = [&](Key key) {
        return std::find_if(readings.begin(), readings.end(),
                            [key](const auto& reading) { return reading.first == key; });
    };
    const auto main = find(m_primary);
    const auto real = find(kRealtime);
    if (!m_epoch && main != readings.end() && real != readings.end()) {
        m_epoch = Epoch{main->second, real->second};
    }
    for (const auto& [key, time] : readings) {
        for (const auto& [other, otherTime] : readings) {
            // All pairs only where the primary clock is not among them.
            if (key != other && (main == readings.end() || other == m_primary)) {
                m_edges[{key, other}][time] = otherTime;
            }
        }
        if (main != readings.end() && key != m_primary) {
            m_edges[{m_primary, key}][main->second] = time;
        }
    }
}

std::optional<std::int64_t> ClockConversion::along(Key from, Key to, std::int64_t time) const {
    const auto edge = m_edges.find({from, to});
    if (edge == m_edges.end()) {
        return std::nullopt;
    }
    const auto after = edge->second.upper_bound(time);
    const auto [there, here] = after == edge->second.begin() ? *after : *std::prev(after);
    std::int64_t difference = 0;
    std::int64_t result = 0;
    if (__builtin_sub_overflow(time, there, &difference) ||
        __builtin_add_overflow(here, difference, &result)) {
        return std::nullopt;
    }
    return result;
}

bool ClockConversion::isIncremental(std::uint32_t sequence, std::uint32_t clock) const {
    const auto traits = m_traits.find(keyOf(sequence, clock));
    return traits != m_traits.end() && traits->second.isIncremental;
}

std::optional<std::int64_t> ClockConversion::convert(std::uint32_t sequence, std::uint32_t clock,
                                                     std::uint64_t timestamp) {
    const Key key = keyOf(sequence, clock);
    const auto traits = m_traits.find(key);
    std::optional<std::int64_t> time =
        inNs(timestamp, traits == m_traits.end() ? 1 : traits->second.unitNs);
    if (time && traits != m_traits.end() && traits->second.isIncremental) {
        std::int64_t sum = 0;
        time = __builtin_add_overflow(traits->second.last, *time, &sum)
                   ? std::nullopt
                   : std::optional<std::int64_t>(sum);
        traits->second.last = time.value_or(traits->second.last);
    }
    if (!time || key == m_primary) {
        return time;
    }
    if (const auto direct = along(key, m_primary, *time)) {
        return direct;
    }
    bool isConnected = false;
    for (auto edge = m_edges.lower_bound({key, 0}); edge != m_edges.end(); ++edge) {
        const auto [from, middle] = edge->first;
        if (from != key) {
            break;
        }
        isConnected = true;
        const auto there = along(key, middle, *time);
        if (const auto result = there ? along(middle, m_primary, *there) : std::nullopt) {
            return result;
        }
    }
    const bool isOfSystem = clock < kFirstSequenceClock;
    if (isConnected || !isOfSystem || (m_unconnected && *m_unconnected != key)) {
        return std::nullopt;
    }
    m_unconnected = key;
    return time;
}

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
