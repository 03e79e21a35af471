// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>

namespace gaplight {

// Sorts data that comes as a few ascending runs, as profilers write it (one run per kind of
// event): finds the runs and merges neighbours, O(n log runs), on all cores. Falls back to a
// plain parallel sort where there are many runs. Not stable: make `less` a total order.
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
    // Short runs: merging passes cost more than sorting.
    constexpr std::size_t kShortestMeanRun = 64;
    if (bounds.size() > data.size() / kShortestMeanRun) {
        tbb::parallel_sort(data.begin(), data.end(), less);
        return;
    }
    bounds.push_back(data.size());
    while (bounds.size() > 2) {
        const std::size_t pairs = (bounds.size() - 1) / 2;
        tbb::parallel_for(std::size_t{0}, pairs, [&](std::size_t pair) {
            const auto first = data.begin() + static_cast<std::ptrdiff_t>(bounds[2 * pair]);
            const auto middle = data.begin() + static_cast<std::ptrdiff_t>(bounds[2 * pair + 1]);
            const auto last = data.begin() + static_cast<std::ptrdiff_t>(bounds[2 * pair + 2]);
            if (less(*middle, *(middle - 1))) {
                std::inplace_merge(first, middle, last, less);
            }
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
