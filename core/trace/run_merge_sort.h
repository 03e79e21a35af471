// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "core/base/column.h"
#include "core/base/parallel.h"

namespace gaplight {

// Merges [first, middle) and [middle, last) in place; `spare` has the capacity of the first part.
// Moves only the interleaving elements.
template <class T, class Less>
void mergeNeighbors(T* first, T* middle, T* last, T* spare, Less less) {
    first = std::upper_bound(first, middle, *middle, less);
    if (first == middle) {
        return;
    }
    last = std::lower_bound(middle, last, *(middle - 1), less);
    T* const spareEnd = std::copy(first, middle, spare);
    // Each element taken from the right frees a position for one from the left.
    T* out = first;
    T* right = middle;
    T* left = spare;
    while (right != last && left != spareEnd) {
        *out++ = less(*right, *left) ? *right++ : *left++;
    }
    std::copy(left, spareEnd, out);
}

// Sorts data that consists of a few ascending runs, as in profiler traces (one run per kind of
// event): finds the runs and merges neighbors, O(n log runs), on all cores. Falls back to a plain
// parallel sort if runs are short. Not stable: make `less` a total order.
template <class T, class Less>
void sortByRuns(std::span<T> data, Less less) {
    std::vector<std::size_t> bounds{0};
    for (std::size_t at = 1; at < data.size(); ++at) {
        if (less(data[at], data[at - 1])) {
            bounds.push_back(at);
        }
    }
    if (bounds.size() == 1) {
        return;
    }
    // Short runs: merging would cost more than sorting.
    constexpr std::size_t kMinMeanRun = 64;
    if (bounds.size() > data.size() / kMinMeanRun) {
        parallelSort(data.begin(), data.end(), less);
        return;
    }
    Column<T> spare;
    spare.resize(data.size());
    bounds.push_back(data.size());
    while (bounds.size() > 2) {
        const std::size_t pairs = (bounds.size() - 1) / 2;
        parallelFor(std::size_t{0}, pairs, [&](std::size_t pair) {
            const std::size_t first = bounds[2 * pair];
            mergeNeighbors(data.data() + first, data.data() + bounds[2 * pair + 1],
                           data.data() + bounds[2 * pair + 2], spare.data() + first, less);
        });
        std::vector<std::size_t> merged;
        for (std::size_t at = 0; at < bounds.size(); at += 2) {
            merged.push_back(bounds[at]);
        }
        if (merged.back() != data.size()) {
            merged.push_back(data.size());
        }
        bounds = std::move(merged);
    }
}

}  // namespace gaplight
