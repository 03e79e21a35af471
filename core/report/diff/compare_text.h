// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/diff/compare_report.h"
#include "core/report/text/text_page.h"

namespace gaplight {

// What compareText() writes between the verdict and the findings: parts, steps, named code,
// kernels.
void writeCompareTables(const CompareSubject& subject, TextPage& page);

}  // namespace gaplight
