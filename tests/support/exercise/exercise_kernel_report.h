// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel_report/kernel_report.h"
#include "tests/support/checks/problems.h"

namespace gaplight::test {

// Writes every output about a kernel report, and the comparison with itself. Each malformed output
// becomes a problem.
void exerciseKernelReport(const KernelReport& report, Problems& problems);

}  // namespace gaplight::test
