// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/slice_assembly.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <tbb/task_arena.h>

#include "core/base/parallel.h"
#include "core/trace/nesting.h"
#include "core/trace/run_merge_sort.h"

namespace gaplight {

// Key by which the slices of a track are sorted. 16 bytes, since the keys of all slices exist at
// once with most of the columns.
struct SliceSortKey {
    static constexpr std::uint32_t kLong = Durations::kLong;

    std::int64_t start = 0;      // ns
    std::uint32_t duration = 0;  // ns; kLong: in LongDurations
    std::uint32_t source = 0;    // source index (source_events.h)
};

// Durations of 4.3 s or more, by source index.
class LongDurations {
public:
    // The key's `duration` for a slice; sources ascending.
    std::uint32_t add(std::int64_t duration, std::uint32_t source) {
        if (duration < SliceSortKey::kLong) {
            return static_cast<std::uint32_t>(duration);
        }
        m_all.emplace_back(source, duration);
        return SliceSortKey::kLong;
    }
    // Appends those of later sources.
    void append(const LongDurations& later) {
        m_all.insert(m_all.end(), later.m_all.begin(), later.m_all.end());
    }
    std::int64_t of(const SliceSortKey& key) const {
        if (key.duration != SliceSortKey::kLong) {
            return key.duration;
        }
        return std::lower_bound(m_all.begin(), m_all.end(), std::pair(key.source, std::int64_t{0}))
            ->second;
    }
    // The order of slices: (start, -duration, source).
    bool isBefore(const SliceSortKey& left, const SliceSortKey& right) const {
        if (left.start != right.start) {
            return left.start < right.start;
        }
        if (left.duration != right.duration) {
            return left.duration > right.duration;
        }
        if (left.duration == SliceSortKey::kLong && of(left) != of(right)) {
            return of(left) > of(right);
        }
        return left.source < right.source;
    }

private:
    // By source index: (source index, ns).
    std::vector<std::pair<std::uint32_t, std::int64_t>> m_all;
};

// Chunks whose keys one task makes. `next`: first their number of slices on each track, then the
// position of the next key of that track.
struct SliceAssembly::KeyPart {
    std::size_t begin = 0;  // chunks
    std::size_t end = 0;
    std::vector<std::size_t> next;  // by track
    LongDurations longOnes;

