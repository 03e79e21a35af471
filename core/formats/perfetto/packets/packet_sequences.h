// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/id.h"
#include "core/base/import_issue.h"
#include "core/formats/perfetto/packets/packet_message.h"

namespace gaplight {

// Clocks of a Perfetto trace. Each packet names the clock of its timestamp; the trace has one
// primary clock (CLOCK_BOOTTIME unless a snapshot says otherwise). Snapshots are simultaneous
// readings of several clocks, by which times are converted:
//
//     snapshot: boottime 1000, realtime 1'700'000'000'000'000'000
//     realtime 1'700'000'000'000'000'005 is boottime 1005
//
// Clocks 64 to 127 are defined by and valid within one packet sequence. They may count in units of
// their own, and from the sequence's last timestamp (incremental).
class ClockConversion {
public:
    static constexpr std::uint32_t kRealtime = 1;
    static constexpr std::uint32_t kBoottime = 6;
    static constexpr std::uint32_t kFirstSequenceClock = 64;
    static constexpr std::uint32_t kSequenceClocksEnd = 128;

    // Adds a ClockSnapshot message. Throws protozero::exception.
    void addSnapshot(std::uint32_t sequence, std::string_view message);

    // Ns of the primary clock. Empty where no snapshot so far connects the clock with the primary
    // one, or where the result does not fit. A clock of the system without any snapshot is taken
    // for the primary clock, if no other clock was before. O(log snapshots).
    [[nodiscard]] std::optional<std::int64_t> convert(std::uint32_t sequence, std::uint32_t clock,
                                                      std::uint64_t timestamp);

    // Whether the clock counts from the sequence's last timestamp.
    bool isIncremental(std::uint32_t sequence, std::uint32_t clock) const;
    std::uint32_t primary() const { return static_cast<std::uint32_t>(m_primary); }

    // Time of the first snapshot that has real time: on the primary clock, and since the Unix
    // epoch.
    struct Epoch {
        std::int64_t primaryNs = 0;
        std::int64_t realtimeNs = 0;
    };
    const std::optional<Epoch>& epoch() const { return m_epoch; }
    bool hasSnapshots() const { return !m_edges.empty(); }

private:
    using Key = std::uint64_t;  // clock, of sequence clocks with the sequence
    using Readings = std::map<std::int64_t, std::int64_t>;  // one clock -> another
    struct Traits {
        std::int64_t unitNs = 1;
        bool isIncremental = false;
        std::int64_t last = 0;  // ns, of an incremental clock
    };

    [[nodiscard]] static Key keyOf(std::uint32_t sequence, std::uint32_t clock);
    // By the last snapshot at or before `time`, else the first.
    std::optional<std::int64_t> along(Key from, Key to, std::int64_t time) const;

    Key m_primary = kBoottime;
    std::map<std::pair<Key, Key>, Readings> m_edges;
    std::map<Key, Traits> m_traits;  // of clocks that are not absolute ns
    std::optional<Key> m_unconnected;
    std::optional<Epoch> m_epoch;
};

// What a packet sets for the packets after it.
struct PacketDefaults {
    std::uint32_t clock = 0;                   // of timestamps without one; 0: none
    std::uint64_t track = 0;                   // of events without one
    std::vector<std::uint64_t> counterTracks;  // of extra counter values
    std::vector<std::uint64_t> doubleCounterTracks;
};

// State of one packet sequence.
struct PacketSequence {
    bool isStateValid = true;  // false: packets were lost since the writer cleared its state
    bool hasPackets = false;
    std::uint32_t state = 0;  // another one for each clearing, never 0 once it has packets
    const PacketDefaults* defaults = nullptr;  // never null; lives as long as PacketSequences
};

// States of all packet sequences, and the clocks of their timestamps, packet by packet in the order
// of the file.
class PacketSequences {
public:
    PacketSequences() = default;
    PacketSequences(const PacketSequences&) = delete;  // pointers into it
    PacketSequences& operator=(const PacketSequences&) = delete;
    PacketSequences(PacketSequences&&) = delete;
    PacketSequences& operator=(PacketSequences&&) = delete;
    ~PacketSequences() = default;

    [[nodiscard]] const PacketSequence& of(std::uint32_t sequence) { return find(sequence); }

    // Call for each packet before anything else of it is read. False: the packet cannot be read,
    // since packets before it were lost. Throws protozero::exception.
    bool update(const PacketMessage& packet, std::uint64_t offset, ImportIssues& issues);
    // The packet's time in ns of the primary clock. Empty: it has no timestamp, or one that cannot
    // be converted (an issue if the packet has data). Call once for each packet that `update`
    // accepts, since incremental clocks count from one timestamp to the next.
    [[nodiscard]] std::optional<std::int64_t> timeOf(const PacketMessage& packet,
                                                     std::uint64_t offset, ImportIssues& issues);
    // Instead of timeOf() for a packet whose time is not needed: advances its incremental clock.
    void pass(const PacketMessage& packet);
    // Throws protozero::exception.
    void addSnapshot(const PacketMessage& packet) {
        m_clocks.addSnapshot(packet.sequence, packet.data);
    }

    // The clock of a packet's timestamp.
    std::uint32_t clockOf(const PacketMessage& packet) const;
    const ClockConversion& clocks() const { return m_clocks; }

private:
    [[nodiscard]] PacketSequence& find(std::uint32_t sequence);

    ClockConversion m_clocks;
    std::unordered_map<std::uint32_t, PacketSequence, IdHash> m_sequences;
    std::uint32_t m_lastNumber = 0;
    PacketSequence* m_last = nullptr;  // with m_lastNumber
    std::uint32_t m_states = 0;
    PacketDefaults m_none;
    std::deque<PacketDefaults> m_defaults;
};

}  // namespace gaplight
