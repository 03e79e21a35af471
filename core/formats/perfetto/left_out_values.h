// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/formats/perfetto/packets/packet_sequences.h"
#include "core/formats/perfetto/track_events.h"

namespace gaplight {

// On incremental clocks a timestamp is the difference to the packet before (ClockConversion). A cut
// leaves packets out: the sum of their differences is added to the next packet of the sequence.
class LeftOutTicks {
public:
    explicit LeftOutTicks(const PacketSequences& sequences) : m_sequences(sequences) {}

    // A packet that is left out; of other clocks nothing.
    void add(const PacketMessage& packet);
    // What to add to the timestamp of a packet that stays; nothing remains.
    [[nodiscard]] std::uint64_t take(const PacketMessage& packet);
    // The same for all clocks of a sequence, before a snapshot sets some of them anew.
    void takeAll(std::uint32_t sequence,
                 const std::function<void(std::uint32_t clock, std::uint64_t ticks)>& use);

private:
    const PacketSequences& m_sequences;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> m_ticks;  // sequence, clock
};

// The same for values of counters that are differences.
class LeftOutCounts {
public:
    // The sequence's sums begin anew.
    void clear(std::uint32_t sequence);
    // The values of an event (of its extra counters, then its own), each with its track. Empty
    // where it is left out, or nothing changes.
    [[nodiscard]] std::optional<std::vector<std::int64_t>> countsOf(
        const TrackEventFields& event, std::uint32_t sequence, const PacketDefaults& defaults,
        bool isKept, const std::function<bool(std::uint64_t track)>& isIncremental);

private:
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::int64_t> m_counts;  // sequence, track
};

}  // namespace gaplight
