// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/kernel_report/kernel_list.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/kernel_report/kernel_figures.h"
#include "core/report/facts/report_subject.h"
#include "core/report/kernel_report/kernel_report_pages.h"
#include "core/report/text/escaped_text.h"

namespace gaplight {

std::vector<ListedKernel> listKernels(const KernelReport& report) {
    std::vector<KernelKey> keys = keysOf(report);
    std::vector<ListedKernel> rows(keys.size());
    for (std::size_t at = 0; at < rows.size(); ++at) {
        rows[at].kernel = static_cast<std::uint32_t>(at);
        rows[at].key = std::move(keys[at]);
        for (std::size_t figure = 0; figure < kListedFigures.size(); ++figure) {
            rows[at].figures[figure] =
                figureValue(report, report.kernels[at], kListedFigures[figure])
                    .value_or(std::numeric_limits<double>::quiet_NaN());
        }
    }
    return rows;
}

std::string listedFigureText(const ListedKernel& row, std::size_t figure) {
    const double value = row.figures.at(figure);
    const KernelFigure* kind = findKernelFigure(kListedFigures.at(figure));
    return std::isnan(value) || kind == nullptr ? std::string() : figureText(value, kind->unit);
}

double listedTime(std::span<const ListedKernel> rows) {
    double time = 0;
    for (const ListedKernel& row : rows) {
        time += std::isnan(row.figures[0]) ? 0 : row.figures[0];
    }
    return time;
}

std::string kernelReportSummary(const KernelReport& report, std::span<const ListedKernel> rows) {
    std::vector<std::string> parts;
    for (const ReportGpu& gpu : report.gpus) {
        if (!gpu.name.empty() && std::ranges::find(parts, gpu.name) == parts.end()) {
            parts.push_back(gpu.name);
        }
    }
    parts.push_back("Nsight Compute" +
                    (report.toolVersion.empty()
                         ? std::string()
                         : " " + report.toolVersion.substr(0, report.toolVersion.find(' '))));
    parts.push_back(countText(rows.size(), "kernel", "kernels") + " in " +
                    figureText(listedTime(rows), FigureUnit::Nanoseconds));
    if (!report.program.empty()) {
        parts.push_back(runFileName(report.program));
    }
    return joinedText(parts, " · ");
}

std::string kernelListCsv(const KernelReport& report, std::span<const ListedKernel> rows) {
    std::vector<std::string> heads{"kernel", "name", "grid", "block"};
    for (const KernelFigure& figure : kernelFigures()) {
        heads.emplace_back(figure.key);
    }
    std::string text = csvLine(heads);
    for (const ListedKernel& row : rows) {
        const ReportKernel& kernel = report.kernels[row.kernel];
        std::vector<std::string> cells{std::to_string(row.kernel + 1),
                                       std::string(report.text(kernel.name)),
                                       launchSizeText(kernel.grid), launchSizeText(kernel.block)};
        for (const KernelFigure& figure : kernelFigures()) {
            const auto value = figureValue(report, kernel, figure);
            cells.push_back(value ? fmt::format("{}", *value) : std::string());
        }
        text += csvLine(cells);
    }
    return text;
}

std::string kernelListMarkdown(std::span<const ListedKernel> rows) {
    std::string text =
        "| kernel | name | duration | grid | block | compute | memory | occupancy | at most | "
        "registers |\n|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|\n";
    for (const ListedKernel& row : rows) {
        const auto figure = [&](std::size_t at) { return listedFigureText(row, at); };
        text += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
                            countText(row.kernel + 1), escapedMarkdown(printable(row.key.name)),
                            figure(0), launchSizeText(row.key.grid), launchSizeText(row.key.block),
                            figure(1), figure(2), figure(3), figure(4), figure(5));
    }
    return text;
}

}  // namespace gaplight
