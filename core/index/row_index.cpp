// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/row_index.h"

#include <algorithm>
#include <optional>

#include "core/index/row_index_builder.h"

namespace gaplight {

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

// From the longest slice of each block to that of all.
void RowIndex::appendBlocks(const Row& row, std::vector<std::uint32_t>& longest) {
    std::size_t below = 0;
    for (std::size_t count = longest.size(); count > 1; count = longest.size() - below) {
        const std::size_t level = longest.size();
        for (std::size_t first = below; first < level; first += Row::kBlock) {
            const std::size_t last = std::min(first + Row::kBlock, level);
            std::size_t best = longest[first];
            for (std::size_t at = first + 1; at < last; ++at) {
                best = row.longer(best, longest[at]);
            }
            longest.push_back(static_cast<std::uint32_t>(best));
        }
        below = level;
    }
}

RowIndex RowIndex::build(const Trace& trace) {
    return RowIndexBuilder(trace, ChosenSlices(std::nullopt)).build();
}

RowIndex RowIndex::build(const Trace& trace, std::span<const SliceId> some) {
    return RowIndexBuilder(trace, ChosenSlices(some)).build();
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
    std::size_t bytes =
        m_firstEntry.capacity() * sizeof(std::uint32_t) + m_entries.capacity() * sizeof(Entry) +
        m_slices.capacity() * sizeof(SliceId) + m_samples.capacity() * sizeof(DetailSample);
    for (const Entry& entry : m_entries) {
        bytes += entry.longest.capacity() * sizeof(std::uint32_t);
        bytes += entry.levels.capacity() * sizeof(DetailLevel);
        for (const Column<DetailSample>& samples : entry.coarserSamples) {
            bytes += sizeof samples + samples.capacity() * sizeof(DetailSample);
        }
    }
    return bytes;
}

}  // namespace gaplight
