// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/fleet/rank_summary.h"
#include "core/io/file_content.h"
#include "core/session/session.h"

namespace gaplight {

// Reduces a trace to its summary. `content`: of its file. Errors: TooLarge: a trace of more than
// kMaxSummarySpan, or with more communication than kMaxSummaryCalls. O(slices).
[[nodiscard]] Result<RankSummary> summarizeSession(const Session& session,
                                                   const FileContent& content);

}  // namespace gaplight
