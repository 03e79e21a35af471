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

// What a person searches for. Letters of ASCII match either case.
struct SearchQuery {
    std::string text;
    bool regex = false;  // core/base/regex_program.h says which
};

// The pattern of a query. Errors: BadArgument, TooLarge (a wrong regular expression).
[[nodiscard]] Result<TextPattern> patternOf(const SearchQuery& query);

// Slices are looked through in batches of this many; between two the search can be stopped.
inline constexpr std::size_t kSearchBatch = 500'000;

// Slices whose name or category matches, ascending. Names are interned, so each is matched once,
// when the first slice that has it comes by; all else is a look into a table. O(slices + bytes of
// distinct names). `onBatch`: what was found so far and how many slices were looked at; called on
// this thread after each batch. Errors: Cancelled.
using SearchBatchHandler =
    std::function<void(std::span<const SliceId> found, std::size_t slicesSeen)>;
[[nodiscard]] Result<std::vector<SliceId>> searchNames(const Trace& trace, TextPattern pattern,
                                                       const std::stop_token& stop = {},
                                                       const SearchBatchHandler& onBatch = {});

}  // namespace gaplight
