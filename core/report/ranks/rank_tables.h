// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "core/ranks/rank_set.h"
#include "core/ranks/rules/rank_rules.h"
#include "core/report/table/table.h"

namespace gaplight {

// Totals of each rank, in the order of the set.
[[nodiscard]] Table ranksTable(const RankSet& set);

// One row for each of operationRows(); targets are their communicators.
[[nodiscard]] Table operationsTable(const RankSet& set);

// What each rank sends and receives in all-to-alls, a row for each rank of each group.
[[nodiscard]] Table tokensTable(const RankSet& set);

// Equal kernels that one rank takes at least 2 % longer for, the largest difference first.
[[nodiscard]] Table equalKernelsTable(const RankSet& set, std::span<const EqualKernel> kernels);

// One row for each finding: severity, title.
[[nodiscard]] Table rankFindingsTable(const RankAssessment& assessment);

// One row for each of `collectives`: positions in RankSetAnalysis::collectives, which are the
// targets of the rows.
[[nodiscard]] Table lateTable(const RankSet& set, std::span<const std::size_t> collectives);

}  // namespace gaplight
