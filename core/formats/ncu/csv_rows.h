// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gaplight {

// The rows of a text of comma-separated values (RFC 4180: cells may be quoted, quotes are doubled,
// quoted cells may have line ends). Lines outside of cells that begin with "==" are the profiler's
// messages and are left out.
class CsvRows {
public:
    explicit CsvRows(std::string_view text) : m_text(text) {}

    // Reads the next row into `cells`; false at the end of the text. O(row).
    bool next(std::vector<std::string>& cells);
    // Whether the last row ended inside a quoted cell.
    [[nodiscard]] bool isCut() const { return m_isCut; }

private:
    // Reads one cell; whether the row goes on.
    bool readCell(std::string& cell);

    std::string_view m_text;
    std::size_t m_at = 0;
    bool m_isCut = false;
};

}  // namespace gaplight
