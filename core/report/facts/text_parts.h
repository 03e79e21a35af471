// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/report/facts/report_subject.h"
#include "core/report/text/report_page.h"

namespace gaplight {

// "kineto-json in zstd, 3.57 MB, 283,738 slices, 3.19 s".
[[nodiscard]] std::string traceLine(const ReportSubject& subject);
// Which trace it is, and that line.
void writeTraceHead(const ReportSubject& subject, ReportPage& page);
// What was odd about the file; nothing if nothing was.
void writeIssues(const ReportSubject& subject, ReportPage& page);

}  // namespace gaplight
