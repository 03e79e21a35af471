// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/facts/json_sections.h"
#include "core/report/facts/report_subject.h"
#include "core/report/text/report_page.h"

namespace gaplight {

// Results of the replay; nothing, or null, if the report has none.
void writeWhatIf(const ReportSubject& subject, ReportPage& page);
void writeCriticalPath(const ReportSubject& subject, ReportPage& page);
[[nodiscard]] Json jsonWhatIf(const ReportSubject& subject);
[[nodiscard]] Json jsonCriticalPath(const ReportSubject& subject);

}  // namespace gaplight
