// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace gaplight::bench {

// What was measured, what is allowed, and whether it is kept.
class ResultTable {
public:
    // A figure that has a budget: kept where `value` <= `budget`.
    void addBudgeted(std::string what, double value, double budget, const std::string& unit);
    // A figure for orientation.
    void add(std::string what, double value, const std::string& unit);
    // A measure that could not be taken.
    void addMissing(std::string what, std::string why);

    bool complete() const { return m_complete; }
    // Aligned columns, one row a line.
    std::string text() const;

private:
    struct Row {
        std::string what;
        std::string value;
        std::string budget;
        std::string verdict;
    };
    std::vector<Row> m_rows;
    bool m_complete = true;
};

}  // namespace gaplight::bench
