// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/figures/figures.h"

#include <filesystem>
#include <system_error>

#include "core/base/result.h"
#include "core/io/output_writer.h"
#include "core/report/figure/report_figures.h"
#include "core/report/text/html_page.h"
#include "core/scene/display/theme.h"

namespace gaplight::ui {
namespace {

namespace fs = std::filesystem;

// What was measured where that is a part; empty where it is all.
std::optional<TimeRange> measuredRange(const Session& session) {
    return session.analysis.range == session.trace->range() ? std::nullopt
                                                            : std::optional(session.analysis.range);
}

}  // namespace

Result<std::string> htmlReport(const std::shared_ptr<const Session>& session,
                               const ReportSubject& subject) {
    const HtmlThemes themes = TRY(builtInHtmlThemes());
    const auto figures =
        reportFigures(*SceneData::build(session), measuredRange(*session), themes.light, true);
    PageFigure roofline;
    ReportSubject shown = subject;
    if (subject.efficiency != nullptr) {
        roofline.svg = rooflineSvg(*session, *subject.efficiency, subject.device, themes.light);
        roofline.description = "kernels under the ceilings of the GPU";
        shown.roofline = roofline.svg.empty() ? nullptr : &roofline;
    }
    return analyzeHtml(shown, figures, themes);
}

Result<std::string> htmlComparison(std::span<const std::shared_ptr<const Session>> sessions,
                                   std::span<const CompareSubject> subjects) {
    const HtmlThemes themes = TRY(builtInHtmlThemes());
    const auto baseline = SceneData::build(sessions.front());
    std::vector<std::string> figures;
    for (std::size_t at = 0; at < subjects.size(); ++at) {
        const auto other = SceneData::build(sessions[at + 1]);
        figures.push_back(
            comparisonSvg({*baseline, *other, subjects[at].comparison}, themes.light, at + 1));
    }
    return compareHtml(subjects, figures, themes);
}

Result<std::vector<ReportFigure>> writeReportFigures(const std::shared_ptr<const Session>& session,
                                                     const std::string& directory,
                                                     const std::string& outPath) {
    const Theme light = TRY(builtInTheme(false));
    std::error_code error;
    fs::create_directories(directory, error);
    if (error) {
        return fail(ErrorCode::WriteFailed,
                    "cannot make directory " + directory + ": " + error.message());
    }
    const fs::path page =
        outPath.empty() ? fs::current_path(error) : fs::absolute(outPath).parent_path();
    const fs::path near = fs::absolute(directory).lexically_relative(page);
    std::vector<ReportFigure> figures =
        reportFigures(*SceneData::build(session), measuredRange(*session), light, false);
    for (auto& [finding, figure] : figures) {
        const std::string name =
            finding ? "finding-" + std::to_string(*finding + 1) + ".svg" : "whole.svg";
        TRY(writeOutputFile((fs::path(directory) / name).string(), figure.svg));
        figure.path = (near / name).generic_string();
    }
    return figures;
}

}  // namespace gaplight::ui
