// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/cut_pairs.h"

#include <algorithm>
#include <limits>

namespace gaplight {
namespace {

bool isAmong(const std::vector<std::uint64_t>& ascending, std::uint64_t number) {
    return std::binary_search(ascending.begin(), ascending.end(), number);
}

}  // namespace

void CutPairs::use(PerfettoTrackId track, std::uint32_t sequence, bool isKept) {
    m_orders.use(track.index(), sequence);
    if (isKept) {
        m_keptUses.emplace(track, sequence);
    }
}

void CutPairs::add(PerfettoTrackId track, const SliceEdge& edge, std::uint32_t sequence) {
    m_orders.use(track.index(), sequence);
    m_orders.addEdge(sequence, edge.time());
    m_edges.push_back({track, edge});
    m_sequences.push_back(sequence);
}

std::vector<CutPairs::Pair> CutPairs::pairsOf(const std::vector<TrackEdge>& edges,
                                              std::size_t tracks, const EdgeOrders& orders) {
    std::vector<std::vector<SliceEdge>> byTrack(tracks);
    for (const auto& [track, edge] : edges) {
        byTrack[track.index()].push_back(edge);
    }
    std::vector<Pair> pairs;
    SlicePairing pairing;
    pairing.traceEnd = std::numeric_limits<std::int64_t>::max();
    pairing.close = [&](std::uint64_t begin, std::int64_t time, std::uint64_t end) {
        pairs.push_back({begin, end, time});
    };
    pairing.packetOf = [](std::uint64_t begin) { return begin; };
    ImportIssues issues;
    for (std::size_t track = 0; track < tracks; ++track) {
        pairing.pair(byTrack[track], orders.of(PerfettoTrackId(track)), issues);
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

std::vector<bool> CutPairs::changedTracks(const std::vector<std::uint64_t>& kept,
                                          const std::vector<Pair>& pairs,
                                          const Rules& rules) const {
    EdgeOrders orders;
    for (const auto& [track, sequence] : m_keptUses) {
        orders.use(track.index(), sequence);
    }
    std::vector<TrackEdge> edges;
    for (std::size_t at = 0; at < m_edges.size(); ++at) {
        const auto& [track, edge] = m_edges[at];
        if (isAmong(kept, edge.number())) {
            const std::int64_t time = timeOf(track, edge.time(), rules);
            orders.use(track.index(), m_sequences[at]);
            orders.addEdge(m_sequences[at], time);
            edges.push_back({track, edge.at(time)});
        }
    }
    std::vector<bool> changed(m_isWhole.size());
    const std::vector<Pair> now = pairsOf(edges, changed.size(), orders);
    for (const auto& [track, edge] : edges) {
        if (!edge.isBegin()) {
            continue;
        }
        const std::uint64_t begin = edge.number();
        const auto pairIn = [begin](const std::vector<Pair>& all) {
            return *std::lower_bound(
                all.begin(), all.end(), begin,
                [](const Pair& pair, std::uint64_t number) { return pair.begin < number; });
        };
        const Pair before = pairIn(pairs);
        const Pair after = pairIn(now);
        const bool isOpen = before.end == SlicePairing::kNoEnd;
        if (isOpen != (after.end == SlicePairing::kNoEnd) ||
            (!isOpen && timeOf(track, before.time, rules) != after.time)) {
            changed[track.index()] = true;
        }
    }
    return changed;
}

void CutPairs::keepMore(int round, const std::vector<bool>& changed,
                        std::vector<std::uint64_t>& kept) {
    for (std::size_t track = 0; track < changed.size(); ++track) {
        m_isWhole[track] = m_isWhole[track] || changed[track] || round > 1;
    }
    if (round == 0) {
        return;
    }
    for (const auto& [track, edge] : m_edges) {
        if (round > 1 || changed[track.index()]) {
            kept.push_back(edge.number());
        }
    }
    std::sort(kept.begin(), kept.end());
    kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
}

std::vector<std::uint64_t> CutPairs::finish(std::size_t tracks, const Rules& rules) {
    m_isWhole.assign(tracks, false);
    const std::vector<Pair> pairs = pairsOf(m_edges, tracks, m_orders);
    std::vector<std::uint64_t> kept;
    for (const Pair& pair : pairs) {
        if (rules.isListed(pair.begin)) {
            kept.push_back(pair.begin);
            if (pair.end != SlicePairing::kNoEnd) {
                kept.push_back(pair.end);
            }
        }
    }
    std::sort(kept.begin(), kept.end());
    constexpr int kRounds = 3;
    for (int round = 0; round < kRounds; ++round) {
        const std::vector<bool> changed = changedTracks(kept, pairs, rules);
        if (std::find(changed.begin(), changed.end(), true) == changed.end()) {
            break;
        }
        keepMore(round, changed, kept);
    }
    m_edges = {};
    m_sequences = {};
    return kept;
}

}  // namespace gaplight
