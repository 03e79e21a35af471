// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/compare/verdict.h"
#include "core/report/table/table.h"

namespace gaplight {

// The kinds of iterations of two servers that a verdict weighs, one a row.
[[nodiscard]] Table kindChangesTable(const Verdict& verdict);

// "decode:16, 82 % of the iterations: 3.97 ms → 8.70 ms (+119 %), 2,700 → 1,850 tokens/s"
[[nodiscard]] std::string kindChangeText(const KindChange& change);

}  // namespace gaplight
