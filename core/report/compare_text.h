// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/compare_report.h"
#include "core/report/text_page.h"

namespace gaplight {

// What compareText() writes between the verdict and the findings: parts, steps, named code,
// kernels.
void writeCompareTables(const CompareSubject& subject, TextPage& page);

}  // namespace gaplight
