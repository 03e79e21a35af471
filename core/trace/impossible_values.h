// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/base/import_issue.h"
#include "core/base/string_pool.h"
#include "core/trace/source_events.h"

namespace gaplight {

// Marks slices whose times cannot be true (kRejected) and counts them, so that one
// broken event neither stretches the timeline nor enters a sum:
// - `ts` 0 while all other slices begin further from 0 than they spread;
// - a duration over kMaxSpreadFactor times the distance from the first start to the last, which a
//   slice around the whole capture does not reach; only judged where there are kMinSlicesToJudge.
// O(n).
void rejectImpossible(std::span<SliceChunk> chunks, const StringPool<struct StringTag>& strings,
                      ImportIssues& issues);

}  // namespace gaplight
