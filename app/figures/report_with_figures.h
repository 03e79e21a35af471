// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/report/diff/comparison_report.h"
#include "core/report/trace/report.h"
#include "core/session/session.h"

namespace gaplight::ui {

// Reports with figures. `session`: of the subject's trace.

// The HTML report. Errors: those of the themes.
[[nodiscard]] Result<std::string> htmlReport(const std::shared_ptr<const Session>& session,
                                             const ReportSubject& subject);

// The comparisons as HTML; `sessions` are the baseline and then the others, as in `subjects`.
// Errors: those of the themes.
[[nodiscard]] Result<std::string> htmlComparison(
    std::span<const std::shared_ptr<const Session>> sessions,
    std::span<const CompareSubject> subjects);

// Writes the figures into `directory`, which is created if it is missing. Their paths are relative
// to the page at `outPath` (empty: in the working directory). Errors: WriteFailed.
[[nodiscard]] Result<std::vector<ReportFigure>> writeReportFigures(
    const std::shared_ptr<const Session>& session, const std::string& directory,
    const std::string& outPath);

}  // namespace gaplight::ui
