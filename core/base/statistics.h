// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

namespace gaplight {

// Order statistics of a range that is not empty. The result is one of its elements, never a mean
// of two, so integers stay exact. The range is reordered; the reference is into it. O(n).

// The element at position `rank` of the sorted range.
template <class Range, class Projection = std::identity>
auto& nthSmallest(Range& values, std::size_t rank, Projection projection = {}) {
    const auto nth = std::begin(values) + static_cast<std::ptrdiff_t>(rank);
    std::ranges::nth_element(values, nth, {}, projection);
    return *nth;
}

// The middle one; of an even number the lower of the two in the middle. The one median: whatever is
// shown as a median or compared with one is of this kind, so that no two places disagree. Times of
// steps alone are compared by middlePair().
template <class Range, class Projection = std::identity>
auto& lowerMedian(Range& values, Projection projection = {}) {
    return nthSmallest(values, (std::size(values) - 1) / 2, projection);
}

// The two in the middle, the same one twice of an odd number: for times of steps, whose median is
// the mean of these steps.
template <class Range, class Projection = std::identity>
auto middlePair(Range& values, Projection projection = {}) {
    const auto lower = lowerMedian(values, projection);
    return std::pair(lower, nthSmallest(values, std::size(values) / 2, projection));
}

// The lowerMedian() of what `valueOf` gives for each row; rows keep their order.
template <class Rows, class ValueOf>
[[nodiscard]] auto lowerMedianOf(const Rows& rows, const ValueOf& valueOf) {
    std::vector<std::decay_t<decltype(valueOf(*std::begin(rows)))>> values;
    values.reserve(std::size(rows));
    for (const auto& row : rows) {
        values.push_back(valueOf(row));
    }
    return lowerMedian(values);
}

// The element above `percent` of all, 0 <= percent < 100: rank n * percent / 100.
template <class Range, class Projection = std::identity>
auto& percentile(Range& values, std::size_t percent, Projection projection = {}) {
    return nthSmallest(values, std::size(values) * percent / 100, projection);
}

}  // namespace gaplight
