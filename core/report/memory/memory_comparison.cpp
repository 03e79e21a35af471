// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/memory/memory_report.h"

#include <algorithm>
#include <vector>

#include "core/base/quantity_text.h"
#include "core/memory/measures/snapshot_comparison.h"
#include "core/report/facts/report_subject.h"
#include "core/report/table/table.h"

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

Table holderChangesTable(const std::vector<HolderChange>& changes) {
    return tableOf(
        changes, column("line", "", Unit::Code, &HolderChange::line),
        column("a", "A", Unit::Bytes, &HolderChange::a),
        column("b", "B", Unit::Bytes, &HolderChange::b),
        column("delta", "", Unit::Bytes, &HolderChange::change),
        column("", "change", Unit::Figure, [](auto& row) { return changeCell(row.a, row.b); }),
        column("", "blocks", Unit::Figure,
               [](auto& row) { return countText(row.countA) + " → " + countText(row.countB); }),
        column("", "line", {Unit::Code, 60}, &HolderChange::line),
        column("count_a", "", Unit::Count, &HolderChange::countA),
        column("count_b", "", Unit::Count, &HolderChange::countB));
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
    std::vector<HolderChange> changes = changesOf(a, b);
    std::erase_if(changes, [](const HolderChange& one) { return one.change() == 0; });
    if (changes.empty()) {
        page->line("every line holds the same at the peak");
    }
    page->table(
        pageTable(holderChangesTable(changes), page->isFull() ? kFullChanges : kScreenChanges));
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
    return jsonText(jsonDocument({{"a", side(a)},
                                  {"b", side(b)},
                                  {"rows", tableJson(holderChangesTable(changesOf(a, b)))}}));
}

}  // namespace gaplight
