// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/diff/kernel_change_tables.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/report/diff/compared_quantities.h"
#include "core/report/facts/report_subject.h"
#include "core/report/text/report_page.h"

namespace gaplight {
namespace {

constexpr std::size_t kKernelsShown = 12;
constexpr std::size_t kFunctionsShown = 20;
constexpr std::size_t kExchangesShown = 6;
constexpr std::size_t kNamesShown = 6;
constexpr std::size_t kNameShown = 44;  // bytes of a name in a list

void writeExchanges(const KernelChanges& kernels, ReportPage& page) {
    const std::size_t shown = std::min(kernels.exchanges.size(), kExchangesShown);
    for (std::size_t at = 0; at < shown; ++at) {
        const KernelExchange& one = kernels.exchanges[at];
        page.item("·", countText(one.times) + "×: " + countText(one.a.size()) +
                           (one.a.size() > one.b.size() ? " fused into " : " split into ") +
                           countText(one.b.size()) + " (" + durationText(one.timeA) + " → " +
                           durationText(one.timeB) + "): " + namesText(one.a) + " → " +
                           namesText(one.b));
    }
    if (kernels.exchanges.size() > shown) {
        page.line("and " + countText(kernels.exchanges.size() - shown) +
                  " other exchanges between library kernels");
    }
}

// TorchInductor's names list all they fuse; their beginning tells enough.
std::string shortened(const std::string& name) {
    if (name.size() <= kNameShown) {
        return name;
    }
    return std::string(truncateUtf8(name, kNameShown)) + "…";
}

}  // namespace

std::string kernelChangeText(const KernelChange& change, const Verdict& verdict) {
    const double clock = verdict.clockFactor();
    const KernelChangeKind kind = change.kind(verdict.noiseFloor, clock);
    const bool isCount =
        kind == KernelChangeKind::FewerCalls || kind == KernelChangeKind::MoreCalls;
    if (!isCount) {
        return kind == KernelChangeKind::Same ? std::string{} : std::string(kernelChangeName(kind));
    }
    std::string text = kind == KernelChangeKind::FewerCalls ? "fewer calls" : "more calls";
    const double ratio = change.callRatio(clock);
    if (std::abs(ratio - 1) > verdict.noiseFloor) {
        text += ", mean " + percentText(std::abs(ratio - 1), PercentForm::Estimate) +
                (ratio < 1 ? " shorter" : " longer");
    }
    return text;
}

std::string namesText(const std::vector<std::string>& sorted) {
    std::string text;
    std::size_t shown = 0;
    for (std::size_t at = 0; at < sorted.size();) {
        const auto end =
            std::find_if(sorted.begin() + static_cast<std::ptrdiff_t>(at), sorted.end(),
                         [&](const std::string& name) { return name != sorted[at]; });
        const auto times = static_cast<std::size_t>(end - sorted.begin()) - at;
        if (++shown > kNamesShown) {
            return text + ", …";
        }
        appendItem(text, (times > 1 ? countText(times) + "× " : std::string{}) +
                             printable(shortened(sorted[at])));
        at += times;
    }
    return text;
}

void writeKernels(const Comparison& comparison, ReportPage& page) {
    const KernelChanges& kernels = comparison.kernels;
    const auto divisor =
        static_cast<std::int64_t>(std::max<std::size_t>(1, comparison.kernelSteps));
    PageTable groups = changeTable("kernels by kind, time (count)", 52);
    for (std::size_t at = 0; at < kKernelGroups; ++at) {
        const KernelSum& a = kernels.groupsA[at];
        const KernelSum& b = kernels.groupsB[at];
        if (a.count + b.count > 0) {
            groups.rows.push_back(changeRow(
                std::string(kernelGroupName(static_cast<KernelGroup>(at))), a, b, true, divisor));
        }
    }
    PageTable changed = changeTable("kernels that changed most", 52);
    changed.columns.push_back({"change"});
    for (const KernelChange& change : kernels.kernels) {
        const std::string text = kernelChangeText(change, comparison.verdict);
        if (!text.empty() && changed.rows.size() < kKernelsShown) {
            changed.rows.push_back(
                changeRow(printable(change.name), change.a, change.b, true, divisor));
            changed.rows.back().push_back(text);
        }
    }
    if (groups.rows.empty()) {
        return;
    }
    page.heading(divisor > 1 || comparison.kernelSteps == 1 ? "Kernels of a steady step"
                                                            : "Kernels of the whole run");
    page.table(groups);
    page.table(changed);
    writeExchanges(kernels, page);
}

void writeSelfTimes(const Comparison& comparison, ReportPage& page) {
    PageTable table = changeTable("function, self time (calls)", 52);
    for (const SelfTimeChange& change : comparison.selfTimes) {
        if (table.rows.size() == kFunctionsShown || change.a.time == change.b.time) {
            break;
        }
        table.rows.push_back(changeRow(printable(change.name), change.a, change.b, true));
    }
    if (!table.rows.empty()) {
        page.heading("Functions of the hosts that changed most");
        page.table(table);
    }
}

namespace {

// The part of this kind, which a comparison has at most once; null where it has none.
const ComparedPart* partOf(const Comparison& comparison, PartKind kind) {
    const auto at = std::find_if(comparison.parts.begin(), comparison.parts.end(),
                                 [&](const ComparedPart& part) { return part.kind == kind; });
    return at == comparison.parts.end() ? nullptr : &*at;
}

const Quantity* quantityOf(const std::vector<Quantity>& list, const std::string& key) {
    const auto at =
        std::find_if(list.begin(), list.end(), [&](const Quantity& one) { return one.key == key; });
    return at == list.end() ? nullptr : &*at;
}

std::string withPercent(const std::string& value, const std::string& percent) {
    return percent.empty() ? value : value + " (" + percent + ")";
}

// One row for each quantity displayed in at least one of the comparisons.
void writeQuantities(std::span<const CompareSubject> subjects, PartKind kind, const char* heading,
                     ReportPage& page) {
    struct Column {
        const ComparedPart* part = nullptr;
        std::vector<Quantity> all;
    };
    std::vector<Column> columns;
    std::vector<Quantity> rows;
    PageTable table{{{heading}, {"A", Align::Right}}, {}};
    for (std::size_t at = 0; at < subjects.size(); ++at) {
        Column column{partOf(subjects[at].comparison, kind), {}};
        if (column.part != nullptr) {
            column.all = quantitiesOf(*column.part);
            for (const Quantity& one : displayedQuantities(*column.part)) {
                if (quantityOf(rows, one.key) == nullptr) {
                    rows.push_back(one);
                }
            }
        }
        columns.push_back(std::move(column));
        table.columns.push_back({std::string(1, static_cast<char>('B' + at % 25)), Align::Right});
    }
    for (const Quantity& row : rows) {
        std::vector<std::string> cells{row.label, "–"};
        for (const Column& column : columns) {
            const Quantity* one = quantityOf(column.all, row.key);
            if (one == nullptr) {
                cells.emplace_back("–");
                continue;
            }
            if (one->a) {
                cells[1] = quantityText(one->unit, one->a);
            }
            cells.push_back(withPercent(quantityText(one->unit, one->b),
                                        changeText(one->a, one->b, column.part->isComparable)));
        }
        table.rows.push_back(std::move(cells));
    }
    page.table(table);
}

}  // namespace

void writeBaselineTable(std::span<const CompareSubject> subjects, ReportPage& page) {
    page.title(runName(subjects.front().a.trace.facts().path) + " against " +
               countText(subjects.size(), "other", "others"));
    page.note("A: " + displayedPath(subjects.front().a.trace.facts().path, page.style()) +
              " (baseline)");
    for (std::size_t at = 0; at < subjects.size(); ++at) {
        page.note(std::string(1, static_cast<char>('B' + at % 25)) + ": " +
                  displayedPath(subjects[at].b.trace.facts().path, page.style()));
    }
    page.heading("Verdicts");
    for (std::size_t at = 0; at < subjects.size(); ++at) {
        const Comparison& comparison = subjects[at].comparison;
        page.item(std::string(1, static_cast<char>('B' + at % 25)),
                  verdictSentence(comparison.verdict) + "; compared by " +
                      alignmentSentence(comparison.alignment));
        for (const std::string& remark : comparison.verdict.remarks) {
            page.item("!", remark);
        }
    }
    page.heading("Against A");
    writeQuantities(subjects, PartKind::SteadySteps, "a steady step", page);
    writeQuantities(subjects, PartKind::Whole, "whole run", page);
}

}  // namespace gaplight
