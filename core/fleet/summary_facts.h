// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/fleet/rank_summary.h"
#include "core/formats/sqlite/database.h"

namespace gaplight {

// Reads what there is one of: the trace, its clock, totals of its GPUs. Facts of unknown names are
// passed over. Errors: Corrupt.
[[nodiscard]] Result<void> readSummaryFacts(const Database& database, RankSummary& summary);

// A fact by its name, as text; empty where there is none.
[[nodiscard]] std::string summaryFact(const Database& database, std::string_view name);

}  // namespace gaplight
