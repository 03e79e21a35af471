// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/id_hash.h"
#include "core/base/import_issue.h"
#include "core/formats/perfetto/packets/clock_conversion.h"
#include "core/formats/perfetto/packets/packet_message.h"

namespace gaplight {

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
    [[nodiscard]] std::uint32_t clockOf(const PacketMessage& packet) const;
    [[nodiscard]] const ClockConversion& clocks() const { return m_clocks; }

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
