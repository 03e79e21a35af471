// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

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
    [[nodiscard]] bool isIncremental(std::uint32_t sequence, std::uint32_t clock) const;
    [[nodiscard]] std::uint32_t primary() const { return static_cast<std::uint32_t>(m_primary); }

    // Time of the first snapshot that has real time: on the primary clock, and since the Unix
    // epoch.
    struct Epoch {
        std::int64_t primaryNs = 0;
        std::int64_t realtimeNs = 0;
    };
    [[nodiscard]] const std::optional<Epoch>& epoch() const { return m_epoch; }
    [[nodiscard]] bool hasSnapshots() const { return !m_edges.empty(); }

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
    [[nodiscard]] std::optional<std::int64_t> along(Key from, Key to, std::int64_t time) const;

    Key m_primary = kBoottime;
    std::map<std::pair<Key, Key>, Readings> m_edges;
    std::map<Key, Traits> m_traits;  // of clocks that are not absolute ns
    std::optional<Key> m_unconnected;
    std::optional<Epoch> m_epoch;
};

}  // namespace gaplight
