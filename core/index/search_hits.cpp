// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/search_hits.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/statistics.h"
#include "core/trace/run_merge_sort.h"

namespace gaplight {

SearchHits SearchHits::build(const Trace& trace, std::vector<SliceId> slices) {
    SearchHits hits;
    hits.m_byId = std::move(slices);
    hits.m_byTime = hits.m_byId;
    // Each track is in order already.
    const SliceTable& table = trace.slices();
    sortByRuns(std::span(hits.m_byTime), [&](SliceId a, SliceId b) {
        const Time first = table.start(a);
        const Time second = table.start(b);
        return first != second ? first < second : a < b;
    });
    hits.m_rows = RowIndex::build(trace, hits.m_byId);
    return hits;
}

bool SearchHits::contains(SliceId slice) const {
    return std::binary_search(m_byId.begin(), m_byId.end(), slice);
}

std::size_t SearchHits::countOn(const Trace& trace, TrackId track) const {
    const Track& facts = trace.tracks()[track.index()];
    if (facts.sliceCount == 0) {
        return 0;
    }
    const std::size_t first = facts.firstSlice.index();
    const auto begin = std::lower_bound(m_byId.begin(), m_byId.end(), SliceId(first));
    const auto end = std::lower_bound(begin, m_byId.end(), SliceId(first + facts.sliceCount));
    return static_cast<std::size_t>(end - begin);
}

std::size_t SearchHits::rankOf(const Trace& trace, SliceId slice) const {
    const SliceTable& table = trace.slices();
    const Time start = table.start(slice);
    const auto at = std::partition_point(m_byTime.begin(), m_byTime.end(), [&](SliceId hit) {
        const Time time = table.start(hit);
        return time != start ? time < start : hit < slice;
    });
    return static_cast<std::size_t>(at - m_byTime.begin());
}

std::size_t SearchHits::rankFrom(const Trace& trace, Time time) const {
    const auto at = std::partition_point(m_byTime.begin(), m_byTime.end(), [&](SliceId hit) {
        return trace.slices().start(hit) < time;
    });
    return static_cast<std::size_t>(at - m_byTime.begin());
}

std::size_t SearchHits::memoryBytes() const {
    return (m_byId.capacity() + m_byTime.capacity()) * sizeof(SliceId) + m_rows.memoryBytes();
}

std::optional<std::size_t> nextHit(const Trace& trace, const SearchHits& hits, SliceId selected,
                                   Time from) {
    if (hits.count() == 0) {
        return std::nullopt;
    }
    std::size_t rank = hits.rankFrom(trace, from);
    if (selected.isValid()) {
        rank = hits.rankOf(trace, selected) + (hits.contains(selected) ? 1 : 0);
    }
    return rank % hits.count();
}

std::optional<std::size_t> previousHit(const Trace& trace, const SearchHits& hits, SliceId selected,
                                       Time from) {
    if (hits.count() == 0) {
        return std::nullopt;
    }
    const std::size_t rank =
        selected.isValid() ? hits.rankOf(trace, selected) : hits.rankFrom(trace, from);
    return (rank + hits.count() - 1) % hits.count();
}

namespace {

void measure(const SliceTable& table, std::span<const SliceId> slices, NameTotal& name) {
    std::vector<Duration> lengths;
    lengths.reserve(slices.size());
    Duration longest{-1};
    for (const SliceId slice : slices) {
        const Duration length = table.duration(slice);
        lengths.push_back(length);
        name.total += length;
        if (length > longest) {
            longest = length;
            name.longest = slice;
        }
    }
    name.median = lowerMedian(lengths);
}

}  // namespace

// A counting sort: names are numbered in the order of their first hit.
SearchTotals SearchTotals::build(const Trace& trace, const SearchHits& hits) {
    constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
    const SliceTable& table = trace.slices();
    SearchTotals totals;
    std::vector<std::uint32_t> numbers(trace.strings().size(), kNone);
    for (const SliceId slice : hits.byTime()) {
        std::uint32_t& number = numbers[table.name(slice).index()];
        if (number == kNone) {
            number = static_cast<std::uint32_t>(totals.m_names.size());
            totals.m_names.push_back({table.name(slice), 0, 0, {}, {}, {}});
        }
        ++totals.m_names[number].count;
    }
    std::vector<std::uint32_t> next;
    std::uint32_t first = 0;
    for (NameTotal& name : totals.m_names) {
        name.first = first;
        next.push_back(first);
        first += name.count;
    }
    totals.m_slices.resize(hits.count());
    std::vector<Duration> lengths;
    lengths.reserve(hits.count());
    for (const SliceId slice : hits.byTime()) {
        totals.m_slices[next[numbers[table.name(slice).index()]]++] = slice;
        lengths.push_back(table.duration(slice));
        totals.m_total += lengths.back();
    }
    totals.m_median = lengths.empty() ? Duration{} : lowerMedian(lengths);
    for (NameTotal& name : totals.m_names) {
        measure(table, totals.slicesOf(name), name);
    }
    std::stable_sort(totals.m_names.begin(), totals.m_names.end(),
                     [](const NameTotal& a, const NameTotal& b) { return a.total > b.total; });
    return totals;
}

}  // namespace gaplight
