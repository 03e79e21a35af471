// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/memory/memory_report.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/memory/measures/snapshot_comparison.h"
#include "core/report/facts/report_subject.h"
#include "core/report/text/tool_version.h"

namespace gaplight {
namespace {

constexpr std::size_t kScreenChanges = 12;
constexpr std::size_t kFullChanges = 60;

// The GPU with the largest peak; empty facts for a snapshot without GPUs.
DeviceMemoryFacts largestOf(const MemorySubject& subject) {
    const auto& devices = subject.assessment.devices;
    const auto most = std::ranges::max_element(
        devices, {}, [](const DeviceMemoryFacts& one) { return one.peak.allocated; });
    return most == devices.end() ? DeviceMemoryFacts{} : *most;
}

std::vector<HolderChange> changesOf(const MemorySubject& a, const MemorySubject& b) {
    return compareHolders(largestOf(a).holders, a.assessment.frames, largestOf(b).holders,
                          b.assessment.frames);
}

std::string changeCell(std::int64_t a, std::int64_t b) {
    return (b > a ? "+" : "") + bytesText(b - a);
}

}  // namespace

std::string memoryComparisonText(const MemorySubject& a, const MemorySubject& b, PageStyle style) {
    const DeviceMemoryFacts factsA = largestOf(a);
    const DeviceMemoryFacts factsB = largestOf(b);
    const auto page = makePage(style);
    page->title(runFileName(a.snapshot.path) + " → " + runFileName(b.snapshot.path));
    PageTable totals{
        {{"memory"}, {"A", Align::Right}, {"B", Align::Right}, {"change", Align::Right}}, {}};
    const auto add = [&](const char* name, std::int64_t before, std::int64_t after) {
        totals.rows.push_back(
            {name, bytesText(before), bytesText(after), changeCell(before, after)});
    };
    add("peak allocated", factsA.peak.allocated, factsB.peak.allocated);
    add("reserved at that peak", factsA.peak.reserved, factsB.peak.reserved);
    add("peak reserved", factsA.reservedPeak.reserved, factsB.reservedPeak.reserved);
    page->table(totals);
    page->heading("Held at the peak, by line");
    PageTable table{{{"A", Align::Right},
                     {"B", Align::Right},
                     {"change", Align::Right},
                     {"blocks", Align::Right},
                     {"line", Align::Left, 60, CellKind::Code}},
                    {}};
    const std::size_t rows = page->isFull() ? kFullChanges : kScreenChanges;
    for (const HolderChange& change : changesOf(a, b)) {
        if (table.rows.size() < rows && change.change() != 0) {
            table.rows.push_back(
                {bytesText(change.a), bytesText(change.b), changeCell(change.a, change.b),
                 fmt::format("{} → {}", countText(change.countA), countText(change.countB)),
                 change.line});
        }
    }
    if (table.rows.empty()) {
        page->line("every line holds the same at the peak");
    }
    page->table(table);
    return page->take();
}

std::string memoryComparisonJson(const MemorySubject& a, const MemorySubject& b) {
    const auto side = [](const MemorySubject& subject) {
        const DeviceMemoryFacts facts = largestOf(subject);
        return Json{{"path", subject.snapshot.path},
                    {"device", facts.device},
                    {"peak_allocated", facts.peak.allocated},
                    {"reserved_at_peak", facts.peak.reserved},
                    {"peak_reserved", facts.reservedPeak.reserved}};
    };
    Json rows = Json::array();
    for (const HolderChange& change : changesOf(a, b)) {
        rows.push_back({{"line", change.line},
                        {"a", change.a},
                        {"b", change.b},
                        {"delta", change.change()},
                        {"count_a", change.countA},
                        {"count_b", change.countB}});
    }
    return jsonText({{"schema", 1},
                     {"tool", {{"name", "gaplight"}, {"version", toolVersion()}}},
                     {"a", side(a)},
                     {"b", side(b)},
                     {"rows", std::move(rows)}});
}

}  // namespace gaplight
