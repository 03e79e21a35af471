// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/duration_histogram.h"

#include <algorithm>
#include <cmath>

namespace gaplight {
namespace {

constexpr std::int64_t kLogarithmicFrom = 16;  // longest per shortest

// Edges are bounds of bins, not times of the trace: rounded, each at least 1 ns above the last.
void setEdges(DurationHistogram& histogram, Duration shortest, Duration longest) {
    constexpr auto kBins = static_cast<std::int64_t>(DurationHistogram::kBins);
    const Duration base = std::max(shortest, Duration(1));
    histogram.isLogarithmic = longest / base >= kLogarithmicFrom;
    const double ratio = static_cast<double>(ns(longest)) / static_cast<double>(ns(base));
    histogram.edges.front() = shortest;
    for (std::int64_t edge = 1; edge <= kBins; ++edge) {
        const double share = static_cast<double>(edge) / static_cast<double>(kBins);
        const auto logarithmic = static_cast<std::int64_t>(
            std::llround(static_cast<double>(ns(base)) * std::pow(ratio, share)));
        const Duration even = shortest + (longest - shortest) / kBins * edge +
                              (longest - shortest) % kBins * edge / kBins;
        const auto at = static_cast<std::size_t>(edge);
        histogram.edges[at] = std::max(histogram.isLogarithmic ? Duration(logarithmic) : even,
                                       histogram.edges[at - 1] + Duration(1));
    }
    histogram.edges.back() = std::max(histogram.edges.back(), longest + Duration(1));
}

}  // namespace

DurationHistogram DurationHistogram::build(std::span<const Duration> lengths) {
    DurationHistogram histogram;
    if (lengths.empty()) {
        return histogram;
    }
    const auto [shortest, longest] = std::ranges::minmax_element(lengths);
    setEdges(histogram, *shortest, *longest);
    for (const Duration length : lengths) {
        ++histogram.counts[histogram.binOf(length)];
    }
    return histogram;
}

std::size_t DurationHistogram::binOf(Duration length) const {
    const auto after = std::upper_bound(edges.begin(), edges.end(), length);
    return after == edges.begin() || after == edges.end()
               ? kBins
               : static_cast<std::size_t>(after - edges.begin()) - 1;
}

std::vector<SliceId> DurationHistogram::slicesIn(std::size_t bin, const TimedSlices& of) const {
    std::vector<SliceId> slices;
    for (std::size_t at = 0; at < of.slices.size(); ++at) {
        if (binOf(of.lengths[at]) == bin) {
            slices.push_back(of.slices[at]);
        }
    }
    return slices;
}

}  // namespace gaplight
