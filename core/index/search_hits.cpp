// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/search_hits.h"

#include <algorithm>
#include <utility>

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

}  // namespace gaplight
