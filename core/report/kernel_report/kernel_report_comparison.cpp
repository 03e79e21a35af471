// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/kernel_report/kernel_figures.h"
#include "core/kernel_report/matching/report_comparison.h"
#include "core/report/facts/report_subject.h"
#include "core/report/kernel_report/kernel_report_pages.h"

namespace gaplight {
namespace {

constexpr std::size_t kScreenPairs = 15;
constexpr std::size_t kFullPairs = 200;
constexpr std::size_t kScreenChanged = 2;
constexpr std::size_t kFullChanged = 8;
constexpr std::size_t kWidestName = 40;

constexpr std::array<const char*, 6> kComparedFigures{
    "duration_ns",    "compute_percent", "memory_percent", "achieved_occupancy_percent",
    "l2_hit_percent", "dram_percent"};

std::string changeText(const KernelReport& a, const ReportKernel& kernelA, const KernelReport& b,
                       const ReportKernel& kernelB, const KernelFigure& figure) {
    const auto before = figureValue(a, kernelA, figure);
    const auto after = figureValue(b, kernelB, figure);
    if (!before || !after) {
        return "–";
    }
    const std::string textA = figureText(*before, figure.unit);
    const std::string textB = figureText(*after, figure.unit);
    return textA == textB ? textA : textA + " → " + textB;
}

// "l1tex__t_sectors.sum 1.2 k → 4.8 k".
std::string changedMetrics(const KernelPair& pair, std::size_t count) {
    std::string text;
    for (const MetricChange& change : pair.changes) {
        if (count-- == 0) {
            break;
        }
        const bool isPercent = change.name.find("pct") != std::string_view::npos;
        const FigureUnit unit = isPercent ? FigureUnit::Percent : FigureUnit::Number;
        appendItem(text, fmt::format("{} {} → {}", change.name, figureText(change.a, unit),
                                     figureText(change.b, unit)));
    }
    return text.empty() ? "–" : text;
}

// The longest kernels first.
std::vector<KernelPair> sortedPairs(const KernelReport& a, const KernelReport& b,
                                    std::vector<KernelPair> pairs) {
    const auto longest = [&](const KernelPair& pair) {
        return std::max(figureValue(a, a.kernels[pair.a], "duration_ns").value_or(0),
                        figureValue(b, b.kernels[pair.b], "duration_ns").value_or(0));
    };
    std::ranges::stable_sort(pairs, std::ranges::greater{}, longest);
    return pairs;
}

Json jsonSide(const KernelReport& report, std::uint32_t at, const KernelKey& key) {
    const ReportKernel& kernel = report.kernels[at];
    return {{"index", at},
            {"name", report.text(kernel.name)},
            {"short_name", key.name},
            {"grid", kernel.grid},
            {"block", kernel.block},
            {"figures", jsonFigures(report, kernel)}};
}

}  // namespace

std::string kernelReportComparisonText(const KernelReport& a, const KernelReport& b,
                                       PageStyle style) {
    const ReportComparison comparison = compareReports(a, b, kFullChanged);
    const std::vector<KernelKey> keys = keysOf(a);
    const auto page = makePage(style);
    page->title(runFileName(a.path) + " → " + runFileName(b.path));
    page->line(fmt::format("{} in both reports, {} only in A, {} only in B",
                           countText(comparison.pairs.size(), "kernel", "kernels"),
                           countText(comparison.onlyA.size()), countText(comparison.onlyB.size())));
    PageTable table{{{"duration", Align::Right},
                     {"compute", Align::Right},
                     {"memory", Align::Right},
                     {"occupancy", Align::Right},
                     {"L2 hits", Align::Right},
                     {"DRAM", Align::Right},
                     {"kernel", Align::Left, kWidestName, CellKind::Code},
                     {"grid"},
                     {"metrics that changed most"}},
                    {}};
    const std::size_t rows = page->isFull() ? kFullPairs : kScreenPairs;
    for (const KernelPair& pair : sortedPairs(a, b, comparison.pairs)) {
        if (table.rows.size() == rows) {
            break;
        }
        std::vector<std::string> row;
        for (const char* key : kComparedFigures) {
            row.push_back(
                changeText(a, a.kernels[pair.a], b, b.kernels[pair.b], *findKernelFigure(key)));
        }
        const std::string gridA = launchSizeText(a.kernels[pair.a].grid);
        const std::string gridB = launchSizeText(b.kernels[pair.b].grid);
        row.push_back(keys[pair.a].name);
        row.push_back(gridA == gridB ? gridA : gridA + " → " + gridB);
        row.push_back(changedMetrics(pair, page->isFull() ? kFullChanged : kScreenChanged));
        table.rows.push_back(std::move(row));
    }
    page->table(table);
    if (comparison.pairs.size() > rows) {
        page->note(fmt::format(
            "and {}{}",
            countText(comparison.pairs.size() - rows, "further kernel", "further kernels"),
            page->hint("; --format json or markdown has more")));
    }
    return page->take();
}

std::string kernelReportComparisonJson(const KernelReport& a, const KernelReport& b) {
    constexpr std::size_t kJsonChanges = 20;
    const ReportComparison comparison = compareReports(a, b, kJsonChanges);
    const std::vector<KernelKey> keysA = keysOf(a);
    const std::vector<KernelKey> keysB = keysOf(b);
    Json kernels = Json::array();
    for (const KernelPair& pair : comparison.pairs) {
        Json changes = Json::array();
        for (const MetricChange& change : pair.changes) {
            changes.push_back({{"metric", change.name},
                               {"a", change.a},
                               {"b", change.b},
                               {"change", change.change}});
        }
        kernels.push_back({{"a", jsonSide(a, pair.a, keysA[pair.a])},
                           {"b", jsonSide(b, pair.b, keysB[pair.b])},
                           {"same_launch", pair.isSameLaunch},
                           {"changes", std::move(changes)}});
    }
    const auto alone = [](const KernelReport& report, const std::vector<KernelKey>& keys,
                          const std::vector<std::uint32_t>& kernelsAlone) {
        Json rows = Json::array();
        for (const std::uint32_t at : kernelsAlone) {
            rows.push_back(jsonSide(report, at, keys[at]));
        }
        return rows;
    };
    return jsonText(jsonDocument({{"a", a.path},
                                  {"b", b.path},
                                  {"kernels", std::move(kernels)},
                                  {"only_a", alone(a, keysA, comparison.onlyA)},
                                  {"only_b", alone(b, keysB, comparison.onlyB)}}));
}

}  // namespace gaplight
