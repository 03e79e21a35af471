// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>

#include "core/base/result.h"
#include "core/report/diff/compare_report.h"
#include "core/report/trace/report.h"
#include "core/session/session.h"

namespace gaplight::ui {

// A report with pictures. `session` is what the subject is about.

// The HTML report. Errors: those of the themes.
[[nodiscard]] Result<std::string> htmlReport(const std::shared_ptr<const Session>& session,
                                             const ReportSubject& subject);

// The comparisons as HTML; `sessions` are the baseline and then the others, as in `subjects`.
// Errors: those of the themes.
[[nodiscard]] Result<std::string> htmlComparison(
    std::span<const std::shared_ptr<const Session>> sessions,
    std::span<const CompareSubject> subjects);

// Writes the pictures into `directory`, which is made if it is missing, and gives how a page at
// `outPath` (empty: in the working directory) names them. Errors: WriteFailed.
[[nodiscard]] Result<MarkdownFigures> writeReportFigures(
    const std::shared_ptr<const Session>& session, const std::string& directory,
    const std::string& outPath);

}  // namespace gaplight::ui
