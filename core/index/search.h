// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/text_pattern.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// A search as typed by the user. ASCII letters match both cases.
struct SearchQuery {
    std::string text;
    bool regex = false;  // core/base/text_pattern.h says which
};

// A condition "KEY=VALUE" of a query. Keys have spaces, so what stands before `=` can begin with
// words of a name: "gemm Input Dims=[4096,*]". Only the keys of a trace tell (ArgKeys).
struct ArgText {
    std::string before;  // "gemm Input Dims"
    std::string value;   // "[4096,*]", without quotation marks around it
};

// A query in parts; a slice must meet all of them.
//   gemm dur>50us dur<1ms          texts {"gemm"}, 50 us to 1 ms, both exclusive
//   conv "Input Dims"=[8, 3, *]    args {"conv Input Dims", "[8, 3, *]"}
struct ParsedQuery {
    std::vector<std::string> texts;  // parts of names or categories, in order
    Duration shortest{};             // inclusive
    Duration longest = Duration::max();
    std::vector<ArgText> args;

    bool hasDurations() const { return shortest > Duration::zero() || longest < Duration::max(); }
};

// A duration is "dur", one of > >= < <= =, and a number with its unit, at the beginning of a word.
// A value ends at a space outside brackets and quotation marks. "==", and "=" without a value, are
// text. Errors: BadArgument (no duration after "dur>").
[[nodiscard]] Result<ParsedQuery> parseQuery(std::string_view text);

// The pattern of a query. Errors: BadArgument, TooLarge (a wrong regular expression).
[[nodiscard]] Result<TextPattern> patternOf(const SearchQuery& query);

// Slices per batch; a search can be stopped between batches.
inline constexpr std::size_t kSearchBatch = 500'000;

// What a slice must meet to be found.
struct SliceConditions {
    std::vector<TextPattern> texts;  // each matches its name or its category
    Duration shortest{};             // inclusive
    Duration longest = Duration::max();

    bool acceptsLength(Duration length) const { return length >= shortest && length <= longest; }
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
