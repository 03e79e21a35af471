// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/facts/report_subject.h"
#include "core/report/text/report_page.h"

namespace gaplight {

// The sections of a full report after its findings: each GPU's activity and idle time, steps,
// blocking calls, annotations, import issues.
void writeAnalysisDetails(const ReportSubject& subject, ReportPage& page);

}  // namespace gaplight
