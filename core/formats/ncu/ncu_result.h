// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/kernel_report/kernel_report.h"

namespace gaplight {

// A value of a metric, from its message. Throws protozero::exception at damage, as all functions
// here.
[[nodiscard]] MetricValue readNcuValue(std::string_view message, KernelReport& report);

// One kernel (a ProfileResult), from its message. `names`: the texts that its metrics name by
// index. Metrics of other indexes are counted and left out. Instances of a metric (one value per
// line of code) and the source lines are not read. O(message).
[[nodiscard]] ReportKernel readNcuResult(std::string_view message,
                                         const std::vector<ReportTextId>& names,
                                         KernelReport& report);

// The text of a rule without its links ("@section:Identifier:shown@", "@url:shown:address@").
[[nodiscard]] std::string withoutRuleMarkup(std::string_view text);

}  // namespace gaplight
