// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/report/diff/compared_quantities.h"
#include "core/report/diff/comparison_report.h"
#include "core/report/text/escaped_text.h"

namespace gaplight {
namespace {

std::string cell(std::optional<std::int64_t> value) {
    return value ? std::to_string(*value) : std::string{};
}

std::string change(const Quantity& one, bool isComparable) {
    const bool hasPercent = isComparable && one.a && one.b && *one.a != 0;
    return hasPercent ? fmt::format("{:.6f}", static_cast<double>(*one.b - *one.a) /
                                                  static_cast<double>(*one.a))
                      : std::string{};
}

void addParts(const CompareSubject& subject, std::string& text) {
    const std::string& pathA = subject.a.trace.facts().path;
    const std::string& pathB = subject.b.trace.facts().path;
    for (const ComparedPart& part : subject.comparison.parts) {
        for (const Quantity& one : quantitiesOf(part)) {
            text += csvLine({pathA, pathB, std::string(partKindName(part.kind)), part.name, one.key,
                             cell(one.a), cell(one.b), cell(one.delta()),
                             change(one, part.isComparable)});
        }
    }
    for (const ComparedFunction& row : subject.comparison.functions) {
        const Quantity calls{"calls",
                             {},
                             QuantityUnit::Count,
                             static_cast<std::int64_t>(row.a.count),
                             static_cast<std::int64_t>(row.b.count)};
        const Quantity total{
            "total_ns", {}, QuantityUnit::Nanoseconds, row.a.total.count(), row.b.total.count()};
        for (const Quantity& one : {calls, total}) {
            text += csvLine({pathA, pathB, "function", row.a.name, one.key, cell(one.a),
                             cell(one.b), cell(one.delta()), change(one, true)});
        }
    }
}

}  // namespace

std::string compareCsv(std::span<const CompareSubject> subjects) {
    std::string text = csvLine({"baseline", "run", "part", "name", "measure", "baseline_value",
                                "run_value", "difference", "change"});
    for (const CompareSubject& subject : subjects) {
        addParts(subject, text);
    }
    return text;
}

}  // namespace gaplight
