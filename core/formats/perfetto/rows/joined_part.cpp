// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/rows/joined_part.h"

#include <algorithm>
#include <utility>

#include <tbb/parallel_for.h>

namespace gaplight {
namespace {

template <class Rows>
void shiftAll(Rows& rows, std::int64_t originNs) {
    for (auto& row : rows) {
        row.time = timeAfter(originNs, row.time);
    }
}

void include(PerfettoTracks::Extent& extent, std::int64_t begin, std::int64_t end) {
    extent.begin = extent.isUsed ? std::min(extent.begin, begin) : begin;
    extent.end = extent.isUsed ? std::max(extent.end, end) : end;
    extent.isUsed = true;
}

// Subtracts `originNs` from the times of a part. Gives the time range that the events of each track
// cover then, by BatchTrack.
std::vector<PerfettoTracks::Extent> shiftPart(JoinedPart& part, std::int64_t originNs) {
    shiftAll(part.batch.instants, originNs);
    shiftAll(part.batch.memory, originNs);
    shiftAll(part.batch.asyncs, originNs);
    std::vector<PerfettoTracks::Extent> extents(part.tracks.size());
    SliceBatch& slices = part.batch.slices;
    for (std::size_t at = 0; at < slices.start.size(); ++at) {
        std::int64_t& start = slices.start[at];
        start = timeAfter(originNs, start);
        std::int64_t end = 0;
        if (!__builtin_add_overflow(start, slices.duration[at], &end)) {
            include(extents[slices.track[at].index()], start, end);
        }
    }
    for (const InstantBatchRow& row : part.batch.instants) {
        include(extents[row.track.index()], row.time, row.time);
    }
    return extents;
}

}  // namespace

std::vector<PerfettoTracks::Extent> shiftTimes(std::span<JoinedPart> parts, std::size_t tracks,
                                               std::int64_t originNs) {
    std::vector<std::vector<PerfettoTracks::Extent>> ofParts(parts.size());
    tbb::parallel_for(std::size_t{0}, parts.size(),
                      [&](std::size_t at) { ofParts[at] = shiftPart(parts[at], originNs); });
    std::vector<PerfettoTracks::Extent> extents(tracks);
    for (std::size_t part = 0; part < parts.size(); ++part) {
        for (std::size_t at = 0; at < ofParts[part].size(); ++at) {
            if (const PerfettoTracks::Extent& extent = ofParts[part][at]; extent.isUsed) {
                include(extents[parts[part].tracks[at].index()], extent.begin, extent.end);
            }
        }
    }
    return extents;
}

std::vector<EventBatch> takeBatches(std::span<JoinedPart> parts,
                                    const std::vector<PerfettoTracks::Label>& labels) {
    std::vector<EventBatch> batches;
    batches.reserve(parts.size());
    for (JoinedPart& part : parts) {
        EventBatch& batch = batches.emplace_back(std::move(part.batch));
        for (std::size_t at = 0; at < part.tracks.size(); ++at) {
            const PerfettoTracks::Label& label = labels[part.tracks[at].index()];
            batch.tracks[at] = {batch.strings.intern(label.pid), batch.strings.intern(label.tid)};
        }
    }
    return batches;
}

}  // namespace gaplight
