// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/search_totals.h"

#include <algorithm>
#include <limits>

#include "core/base/statistics.h"

namespace gaplight {
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
