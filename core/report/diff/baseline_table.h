// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/report/diff/comparison_report.h"

namespace gaplight {

// Several runs against one baseline: a column each, with verdict, percentages and the kind of
// alignment.
void writeBaselineTable(std::span<const CompareSubject> subjects, ReportPage& page);

}  // namespace gaplight
