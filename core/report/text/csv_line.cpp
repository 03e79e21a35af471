// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/text/csv_line.h"

#include <string_view>

namespace gaplight {

std::string csvLine(const std::vector<std::string>& cells) {
    std::string line;
    for (const std::string& cell : cells) {
        line += line.empty() && &cell == &cells.front() ? "" : ",";
        if (cell.find_first_of(",\"\r\n") == std::string::npos) {
            line += cell;
            continue;
        }
        line += '"';
        for (const char c : cell) {
            line += c == '"' ? std::string_view("\"\"") : std::string_view(&c, 1);
        }
        line += '"';
    }
    return line + "\r\n";
}

}  // namespace gaplight
