// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/diff/baseline_table.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/duration_text.h"
#include "core/base/quantity_text.h"
#include "core/report/diff/compared_quantities.h"
#include "core/report/facts/run_names.h"
#include "core/report/text/report_page.h"

namespace gaplight {
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
            const std::int64_t divisor = divisorOf(*column.part, row);
            if (one->a) {
                cells[1] = quantityText(one->unit, one->a, divisor);
            }
            cells.push_back(withPercent(quantityText(one->unit, one->b, divisor),
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
