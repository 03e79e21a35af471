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
#include "core/trace/trace.h"

namespace gaplight {

// A search as typed by the user. ASCII letters match both cases.
struct SearchQuery {
    std::string text;
    bool regex = false;  // core/base/text_pattern.h says which
};

// The pattern of a query. Errors: BadArgument, TooLarge (a wrong regular expression).
[[nodiscard]] Result<TextPattern> patternOf(const SearchQuery& query);

// Slices per batch; a search can be stopped between batches.
inline constexpr std::size_t kSearchBatch = 500'000;

// Returns the slices whose name or category matches, ascending. Names are interned: each is matched
// once, at its first slice, and the result is looked up afterwards. O(slices + bytes of distinct
// names). `onBatch` gets the slices found so far and the number of slices searched; called on this
// thread after each batch. Errors: Cancelled.
using SearchBatchHandler =
    std::function<void(std::span<const SliceId> found, std::size_t slicesSeen)>;
[[nodiscard]] Result<std::vector<SliceId>> searchNames(const Trace& trace, TextPattern pattern,
                                                       const std::stop_token& stop = {},
                                                       const SearchBatchHandler& onBatch = {});

}  // namespace gaplight
