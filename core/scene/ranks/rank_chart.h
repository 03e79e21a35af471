// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/scene/model/busy_profile.h"

namespace gaplight {

// One rank of a set: its GPU's time and its communication, on the axis of the set.
struct RankLane {
    std::string label;          // "rank 2"
    std::string note;           // a few words: "late in 6, 19.3 ms"; empty: none
    std::string apart;          // why it cannot be placed on the axis; empty: it can
    bool isLate = false;        // into some collective
    BusyProfile gpu;            // waits for other ranks are idle time of color Role::IdleRank
    BusyProfile communication;  // collectives, beside computing too; all other time is a gap
};

// What one rank did in a collective.
struct RibbonPart {
    std::uint32_t lane = 0;  // into RankChart::lanes
    Time arrival;            // begin of its kernel
    Time end;                // of its kernel
};

// One collective, or a send with its receive.
struct RankRibbon {
    Time first;                   // arrival
    Time last;                    // arrival: from here on data moves
    Time end;                     // of the rank that left it last
    std::uint32_t firstPart = 0;  // into RankChart::parts
    std::uint32_t partCount = 0;
    std::uint32_t lastLane = 0;  // that arrived last
    std::uint32_t label = 0;     // into RankChart::labels
    std::uint32_t group = 0;     // into RankChart::groups
    std::uint32_t kind = 0;      // into RankChart::kinds
    Duration lead{};             // last arrival - second last
    bool isLate = false;         // the lead exceeds what clocks and links explain
};

// All ranks of a set as they are drawn. Immutable.
struct RankChart {
    TimeRange range{};     // of all ranks
    TimeRange gpuRange{};  // of their GPUs' windows; `range` where there is none
    std::vector<RankLane> lanes;
    std::vector<RankRibbon> ribbons;  // by first arrival
    std::vector<RibbonPart> parts;    // of each ribbon by lane
    std::vector<std::string> labels;  // "allreduce 25.2 MB"
    std::vector<std::string> groups;  // communicators, or what they divide: "TP"
    std::vector<std::string> kinds;   // operations: "allreduce"
    // Longest length (first arrival to end) of each kRibbonBlock ribbons.
    std::vector<Duration> longestOfBlock;
    Duration longest{};

    static constexpr std::size_t kRibbonBlock = 64;
    // Sets longestOfBlock and longest. O(ribbons).
    void indexRibbons();
};

// One ribbon of a chart alone: the lanes that take part, whose notes are what each does in it.
// Communication of these lanes is this collective. `ribbon` < chart.ribbons.size().
[[nodiscard]] RankChart chartOfRibbon(const RankChart& chart, std::uint32_t ribbon);

}  // namespace gaplight
