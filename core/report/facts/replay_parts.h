// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/facts/json_parts.h"
#include "core/report/facts/report_subject.h"
#include "core/report/text/report_page.h"

namespace gaplight {

// What was asked of the replay: nothing, or null, where it was not.
void writeWhatIf(const ReportSubject& subject, ReportPage& page);
void writeCriticalPath(const ReportSubject& subject, ReportPage& page);
[[nodiscard]] Json jsonWhatIf(const ReportSubject& subject);
[[nodiscard]] Json jsonCriticalPath(const ReportSubject& subject);

}  // namespace gaplight