    void countByTrack(std::span<const SliceChunk> chunks) {
        for (const SliceChunk& chunk : chunks.subspan(begin, end - begin)) {
            for (std::size_t at = 0; at < chunk.size(); ++at) {
                next[chunk.track[at].index()] += chunk.duration[at] != kRejected ? 1 : 0;
            }
        }
    }
};

namespace {

// Source index of each chunk's first slice, and the total at the end.
std::vector<std::size_t> chunkBases(const std::vector<SliceChunk>& chunks) {
    std::vector<std::size_t> bases{0};
    for (const SliceChunk& chunk : chunks) {
        bases.push_back(bases.back() + chunk.size());
    }
    return bases;
}

template <class T>
void release(std::vector<T>& column) {
    std::vector<T>().swap(column);
}

}  // namespace

// Two parts a core: each part counts on all tracks, of which there may be thousands.
std::vector<SliceAssembly::KeyPart> SliceAssembly::partsOf(std::span<const SliceChunk> chunks,
                                                           std::size_t tracks) {
    const auto most = std::min<std::size_t>(
        chunks.size(), 2 * static_cast<std::size_t>(tbb::this_task_arena::max_concurrency()));
    std::vector<KeyPart> parts(most);
    for (std::size_t at = 0; at < most; ++at) {
        parts[at].begin = chunks.size() * at / most;
        parts[at].end = chunks.size() * (at + 1) / most;
        parts[at].next.resize(tracks);
    }
    return parts;
}

SliceAssembly SliceAssembly::assemble(std::vector<SliceChunk> chunks, std::span<Track> tracks) {
    SliceAssembly assembly;
    {
        LongDurations longOnes;
        Column<SliceSortKey> keys = assembly.keysByTrack(chunks, tracks, longOnes);
        for (SliceChunk& chunk : chunks) {
            release(chunk.start);
            release(chunk.duration);
            release(chunk.track);
        }
        const std::vector<std::size_t> bases = chunkBases(chunks);
        assembly.sort(keys, longOnes, tracks);
        assembly.nest(keys, tracks, chunks.empty() ? nullptr : &chunks.back(),
                      chunks.empty() ? 0 : bases[chunks.size() - 1]);
    }
    assembly.gather(chunks);
    return assembly;
}

Column<SliceSortKey> SliceAssembly::keysByTrack(const std::vector<SliceChunk>& chunks,
                                                std::span<Track> tracks, LongDurations& longOnes) {
    std::vector<KeyPart> parts = partsOf(chunks, tracks.size());
    parallelFor(std::size_t{0}, parts.size(),
                [&](std::size_t at) { parts[at].countByTrack(chunks); });
    std::size_t first = 0;
    for (std::size_t track = 0; track < tracks.size(); ++track) {
        tracks[track].firstSlice = SliceId(first);
        for (KeyPart& part : parts) {
            first += std::exchange(part.next[track], first);
        }
        tracks[track].sliceCount =
            static_cast<std::uint32_t>(first - tracks[track].firstSlice.index());
    }
    Column<SliceSortKey> keys(first);
    const std::vector<std::size_t> bases = chunkBases(chunks);
    m_finalOfSource.resize(bases.back());
    parallelFor(std::size_t{0}, parts.size(), [&](std::size_t at) {
        KeyPart& part = parts[at];
        std::fill(m_finalOfSource.begin() + static_cast<std::ptrdiff_t>(bases[part.begin]),
                  m_finalOfSource.begin() + static_cast<std::ptrdiff_t>(bases[part.end]),
                  SliceId{});
        auto source = static_cast<std::uint32_t>(bases[part.begin]);
        for (std::size_t chunk = part.begin; chunk < part.end; ++chunk) {
            const SliceChunk& from = chunks[chunk];
            for (std::size_t row = 0; row < from.size(); ++row, ++source) {
                if (from.duration[row] != kRejected) {
                    keys[part.next[from.track[row].index()]++] = SliceSortKey{
                        from.start[row], part.longOnes.add(from.duration[row], source), source};
                }
            }
        }
    });
    for (const KeyPart& part : parts) {
        longOnes.append(part.longOnes);
    }
    return keys;
}

void SliceAssembly::sort(std::span<SliceSortKey> keys, const LongDurations& longOnes,
                         std::span<const Track> tracks) {
    const std::size_t count = keys.size();
    m_slices.m_start.resize(count);
    Column<std::uint32_t> durations(count);
    std::vector<std::vector<LongDuration>> longOf(tracks.size());
    parallelFor(std::size_t{0}, tracks.size(), [&](std::size_t at) {
        const std::size_t first = tracks[at].firstSlice.index();
        const std::span<SliceSortKey> own = keys.subspan(first, tracks[at].sliceCount);
        sortByRuns(own, [&](const SliceSortKey& left, const SliceSortKey& right) {
            return longOnes.isBefore(left, right);
        });
        for (std::size_t index = 0; index < own.size(); ++index) {
            m_slices.m_start[first + index] = timeFromNs(own[index].start);
            durations[first + index] = own[index].duration;
            if (own[index].duration == SliceSortKey::kLong) {
                longOf[at].push_back(
                    {static_cast<std::uint32_t>(first + index), Duration(longOnes.of(own[index]))});
            }
            m_finalOfSource[own[index].source] = SliceId(first + index);
        }
    });
    std::vector<LongDuration> all;
    for (const std::vector<LongDuration>& ofTrack : longOf) {
        all.insert(all.end(), ofTrack.begin(), ofTrack.end());
    }
    all.shrink_to_fit();
    m_slices.m_duration = DurationColumn(std::move(durations), std::move(all));
}

void SliceAssembly::nest(std::span<const SliceSortKey> keys, std::span<Track> tracks,
                         const SliceChunk* asyncs, std::size_t firstAsync) {
    m_slices.m_row.resize(keys.size());
    m_slices.m_parent.resize(keys.size());
    m_firstOverlapping.resize(tracks.size());
    parallelFor(std::size_t{0}, tracks.size(), [&](std::size_t at) {
        Track& track = tracks[at];
        const std::size_t first = track.firstSlice.index();
        std::vector<std::uint64_t> groups;
        if (track.kind == TrackKind::Async) {
            for (const SliceSortKey& key : keys.subspan(first, track.sliceCount)) {
                groups.push_back(asyncs->group[key.source - firstAsync]);
            }
        }
        const Nesting nesting =
            nestTrack(std::span(m_slices.m_start).subspan(first, track.sliceCount),
                      m_slices.durations().subspan(first, track.sliceCount), groups,
                      track.firstSlice, std::span(m_slices.m_row).subspan(first, track.sliceCount),
                      std::span(m_slices.m_parent).subspan(first, track.sliceCount));
        track.rows = nesting.rows;
        track.overflowRows = nesting.overflowRows;
        track.overlapping = nesting.overlapping;
        m_firstOverlapping[at] = SliceId(first + nesting.firstOverlapping);
    });
}

template <class Column, class Value>
void SliceAssembly::scatter(const std::vector<SliceChunk>& chunks,
                            const std::vector<std::size_t>& bases, Column& column,
                            Value&& valueOf) {
    column.resize(m_slices.size());
    parallelFor(std::size_t{0}, chunks.size(), [&](std::size_t at) {
        for (std::size_t row = 0; row < chunks[at].size(); ++row) {
            const SliceId slice = m_finalOfSource[bases[at] + row];
            if (slice.isValid()) {
                column[slice.index()] = valueOf(chunks[at], row);
            }
        }
    });
}

void SliceAssembly::gather(std::vector<SliceChunk>& chunks) {
    const std::vector<std::size_t> bases = chunkBases(chunks);
    using Chunk = const SliceChunk&;
    scatter(chunks, bases, m_slices.m_eventLow,
            [](Chunk chunk, std::size_t row) { return chunk.eventLow[row]; });
    const bool hasHighEvents = std::any_of(chunks.begin(), chunks.end(), [](Chunk chunk) {
        return std::any_of(chunk.eventHigh.begin(), chunk.eventHigh.end(),
                           [](std::uint8_t high) { return high != 0; });
    });
    if (hasHighEvents) {
        scatter(chunks, bases, m_slices.m_eventHigh,
                [](Chunk chunk, std::size_t row) { return chunk.eventHigh[row]; });
    }
    for (SliceChunk& chunk : chunks) {
        release(chunk.eventLow);
        release(chunk.eventHigh);
    }
    scatter(chunks, bases, m_slices.m_category,
            [](Chunk chunk, std::size_t row) { return chunk.category[row]; });
    scatter(chunks, bases, m_slices.m_name,
            [](Chunk chunk, std::size_t row) { return chunk.name[row]; });
}

void SliceAssembly::reportOverlaps(std::span<const Track> tracks, const SliceTable& slices,
                                   const StringPool<struct StringTag>& strings,
                                   ImportIssues& issues) const {
    for (std::size_t at = 0; at < tracks.size(); ++at) {
        if (tracks[at].overlapping > 0 && tracks[at].kind != TrackKind::Async) {
            const SliceId first = m_firstOverlapping[at];
            issues.record(IssueKind::Overlap, slices.event(first).number(),
                          strings.view(slices.name(first)), tracks[at].overlapping);
        }
    }
}

SliceTable SliceAssembly::tableOf(SliceColumns columns) {
    SliceTable table;
    table.m_start = std::move(columns.start);
    table.m_duration = std::move(columns.duration);
    table.m_name = std::move(columns.name);
    table.m_category = std::move(columns.category);
    table.m_row = std::move(columns.row);
    table.m_parent = std::move(columns.parent);
    table.m_eventLow = std::move(columns.eventLow);
    table.m_eventHigh = std::move(columns.eventHigh);
    return table;
}

void SliceAssembly::shift(SliceTable& slices, const Track& track, Duration by) {
    const auto first =
        slices.m_start.begin() + static_cast<std::ptrdiff_t>(track.firstSlice.index());
    std::for_each(first, first + static_cast<std::ptrdiff_t>(track.sliceCount),
                  [&](Time& start) { start += by; });
}

}  // namespace gaplight
