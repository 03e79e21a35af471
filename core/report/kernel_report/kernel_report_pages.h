// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/kernel_report/matching/kernel_matches.h"
#include "core/report/facts/json_sections.h"
#include "core/report/text/report_page.h"

namespace gaplight {

struct HtmlThemes;

// Contents of a page about a kernel report. Refers to report and matches.
struct KernelReportSubject {
    const KernelReport& report;
    const KernelMatches* matches = nullptr;  // in the trace that it was opened with; null: alone
};

// What the file has: profiler, program, GPUs, kernels, issues.
[[nodiscard]] std::string kernelReportInfoText(const KernelReportSubject& subject, PageStyle style);
[[nodiscard]] std::string kernelReportInfoJson(const KernelReportSubject& subject);

// Kernels with speed of light, occupancy, stalls, caches and limits, and the report's own advice:
// one screen for a terminal, all of it in Markdown and HTML.
[[nodiscard]] std::string kernelReportText(const KernelReportSubject& subject, PageStyle style);
[[nodiscard]] std::string kernelReportHtml(const KernelReportSubject& subject,
                                           const HtmlThemes& themes);
// With every metric of every kernel.
[[nodiscard]] std::string kernelReportJson(const KernelReportSubject& subject);
// A row for each metric of each kernel, in base units.
[[nodiscard]] std::string kernelReportCsv(const KernelReportSubject& subject);

// The sections of a page about a trace that a report was opened with.
void writeKernelReportSections(const KernelReportSubject& subject, ReportPage& page);
// The value of "kernel_report". `hasMetrics`: also every metric.
[[nodiscard]] Json jsonKernelReport(const KernelReportSubject& subject, bool hasMetrics);
// Each of kernelFigures() by its key.
[[nodiscard]] Json jsonFigures(const KernelReport& report, const ReportKernel& kernel);

// Two reports: kernels with their figures, and the metrics that changed most.
[[nodiscard]] std::string kernelReportComparisonText(const KernelReport& a, const KernelReport& b,
                                                     PageStyle style);
[[nodiscard]] std::string kernelReportComparisonJson(const KernelReport& a, const KernelReport& b);

// "(8192, 1, 1)".
[[nodiscard]] std::string launchSizeText(const std::array<std::uint64_t, 3>& size);

}  // namespace gaplight
