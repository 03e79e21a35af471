// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/row_index.h"

#include <algorithm>
#include <utility>

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include "core/index/level_of_detail.h"

namespace gaplight {
namespace {

// Slices that one task looks at: large enough to drown its overhead.
constexpr std::size_t kChunk = std::size_t{1} << 18U;

// A trace of few slices can be looked at slice by slice, in 3 ms if all are in sight; there samples
// serve only where rows are very crowded.
constexpr std::size_t kSmallTraceSlices = 1'000'000;
constexpr std::size_t kSlicesPerSample = 32;
// So that no more than 4 slices begin in a pixel for which there are no samples (levels lie at
// powers of two), or 8 where all crowded rows together are not more than a window shows: a frame
// looks at that many slices for each pixel of each row in sight.
constexpr std::size_t kSlicesPerFineSample = 2;
constexpr std::size_t kSlicesPerCoarseSample = 4;
constexpr std::size_t kMaxRowsInSight = 50;
constexpr std::size_t kCrowdedRow = 1024;  // slices

struct Chunk {
    std::uint32_t track = 0;
    std::size_t first = 0;  // of the slices chosen
    std::size_t last = 0;
    std::vector<std::size_t> place;  // per row: first its count, then where it writes next
};

// Copies of a row's times and names, one after the other. What is built of a row reads it several
// times, and the slices of a row that has neighbors lie cache lines apart.
struct GatheredRow {
    Column<Time> starts;
    Column<std::uint32_t> shortOnes;  // as in Durations
    std::vector<LongDuration> longOnes;
    Column<StringId> names;

    void gather(const Row& row) {
        starts.clear();
        starts.resize(row.size());
        shortOnes.clear();
        shortOnes.resize(row.size());
        names.clear();
        names.resize(row.size());
        longOnes.clear();
        for (std::size_t at = 0; at < row.size(); ++at) {
            const Duration duration = row.duration(at);
            starts[at] = row.start(at);
            names[at] = row.name(at);
            shortOnes[at] = Durations::kLong;
            if (duration < Duration(Durations::kLong)) {
                shortOnes[at] = static_cast<std::uint32_t>(duration.count());
            } else {
                longOnes.push_back({static_cast<std::uint32_t>(at), duration});
            }
        }
    }
};

}  // namespace

// The slices that an index is made of: all, or some.
struct RowIndex::Chosen {
    bool all = true;
    std::span<const SliceId> some;

