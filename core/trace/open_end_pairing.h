// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/base/import_issue.h"
#include "core/base/string_pool.h"
#include "core/trace/source_events.h"

namespace gaplight {

// Converts B/E event pairs into slices: on each track an E closes the innermost open B, regardless
// of its name (a different name is counted). A B without E ends at `traceEnd`; an E without B is
// rejected.
// O(n log n).
SliceChunk pairOpenEnds(std::vector<OpenEndEvent> events, Time traceEnd,
                        const StringPool<struct StringTag>& strings, ImportIssues& issues);

// Converts async event pairs (b/e, S/F) into slices; those of one operation nest by time. Async
// instants (n, T) become slices of length 0. Unpaired events as above.
SliceChunk pairAsyncs(std::vector<AsyncEvent> events, Time traceEnd,
                      const StringPool<struct StringTag>& strings, ImportIssues& issues);

}  // namespace gaplight
