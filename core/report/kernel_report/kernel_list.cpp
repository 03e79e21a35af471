// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/kernel_report/kernel_list.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/kernel_report/kernel_figures.h"
#include "core/kernel_report/matching/kernel_matches.h"
#include "core/report/facts/report_subject.h"
#include "core/report/kernel_report/kernel_report_pages.h"
#include "core/report/text/escaped_text.h"

namespace gaplight {

Table kernelListTable(const KernelReport& report) {
    const std::vector<KernelKey> keys = keysOf(report);
    const auto figure = [&](std::string_view title, Unit unit, std::string_view key, auto toValue) {
        return column("", title, unit, [&report, key, toValue](auto& kernel) {
            const auto value = figureValue(report, kernel, key);
            return value ? std::optional(toValue(*value)) : std::nullopt;
        });
    };
    const auto toShare = [](double percent) { return percent / 100; };
    Table table = tableOf(
        report.kernels,
        column("kernel", "#", Unit::Count,
               [&](auto& kernel) { return &kernel - report.kernels.data() + 1; }),
        column("name", "", Unit::Code, [&](auto& kernel) { return report.text(kernel.name); }),
        column("", "kernel", Unit::Code,
               [&](auto& kernel) {
                   return keys[static_cast<std::size_t>(&kernel - report.kernels.data())].name;
               }),
        figure("duration", Unit::Nanoseconds, "duration_ns",
               [](double time) {
                   constexpr double kLongest = 1e18;
                   return Duration(static_cast<std::int64_t>(std::clamp(time, 0.0, kLongest)));
               }),
        figure("compute", Unit::Share, "compute_percent", toShare),
        figure("memory", Unit::Share, "memory_percent", toShare),
        figure("occupancy", Unit::Share, "achieved_occupancy_percent", toShare),
        figure("at most", Unit::Share, "theoretical_occupancy_percent", toShare),
        figure("registers", Unit::Figure, "registers_per_thread",
               [](double count) { return figureText(count, FigureUnit::Number); }),
        column("grid", "grid", Unit::Text,
               [](auto& kernel) { return launchSizeText(kernel.grid); }),
        column("block", "block", Unit::Text,
               [](auto& kernel) { return launchSizeText(kernel.block); }));
    for (const KernelFigure& kind : kernelFigures()) {
        table.columns.push_back({Unit::Text, kind.key, ""});
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            CellValue& cell = table.rows[row].cells.emplace_back();
            if (const auto value = figureValue(report, report.kernels[row], kind)) {
                cell = fmt::format("{}", *value);
            }
        }
    }
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        table.rows[row].target = static_cast<std::int64_t>(row);
        table.rows[row].tip = report.text(report.kernels[row].name);
    }
    return table;
}

namespace {

// "bound by memory", as regions of the plot of throughputs.
std::string boundText(double computePercent, double memoryPercent) {
    constexpr double kLatencyPercent = 60;
    if (std::max(computePercent, memoryPercent) < kLatencyPercent) {
        return "bound by latency";
    }
    return computePercent > memoryPercent ? "bound by compute" : "bound by memory";
}

}  // namespace

std::optional<KernelReportVerdict> kernelReportVerdict(const KernelReport& report) {
    struct Sum {
        double time = 0;
        double longest = -1;
        std::uint32_t kernel = 0;  // that takes longest
    };
    const std::vector<KernelKey> keys = keysOf(report);
    std::map<std::string, Sum> sums;
    double all = 0;
    for (std::uint32_t at = 0; at < report.kernels.size(); ++at) {
        const double time = figureValue(report, report.kernels[at], "duration_ns").value_or(0);
        Sum& sum = sums[keys[at].name];
        sum.time += time;
        all += time;
        if (time > sum.longest) {
            sum.longest = time;
            sum.kernel = at;
        }
    }
    if (all <= 0) {
        return std::nullopt;
    }
    const auto& [name, most] =
        *std::ranges::max_element(sums, {}, [](const auto& entry) { return entry.second.time; });
    std::string text = name + " takes " + percentText(most.time / all) + " of the time";
    const ReportKernel& kernel = report.kernels[most.kernel];
    const auto compute = figureValue(report, kernel, "compute_percent");
    const auto memory = figureValue(report, kernel, "memory_percent");
    if (compute && memory) {
        text += ", with " + figureText(*memory, FigureUnit::Percent) +
                " of the memory's throughput and " + figureText(*compute, FigureUnit::Percent) +
                " of the compute throughput: " + boundText(*compute, *memory);
    }
    return KernelReportVerdict{text + ".", most.kernel};
}

std::string kernelReportSummary(const KernelReport& report) {
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
    double time = 0;
    for (const ReportKernel& kernel : report.kernels) {
        time += figureValue(report, kernel, "duration_ns").value_or(0);
    }
    parts.push_back(countText(report.kernels.size(), "kernel", "kernels") + " in " +
                    figureText(time, FigureUnit::Nanoseconds));
    if (!report.program.empty()) {
        parts.push_back(runFileName(report.program));
    }
    return joinedText(parts, " · ");
}

}  // namespace gaplight
