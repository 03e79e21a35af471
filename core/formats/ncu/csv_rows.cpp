// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/ncu/csv_rows.h"

#include <algorithm>

namespace gaplight {

bool CsvRows::next(std::vector<std::string>& cells) {
    cells.clear();
    while (m_text.substr(std::min(m_at, m_text.size())).starts_with("==")) {
        const std::size_t end = m_text.find('\n', m_at);
        m_at = end == std::string_view::npos ? m_text.size() : end + 1;
    }
    if (m_at >= m_text.size()) {
        return false;
    }
    bool goesOn = true;
    while (goesOn) {
        goesOn = readCell(cells.emplace_back());
    }
    return true;
}

bool CsvRows::readCell(std::string& cell) {
    bool isQuoted = false;
    while (m_at < m_text.size()) {
        const char c = m_text[m_at++];
        if (c == '"') {
            const bool isDoubled = isQuoted && m_at < m_text.size() && m_text[m_at] == '"';
            if (isDoubled) {
                cell += '"';
                ++m_at;
            } else {
                isQuoted = !isQuoted;
            }
        } else if (!isQuoted && c == ',') {
            return true;
        } else if (!isQuoted && c == '\n') {
            return false;
        } else if (isQuoted || c != '\r') {
            cell += c;
        }
    }
    m_isCut = isQuoted;
    return false;
}

}  // namespace gaplight
