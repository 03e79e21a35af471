// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/timing/result_table.h"

#include <utility>

#include <fmt/format.h>

namespace gaplight::bench {
namespace {

std::string withUnit(double value, const std::string& unit) {
    return unit.empty() ? fmt::format("{:.2f}", value) : fmt::format("{:.4g} {}", value, unit);
}

}  // namespace

void ResultTable::addBudgeted(std::string what, double value, double budget,
                              const std::string& unit) {
    m_rows.push_back({std::move(what), withUnit(value, unit), "<= " + withUnit(budget, unit),
                      value <= budget ? "OK" : "OVER"});
}

void ResultTable::add(std::string what, double value, const std::string& unit) {
    m_rows.push_back({std::move(what), withUnit(value, unit), "", ""});
}

void ResultTable::addMissing(std::string what, std::string why) {
    m_rows.push_back({std::move(what), "-", "", std::move(why)});
    m_complete = false;
}

std::string ResultTable::text() const {
    std::string out = fmt::format("{:<58} {:>14} {:>14}\n", "measure", "value", "budget");
    for (const Row& row : m_rows) {
        out +=
            fmt::format("{:<58} {:>14} {:>14}  {}\n", row.what, row.value, row.budget, row.verdict);
    }
    return out;
}

}  // namespace gaplight::bench
