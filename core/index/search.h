// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/text_pattern.h"
#include "core/index/search_query.h"
#include "core/trace/trace.h"

namespace gaplight {

// The pattern of a query. Errors: BadArgument, TooLarge (a wrong regular expression).
[[nodiscard]] Result<TextPattern> patternOf(const SearchQuery& query);

// Slices per batch; a search can be stopped between batches.
inline constexpr std::size_t kSearchBatch = 500'000;

// What a slice must meet to be found.
struct SliceConditions {
    std::vector<TextPattern> texts;  // each matches its name or its category
    Duration shortest{};             // inclusive
    Duration longest = Duration::max();

    [[nodiscard]] bool acceptsLength(Duration length) const {
        return length >= shortest && length <= longest;
    }
};
// The conditions of a query without those about args. Errors: as patternOf().
[[nodiscard]] Result<SliceConditions> conditionsOf(const ParsedQuery& query, bool regex);

// Returns the slices that meet the conditions, ascending. Names are interned: each is matched once,
// at its first slice, and the result is looked up afterwards. O(slices × texts + bytes of distinct
// names). `onBatch` gets the slices found so far and the number of slices searched; called on this
// thread after each batch. Errors: Cancelled.
using SearchBatchHandler =
    std::function<void(std::span<const SliceId> found, std::size_t slicesSeen)>;
[[nodiscard]] Result<std::vector<SliceId>> searchSlices(const Trace& trace,
                                                        const SliceConditions& conditions,
                                                        const std::stop_token& stop = {},
                                                        const SearchBatchHandler& onBatch = {});
// The same by name or category alone.
[[nodiscard]] Result<std::vector<SliceId>> searchNames(const Trace& trace, TextPattern pattern,
                                                       const std::stop_token& stop = {},
                                                       const SearchBatchHandler& onBatch = {});

}  // namespace gaplight
