// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/args/command_line.h"

namespace gaplight::ui {

// The options of 'gaplight query' and of 'gaplight tables', as written.
class QueryArgs {
public:
    void addTo(CLI::App& app);
    // Whether the parsed command is one of the two.
    [[nodiscard]] static bool isParsed(const CLI::App& app);
    // A QueryRequest or TablesRequest, or what is wrong.
    AnyRequest checked(const CLI::App& app) const;

private:
    AnyRequest checkedQuery() const;
    AnyRequest checkedTables() const;

    QueryRequest m_query;
    TablesRequest m_tables;
    std::vector<std::string> m_words;  // traces, and the SQL unless it is in a file
    std::string m_format = "text";
    std::string m_tablesFormat = "text";
    std::string m_maxTime;
    std::string m_maxRows;
};

}  // namespace gaplight::ui
