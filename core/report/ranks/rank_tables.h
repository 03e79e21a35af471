// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/ranks/rank_set.h"
#include "core/ranks/rules/rank_rules.h"
#include "core/report/text/report_page.h"

namespace gaplight {

// Totals of each rank, in the order of the set.
[[nodiscard]] PageTable ranksTable(const RankSet& set);

// One row for each of operationRows(), the first `maxRows`.
[[nodiscard]] PageTable operationsTable(const RankSet& set, std::size_t maxRows);

// What each rank sends and receives in all-to-alls, a row for each rank of each group.
[[nodiscard]] PageTable tokensTable(const RankSet& set, std::size_t maxRows);

// Equal kernels that one rank takes at least 2 % longer for, the largest difference first.
[[nodiscard]] PageTable equalKernelsTable(const RankSet& set, std::span<const EqualKernel> kernels,
                                          std::size_t maxRows);

// One row for each finding: severity, title.
[[nodiscard]] PageTable rankFindingsTable(const RankAssessment& assessment);

// One row for each of `collectives`: positions in RankSetAnalysis::collectives.
[[nodiscard]] PageTable lateTable(const RankSet& set, std::span<const std::size_t> collectives);

}  // namespace gaplight
