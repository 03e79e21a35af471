// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/base/import_issue.h"
#include "core/base/string_pool.h"
#include "core/trace/source_events.h"

namespace gaplight {

// Rejects slices with impossible times (sets kRejected) and counts them as issues, so that one
// broken event neither extends the timeline nor enters a sum. Rejected are slices with
// - `ts` 0, if all other slices start further from 0 than the range they span;
// - a duration over kMaxSpreadFactor times the range of all starts, more than a slice around the
//   whole capture has; checked from kMinSlicesToJudge slices on.
// O(n).
void rejectImpossible(std::span<SliceChunk> chunks, const StringPool<struct StringTag>& strings,
                      ImportIssues& issues);

}  // namespace gaplight
