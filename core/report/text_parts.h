// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/report.h"
#include "core/report/text_page.h"

namespace gaplight {

// Which trace it is, how large and how long.
void writeTraceHead(const ReportSubject& subject, TextPage& page);
// What was odd about the file; nothing if nothing was.
void writeIssues(const ReportSubject& subject, TextPage& page);

}  // namespace gaplight
