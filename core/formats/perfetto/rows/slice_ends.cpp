// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/rows/slice_ends.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>

#include "core/base/column.h"

namespace gaplight {
namespace {

constexpr std::size_t kRanges = 8;
constexpr std::size_t kMaxCountedTracks = 65'536;
constexpr std::size_t kPairedRanges = 1024;  // of tracks

// Edges of each track within some parts.
std::vector<std::size_t> countEdges(std::span<const JoinedPart> parts, std::size_t tracks) {
    std::vector<std::size_t> counts(tracks);
    for (const JoinedPart& part : parts) {
        for (std::size_t at = 0; at < part.tracks.size(); ++at) {
            counts[part.tracks[at].index()] += part.edges[at];
        }
    }
    return counts;
}

// Edges of the parts from `first` on, in the order of the file; `next`: where that of a track
// belongs.
void takeEdges(std::size_t first, std::span<JoinedPart> parts, std::vector<std::size_t> next,
               std::span<SliceEdge> edges) {
    for (JoinedPart& part : parts) {
        const SliceBatch& slices = part.batch.slices;
        const std::vector<PerfettoPart::End> ends = std::exchange(part.ends, {});
        auto end = ends.begin();
        const auto takeEndsBefore = [&](EventId event) {
            for (; end != ends.end() && end->event < event; ++end) {
                edges[next[part.tracks[end->track.index()].index()]++] =
                    SliceEdge::end(end->time, end->event.number());
            }
        };
        for (std::size_t at = 0; at < slices.start.size(); ++at) {
            if (slices.duration[at] == PerfettoPart::kOpen) {
                takeEndsBefore(slices.event[at]);
                edges[next[part.tracks[slices.track[at].index()].index()]++] =
                    SliceEdge::begin(slices.start[at], std::uint64_t{first} << 32U | at);
            }
        }
        takeEndsBefore(EventId(~std::uint64_t{0}));
        ++first;
    }
}

// All edges by track; gives where those of each track begin, and the end.
std::vector<std::size_t> sortEdges(std::span<JoinedPart> parts, std::size_t tracks,
                                   Column<SliceEdge>& edges) {
    // Each range of parts counts all tracks: few ranges where there are many.
    const std::size_t ranges = tracks > kMaxCountedTracks ? 1 : kRanges;
    const auto partsOf = [&](std::size_t range) {
        const std::size_t begin = parts.size() * range / ranges;
        return std::pair(begin, parts.size() * (range + 1) / ranges - begin);
    };
    std::vector<std::vector<std::size_t>> places(ranges);
    tbb::parallel_for(std::size_t{0}, ranges, [&](std::size_t range) {
        const auto [begin, count] = partsOf(range);
        places[range] = countEdges(parts.subspan(begin, count), tracks);
    });
    std::vector<std::size_t> firstOf(tracks + 1);
    std::size_t place = 0;
    for (std::size_t track = 0; track < tracks; ++track) {
        firstOf[track] = place;
        for (std::vector<std::size_t>& ofRange : places) {
            place += std::exchange(ofRange[track], place);
        }
    }
    firstOf[tracks] = place;
    edges.resize(place);
    tbb::parallel_for(std::size_t{0}, ranges, [&](std::size_t range) {
        const auto [begin, count] = partsOf(range);
        takeEdges(begin, parts.subspan(begin, count), std::move(places[range]), edges);
    });
    return firstOf;
}

}  // namespace

ImportIssues closeSlices(std::span<JoinedPart> parts, std::size_t tracks, const EdgeOrders& orders,
                         std::int64_t traceEnd) {
    SlicePairing pairing;
    pairing.traceEnd = traceEnd;
    pairing.close = [parts](std::uint64_t place, std::int64_t end, std::uint64_t) {
        SliceBatch& slices = parts[place >> 32U].batch.slices;
        const std::size_t slice = place & 0xffff'ffffU;
        std::int64_t duration = 0;
        // Too long for 64 bits: the builder puts it aside.
        slices.duration[slice] = __builtin_sub_overflow(end, slices.start[slice], &duration)
                                     ? std::numeric_limits<std::int64_t>::max()
                                     : duration;
    };
    pairing.packetOf = [parts](std::uint64_t place) {
        return parts[place >> 32U].batch.slices.event[place & 0xffff'ffffU].number();
    };
    Column<SliceEdge> edges;
    const std::vector<std::size_t> firstOf = sortEdges(parts, tracks, edges);
    std::vector<ImportIssues> issues(std::min(tracks, kPairedRanges));  // some kB each
    tbb::parallel_for(std::size_t{0}, issues.size(), [&](std::size_t range) {
        const std::size_t end = tracks * (range + 1) / issues.size();
        for (std::size_t track = tracks * range / issues.size(); track < end; ++track) {
            pairing.pair(
                std::span(edges).subspan(firstOf[track], firstOf[track + 1] - firstOf[track]),
                orders.of(PerfettoTrackId(track)), issues[range]);
        }
    });
    ImportIssues all;
    for (const ImportIssues& ofRange : issues) {
        all.merge(ofRange);
    }
    return all;
}

}  // namespace gaplight
