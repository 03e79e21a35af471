// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "core/formats/perfetto/rows/slice_pairing.h"

namespace gaplight {

// Begins and ends of slices for a cut: which of them stay, so that in the part each begin that
// stays is closed by the same end as in the whole trace (SlicePairing).
class CutPairs {
public:
    // Something on a track, as for EdgeOrders; `isKept`: it stays.
    void use(PerfettoTrackId track, std::uint32_t sequence, bool isKept);
    void add(PerfettoTrackId track, const SliceEdge& edge, std::uint32_t sequence);

    struct Rules {
        std::function<bool(std::uint64_t number)> isListed;      // of begins
        std::function<std::int64_t(std::int64_t time)> clipped;  // the time that it will have
    };
    // Numbers of the edges that stay, ascending: begins that are listed, and their ends. Where
    // these alone would be paired in another way, the track is not clipped, then all edges of the
    // track stay, or even all of the file. Frees the edges.
    [[nodiscard]] std::vector<std::uint64_t> finish(std::size_t tracks, const Rules& rules);
    // Once finished.
    bool isClipped(PerfettoTrackId track) const {
        return track.index() >= m_isWhole.size() || !m_isWhole[track.index()];
    }

private:
    struct Pair {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;  // SlicePairing::kNoEnd: none
        std::int64_t time = 0;  // of the end

        auto operator<=>(const Pair&) const = default;
    };

    struct TrackEdge {
        PerfettoTrackId track;
        SliceEdge edge;
    };

    [[nodiscard]] static std::vector<Pair> pairsOf(const std::vector<TrackEdge>& edges,
                                                   std::size_t tracks, const EdgeOrders& orders);
    std::int64_t timeOf(PerfettoTrackId track, std::int64_t time, const Rules& rules) const {
        return isClipped(track) ? rules.clipped(time) : time;
    }
    // Tracks of which the edges in `kept` alone end at other times than in `pairs`.
    std::vector<bool> changedTracks(const std::vector<std::uint64_t>& kept,
                                    const std::vector<Pair>& pairs, const Rules& rules) const;
    void keepMore(int round, const std::vector<bool>& changed, std::vector<std::uint64_t>& kept);

    std::vector<TrackEdge> m_edges;
    std::vector<std::uint32_t> m_sequences;  // of m_edges
    EdgeOrders m_orders;
    std::vector<bool> m_isWhole;  // by track
    std::set<std::pair<PerfettoTrackId, std::uint32_t>> m_keptUses;
};

}  // namespace gaplight
