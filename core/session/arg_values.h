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
#include "core/index/search.h"
#include "core/session/arg_keys.h"
#include "core/trace/trace.h"

namespace gaplight {

// A key, and what its value has to be.
struct ArgCondition {
    std::string key;    // ASCII letters match both cases
    std::string value;  // as matchesGlob()
};

// Whether all of `value`, or an element of it if that is a list, matches; spaces and quotation
// marks do not count. "[4096,*]" matches [[4096, 50], [50, 64]], "50" too, "40*" as well. O(pattern
// × value × depth of the list).
[[nodiscard]] bool matchesArgValue(std::string_view pattern, std::string_view value);

// Divides what stands before each "=" into words of a name and a key: the longest end of it, from a
// word on, that is a key of the trace. Where none is, all of the condition is text of a name: it is
// added to `query.texts`.
[[nodiscard]] std::vector<ArgCondition> takeArgConditions(ParsedQuery& query, const ArgKeys& keys);

struct ArgSearchListener {
    std::function<void(double)> onProgress;  // share of the candidates read so far, 0 to 1
    // What was found so far, unordered; at the first hits and whenever the share has doubled.
    std::function<void(std::span<const SliceId>)> onPartialHits;
};

// The candidates (ascending) whose args meet all conditions, ascending. Only their args are read,
// in the order of the source. The keys of a nested value ("a / b") are met by any of its members.
// Errors: Cancelled, NotReadable.
[[nodiscard]] Result<std::vector<SliceId>> searchArgs(const TraceDetails& details,
                                                      std::span<const ArgCondition> conditions,
                                                      std::span<const SliceId> candidates,
                                                      const std::stop_token& stop = {},
                                                      const ArgSearchListener& listener = {});

}  // namespace gaplight