    [[nodiscard]] std::size_t slice(std::size_t at) const { return all ? at : some[at].index(); }
    // A track of one row is its own list, if it is all there.
    [[nodiscard]] bool isConsecutive(const Track& track) const { return all && track.rows == 1; }
    // Positions of a track's slices.
    [[nodiscard]] std::pair<std::size_t, std::size_t> of(const Track& track) const {
        const std::size_t first = track.firstSlice.index();
        const std::size_t last = first + track.sliceCount;
        if (all) {
            return {first, last};
        }
        const auto at = [&](std::size_t slice) {
            return static_cast<std::size_t>(
                std::lower_bound(some.begin(), some.end(), SliceId(slice)) - some.begin());
        };
        return {at(first), at(last)};
    }
    [[nodiscard]] std::vector<Chunk> chunks(const Trace& trace) const {
        std::vector<Chunk> chunks;
        for (std::size_t t = 0; t < trace.tracks().size(); ++t) {
            const Track& track = trace.tracks()[t];
            if (track.sliceCount == 0 || isConsecutive(track)) {
                continue;
            }
            const auto [begin, end] = of(track);
            for (std::size_t first = begin; first < end; first += kChunk) {
                chunks.push_back({static_cast<std::uint32_t>(t), first,
                                  std::min(first + kChunk, end),
                                  std::vector<std::size_t>(track.rows)});
            }
        }
        return chunks;
    }
};

std::size_t DetailLevel::firstFrom(std::int64_t timeNs) const {
    const auto at =
        std::partition_point(samples.begin(), samples.end(),
                             [&](const DetailSample& sample) { return beginNs(sample) < timeNs; });
    return static_cast<std::size_t>(at - samples.begin());
}

const DetailLevel* Row::detailLevel(int shift) const {
    const DetailLevel* coarsest = nullptr;
    for (const DetailLevel& level : m_levels) {
        if (level.shift > shift) {
            break;
        }
        coarsest = &level;
    }
    return coarsest;
}

std::size_t Row::firstWithin(Time time, std::size_t low, std::size_t count) const {
    while (count > 0) {
        const std::size_t half = count / 2;
        if (start(low + half) < time) {
            low += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return low;
}

std::size_t Row::firstFrom(Time time) const {
    return firstWithin(time, 0, m_size);
}

std::size_t Row::firstFrom(Time time, std::size_t position) const {
    std::size_t step = 1;
    std::size_t low = position;
    while (low + step < m_size && start(low + step) < time) {
        low += step;
        step *= 2;
    }
    return firstWithin(time, low, std::min(step, m_size - low));
}

std::size_t Row::positionOf(SliceId slice) const {
    if (m_slices == nullptr) {
        return slice.index() - m_first;
    }
    return static_cast<std::size_t>(std::lower_bound(m_slices, m_slices + m_size, slice) -
                                    m_slices);
}

std::size_t Row::longest(std::size_t first, std::size_t last) const {
    std::size_t best = first;
    const std::uint32_t* blocks = m_longest;
    std::size_t levelBlocks = blocksFor(m_size);
    // `first` and `last` count slices, then blocks of them, then blocks of blocks. What does not
    // fill a block of the next level is looked at before going there.
    const std::uint32_t* below = nullptr;
    const auto consider = [&](std::size_t at) {
        const std::size_t candidate = below == nullptr ? at : below[at];
        const Duration a = duration(best);
        const Duration b = duration(candidate);
        if (b > a || (b == a && candidate < best)) {
            best = candidate;
        }
    };
    while (last - first > 2 * kBlock) {
        while (first % kBlock != 0) {
            consider(first++);
        }
        while (last % kBlock != 0) {
            consider(--last);
        }
        first /= kBlock;
        last /= kBlock;
        below = blocks;
        blocks += levelBlocks;
        levelBlocks = blocksFor(levelBlocks);
    }
    while (first < last) {
        consider(first++);
    }
    return best;
}

void RowIndex::buildPyramid(const Row& row, Entry& entry) {
    if (row.size() <= 2 * Row::kBlock) {
        return;  // longest() never leaves the slices
    }
    std::size_t total = 0;
    for (std::size_t count = row.size(); count > 1;) {
        count = Row::blocksFor(count);
        total += count;
    }
    entry.longest.reserve(total);
    std::size_t below = 0;
    std::size_t belowCount = row.size();
    bool slices = true;
    while (belowCount > 1) {
        const std::size_t level = entry.longest.size();
        for (std::size_t first = 0; first < belowCount; first += Row::kBlock) {
            const std::size_t last = std::min(first + Row::kBlock, belowCount);
            std::size_t best = slices ? first : entry.longest[below + first];
            for (std::size_t i = first + 1; i < last; ++i) {
                best = row.longer(best, slices ? i : entry.longest[below + i]);
            }
            entry.longest.push_back(static_cast<std::uint32_t>(best));
        }
        below = level;
        belowCount = entry.longest.size() - level;
        slices = false;
    }
}

void RowIndex::gatherSlices(const Trace& trace, const Chosen& chosen) {
    std::vector<Chunk> chunks = chosen.chunks(trace);
    const auto rows = trace.slices().rows();
    tbb::parallel_for(std::size_t{0}, chunks.size(), [&](std::size_t c) {
        for (std::size_t i = chunks[c].first; i < chunks[c].last; ++i) {
            ++chunks[c].place[rows[chosen.slice(i)]];
        }
    });
    for (const Chunk& chunk : chunks) {
        for (std::size_t r = 0; r < chunk.place.size(); ++r) {
            m_entries[m_firstEntry[chunk.track] + r].size +=
                static_cast<std::uint32_t>(chunk.place[r]);
        }
    }
    std::size_t total = 0;
    for (Entry& entry : m_entries) {
        if (!entry.consecutive) {
            entry.first = total;
            total += entry.size;
        }
    }
    m_slices.resize(total);
    std::vector<std::size_t> nextPlace(m_entries.size());
    for (std::size_t e = 0; e < m_entries.size(); ++e) {
        nextPlace[e] = m_entries[e].first;
    }
    for (Chunk& chunk : chunks) {
        for (std::size_t r = 0; r < chunk.place.size(); ++r) {
            std::size_t& next = nextPlace[m_firstEntry[chunk.track] + r];
            const std::size_t count = chunk.place[r];
            chunk.place[r] = next;
            next += count;
        }
    }
    tbb::parallel_for(std::size_t{0}, chunks.size(), [&](std::size_t c) {
        for (std::size_t i = chunks[c].first; i < chunks[c].last; ++i) {
            const std::size_t slice = chosen.slice(i);
            m_slices[chunks[c].place[rows[slice]]++] = SliceId(slice);
        }
    });
}

RowIndex RowIndex::build(const Trace& trace) {
    return build(trace, Chosen{});
}

RowIndex RowIndex::build(const Trace& trace, std::span<const SliceId> some) {
    return build(trace, Chosen{false, some});
}

RowIndex RowIndex::build(const Trace& trace, const Chosen& chosen) {
    RowIndex index;
    for (const Track& track : trace.tracks()) {
        index.m_firstEntry.push_back(static_cast<std::uint32_t>(index.m_entries.size()));
        for (std::uint16_t r = 0; r < track.rows; ++r) {
            Entry entry;
            if (chosen.isConsecutive(track)) {
                entry.size = track.sliceCount;
                entry.consecutive = true;
                entry.first = track.firstSlice.index();
            }
            index.m_entries.push_back(std::move(entry));
        }
    }
    index.gatherSlices(trace, chosen);
    const auto crowdedRows = static_cast<std::size_t>(
        std::count_if(index.m_entries.begin(), index.m_entries.end(),
                      [](const Entry& entry) { return entry.size >= kCrowdedRow; }));
    const std::size_t slicesPerSample = trace.slices().size() < kSmallTraceSlices ? kSlicesPerSample
                                        : crowdedRows > kMaxRowsInSight ? kSlicesPerFineSample
                                                                        : kSlicesPerCoarseSample;
    tbb::enumerable_thread_specific<GatheredRow> gatheredRows;
    tbb::parallel_for(std::size_t{0}, index.m_entries.size(), [&](std::size_t e) {
        Entry& entry = index.m_entries[e];
        const bool isScattered = entry.size >= kCrowdedRow && !entry.consecutive;
        GatheredRow& gathered = gatheredRows.local();
        if (isScattered) {
            gathered.gather(index.view(trace, entry));
        }
        const auto row = [&] {
            Row own = index.view(trace, entry);
            if (isScattered) {
                own.m_starts = gathered.starts.data();
                own.m_durations = Durations(gathered.shortOnes, gathered.longOnes);
                own.m_names = gathered.names.data();
                own.m_slices = nullptr;
                own.m_first = 0;
            }
            return own;
        };
        buildPyramid(row(), entry);
        if (entry.size > 0) {
            entry.levels = buildDetailLevels(row(), slicesPerSample);
        }
    });
    return index;
}

Row RowIndex::view(const Trace& trace, const Entry& entry) const {
    Row row;
    row.m_starts = trace.slices().starts().data();
    row.m_durations = trace.slices().durations();
    row.m_names = trace.slices().names().data();
    row.m_slices = entry.consecutive ? nullptr : m_slices.data() + entry.first;
    row.m_first = entry.first;
    row.m_size = entry.size;
    row.m_longest = entry.longest.data();
    row.m_levels = entry.levels;
    return row;
}

Row RowIndex::row(const Trace& trace, TrackId track, std::uint16_t row) const {
    return view(trace, m_entries[m_firstEntry[track.index()] + row]);
}

std::size_t RowIndex::memoryBytes() const {
    std::size_t bytes = m_firstEntry.capacity() * sizeof(std::uint32_t) +
                        m_entries.capacity() * sizeof(Entry) +
                        m_slices.capacity() * sizeof(SliceId);
    for (const Entry& entry : m_entries) {
        bytes += entry.longest.capacity() * sizeof(std::uint32_t);
        for (const DetailLevel& level : entry.levels) {
            bytes += sizeof(DetailLevel) + level.samples.capacity() * sizeof(DetailSample);
        }
    }
    return bytes;
}

}  // namespace gaplight
