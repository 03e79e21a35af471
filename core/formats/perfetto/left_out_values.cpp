// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/left_out_values.h"

#include <algorithm>

namespace gaplight {

void LeftOutTicks::add(const PacketMessage& packet) {
    const std::uint32_t clock = m_sequences.clockOf(packet);
    if (packet.timestamp && m_sequences.clocks().isIncremental(packet.sequence, clock)) {
        m_ticks[{packet.sequence, clock}] += *packet.timestamp;
    }
}

std::uint64_t LeftOutTicks::take(const PacketMessage& packet) {
    if (!packet.timestamp || m_ticks.empty()) {
        return 0;
    }
    const auto left = m_ticks.extract({packet.sequence, m_sequences.clockOf(packet)});
    return left.empty() ? 0 : left.mapped();
}

void LeftOutTicks::takeAll(
    std::uint32_t sequence,
    const std::function<void(std::uint32_t clock, std::uint64_t ticks)>& use) {
    const auto first = m_ticks.lower_bound({sequence, 0});
    const auto last = m_ticks.upper_bound({sequence, ~std::uint32_t{0}});
    for (auto at = first; at != last; ++at) {
        use(at->first.second, at->second);
    }
    m_ticks.erase(first, last);
}

void LeftOutCounts::clear(std::uint32_t sequence) {
    m_counts.erase(m_counts.lower_bound({sequence, 0}),
                   m_counts.upper_bound({sequence, ~std::uint64_t{0}}));
}

std::optional<std::vector<std::int64_t>> LeftOutCounts::countsOf(
    const TrackEventFields& event, std::uint32_t sequence, const PacketDefaults& defaults,
    bool isKept, const std::function<bool(std::uint64_t track)>& isIncremental) {
    std::vector<std::int64_t> counts(event.counts.begin(), event.counts.end());
    std::vector<std::uint64_t> tracks =
        event.counterTracks.empty() ? defaults.counterTracks : event.counterTracks;
    tracks.resize(std::min(tracks.size(), counts.size()));
    const std::size_t extra = tracks.size();
    if (event.count) {
        counts.push_back(*event.count);
        tracks.push_back(event.trackUuid);
    }
    bool isChanged = false;
    for (std::size_t at = 0; at < tracks.size(); ++at) {
        if (!isIncremental(tracks[at])) {
            continue;
        }
        std::int64_t& left = m_counts[{sequence, tracks[at]}];
        std::int64_t& count = at < extra ? counts[at] : counts.back();
        isChanged = isChanged || left != 0;
        count = static_cast<std::int64_t>(static_cast<std::uint64_t>(count) +
                                          static_cast<std::uint64_t>(left));
        left = isKept ? 0 : count;
    }
    return isChanged && isKept ? std::optional(std::move(counts)) : std::nullopt;
}

}  // namespace gaplight
