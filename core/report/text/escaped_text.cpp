// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/text/escaped_text.h"

#include "core/base/utf8.h"
#include "core/report/text/report_page.h"

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

std::string shellWord(std::string_view word) {
    // '=' and '~' are special to some shells at the start of a word.
    constexpr std::string_view kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./,:=#+%@";
    const bool isPlain = !word.empty() && word.front() != '=' && word.front() != '#' &&
                         word.find_first_not_of(kPlain) == std::string_view::npos;
    if (isPlain) {
        return std::string(word);
    }
    std::string text = "'";
    for (const char c : word) {
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return text + "'";
}

std::string xmlText(std::string_view text) {
    std::string safe;
    for (const char c : validUtf8(text)) {
        switch (c) {
            case '&':
                safe += "&amp;";
                break;
            case '<':
                safe += "&lt;";
                break;
            case '>':
                safe += "&gt;";
                break;
            case '"':
                safe += "&quot;";
                break;
            default: {
                const bool isControl =
                    static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t';
                safe += isControl ? std::string("\xef\xbf\xbd") : std::string(1, c);
            }
        }
    }
    return safe;
}

std::string escapedHtml(std::string_view text) {
    return xmlText(printable(text));
}

}  // namespace gaplight
