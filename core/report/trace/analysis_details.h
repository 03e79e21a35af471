// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/detectors/engine/checklist.h"
#include "core/report/facts/report_subject.h"
#include "core/report/text/report_page.h"

namespace gaplight {

// The questions that apply; that of memory has the answer of the memory snapshot where it grows.
[[nodiscard]] std::vector<ChecklistItem> shownChecklist(const ReportSubject& subject);
// The same as a section; nothing if none applies.
void writeChecklist(const ReportSubject& subject, ReportPage& page);

// The sections of a full report after its findings: each GPU's activity and idle time, steps,
// blocking calls, annotations, import issues.
void writeAnalysisDetails(const ReportSubject& subject, ReportPage& page);

}  // namespace gaplight
