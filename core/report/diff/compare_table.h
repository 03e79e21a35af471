// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "core/report/diff/compare_report.h"

namespace gaplight {

// Several runs against one: a column each, with verdict, percentages and what they were compared
// by.
[[nodiscard]] std::string compareTable(std::span<const CompareSubject> subjects, PageStyle style);

}  // namespace gaplight
