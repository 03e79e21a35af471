// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/args/command_line.h"
#include "core/base/result.h"
#include "core/compare/comparison.h"
#include "core/report/diff/comparison_report.h"
#include "core/report/figure/figure_plan.h"
#include "core/report/trace/report.h"
#include "core/scene/display/theme.h"
#include "core/session/scene_data.h"
#include "core/session/session.h"

namespace gaplight::ui {

// The data of 'gaplight export'.
struct ExportedTraces {
    std::shared_ptr<const Session> session;
    std::shared_ptr<const SceneData> data;
    std::shared_ptr<const SceneData> other;  // null: one trace alone
    std::optional<Comparison> comparison;    // of two
};

// The figure requested, with the parts of the request that only traces can answer: ranges,
// findings, notes, replays. `traces` must outlive it. Errors: BadArgument; those of SidecarFile.
[[nodiscard]] Result<FigurePlan> exportPlan(const ExportRequest& request,
                                            const ExportedTraces& traces);

// The bytes of a figure's file as PNG or PDF, measured and painted with Qt's fonts but without a
// display. Makes a QGuiApplication: once per process. Ends the program with one line and kExitUsage
// where Qt cannot start. Errors: those of the plan and of figurePng, BadArgument (Qt's plugin
// 'offscreen' is not installed).
[[nodiscard]] Result<std::string> paintedFigure(const FigurePlan& plan, const Theme& theme,
                                                FigureFormat format, double scale);

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
