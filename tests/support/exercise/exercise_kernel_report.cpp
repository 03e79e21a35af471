// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/exercise/exercise_kernel_report.h"

#include <utility>

#include "core/report/kernel_report/kernel_list.h"
#include "core/report/kernel_report/kernel_report_pages.h"
#include "core/report/text/html_page.h"
#include "core/scene/display/theme.h"
#include "core/scene/kernels/throughput_scene.h"
#include "core/session/report_plot.h"
#include "tests/support/checks/drawable_checks.h"
#include "tests/support/checks/fixed_text_measure.h"
#include "tests/support/checks/output_checks.h"

namespace gaplight::test {

void exerciseKernelReport(const KernelReport& report, Problems& problems) {
    const KernelReportSubject subject{report};
    checkJson(kernelReportInfoJson(subject), "kernel report info", problems);
    checkJson(kernelReportJson(subject), "kernel report", problems);
    checkJson(kernelReportComparisonJson(report, report), "kernel reports", problems);
    checkCsv(kernelReportCsv(subject), "kernel report", problems);
    const Table rows = kernelListTable(report);
    checkCsv(tableCsv(rows), "kernels", problems);
    checkMarkdown(tableMarkdown(rows), "kernels", problems);
    problems.expect(!kernelReportSummary(report).empty(), "kernels");
    for (const auto& [style, check] : {std::pair(PageStyle::Plain, &checkPlainText),
                                       std::pair(PageStyle::Markdown, &checkMarkdown)}) {
        check(kernelReportInfoText(subject, style), "kernel report info", problems);
        check(kernelReportComparisonText(report, report, style), "kernel reports", problems);
        check(kernelReportText(subject, style), "kernel report", problems);
    }
    const Result<Theme> light = builtInTheme(false);
    const Result<Theme> dark = builtInTheme(true);
    if (problems.expect(light && dark, "no themes")) {
        checkMarkup(kernelReportHtml(subject, {*light, *dark}), "kernel report", problems);
    }
    const ReportPlot plot = reportPlotOf(report);
    DisplayList list;
    std::vector<KernelMark> marks;
    buildThroughputPlot({plot.throughputPoints, 800, 500, {}, {}}, FixedTextMeasure(), list, marks);
    checkDrawable(list, "throughput", problems);
}

}  // namespace gaplight::test
