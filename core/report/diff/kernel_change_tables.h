// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/compare/comparison.h"
#include "core/report/diff/comparison_report.h"
#include "core/report/text/report_page.h"

namespace gaplight {

// Kernels by kind, the largest changes, and which kernels were replaced by which.
void writeKernels(const Comparison& comparison, ReportPage& page);

// Functions by self time, those that changed most first; nothing where Comparison::selfTimes is
// empty.
void writeSelfTimes(const Comparison& comparison, ReportPage& page);

// "slower", "vanished", "fewer calls, mean 12 % longer" (of a call, at A's clock); empty
// if the kernel did not change.
[[nodiscard]] std::string kernelChangeText(const KernelChange& change, const Verdict& verdict);

// "3× mul, add"
[[nodiscard]] std::string namesText(const std::vector<std::string>& sorted);

// Several runs against one baseline: a column each, with verdict, percentages and the kind of
// alignment.
void writeBaselineTable(std::span<const CompareSubject> subjects, ReportPage& page);

}  // namespace gaplight
