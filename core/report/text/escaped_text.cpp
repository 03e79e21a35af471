// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/text/escaped_text.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <system_error>

#include <fmt/format.h>

#include "core/base/printable_text.h"

namespace gaplight {

namespace {

constexpr std::string_view kBlanks = " ";

// "-2109", "0.25", "1e-7": what to_string and {:g} write.
bool isNumber(std::string_view cell) {
    double value = 0;
    const char* end = cell.data() + cell.size();
    const auto [parsed, error] = std::from_chars(cell.data(), end, value);
    return error == std::errc{} && parsed == end;
}

// Whether a spreadsheet may take the cell for a formula: its first character, blanks aside, is one
// of = + - @, also in their full width forms.
bool isFormula(std::string_view cell) {
    const std::size_t first = cell.find_first_not_of(kBlanks);
    if (first == std::string_view::npos || isNumber(cell)) {
        return false;
    }
    const std::string_view text = cell.substr(first);
    constexpr std::string_view kStarts[] = {"=", "+", "-", "@", "＝", "＋", "－", "＠"};
    return std::any_of(std::begin(kStarts), std::end(kStarts),
                       [&](std::string_view start) { return text.starts_with(start); });
}

// XML has no U+FFFE and U+FFFF (EF BF BE and EF BF BF in UTF-8); U+FFFD is EF BF BD.
std::string withoutNoncharacters(std::string text) {
    for (std::size_t at = text.find("\xEF\xBF"); at != std::string::npos;
         at = text.find("\xEF\xBF", at + 1)) {
        if (static_cast<unsigned char>(text[at + 2]) > 0xBD) {
            text[at + 2] = '\xBD';
        }
    }
    return text;
}

}  // namespace

std::string csvLine(const std::vector<std::string>& cells) {
    std::string line;
    for (const std::string& raw : cells) {
        line += &raw == &cells.front() ? "" : ",";
        const std::string cell = (isFormula(printable(raw)) ? "'" : "") + printable(raw);
        if (cell.find_first_of(",\"") == std::string::npos) {
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

std::string escapedJson(std::string json) {
    const auto isPlain = [](char c) { return static_cast<unsigned char>(c) < 0x7F; };
    if (std::all_of(json.begin(), json.end(), isPlain)) {
        return json;  // no second copy of a long report
    }
    std::string text;
    text.reserve(json.size());
    for (std::size_t at = 0; at < json.size();) {
        if (isPlain(json[at])) {
            text += json[at++];
            continue;
        }
        const std::size_t length = std::max<std::size_t>(utf8SequenceLength(json, at), 1);
        const char32_t character = codePointAt(json, at, length);
        if (isActing(character)) {
            fmt::format_to(std::back_inserter(text), "\\u{:04x}",
                           static_cast<std::uint32_t>(character));
        } else {
            text.append(json, at, length);
        }
        at += length;
    }
    return text;
}

std::string fileUri(std::string_view path) {
    constexpr std::string_view kUnreserved =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
    std::string uri;
    if (path.starts_with('/')) {
        // More slashes would make the first folder the name of a host.
        uri = "file:///";
        path.remove_prefix(std::min(path.find_first_not_of('/'), path.size()));
    }
    for (const char c : path) {
        uri += kUnreserved.find(c) != std::string_view::npos
                   ? std::string(1, c)
                   : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return uri;
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
    for (const char c : withoutNoncharacters(printableLines(text))) {
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
            default:
                safe += c;
        }
    }
    return safe;
}

std::string escapedHtml(std::string_view text) {
    return xmlText(printable(text));
}

namespace {

constexpr char kTick = '`';

void append(std::vector<TextRun>& runs, std::string_view text, bool code) {
    if (!text.empty()) {
        runs.push_back({text, code});
    }
}

// `bar`: what "|" is in code.
std::string spansMarkdown(std::string_view text, std::string_view bar) {
    const std::string safe = printable(text);
    std::string markdown;
    for (const TextRun& run : codeSpans(safe)) {
        if (!run.code) {
            markdown += escapedMarkdown(run.text);
            continue;
        }
        markdown += kTick;
        for (const char c : run.text) {
            markdown += c == '|' ? bar : std::string_view(&c, 1);
        }
        markdown += kTick;
    }
    return markdown;
}

}  // namespace

std::string plainProse(std::string_view text) {
    std::string plain;
    for (const TextRun& run : codeSpans(text)) {
        plain += run.text;
    }
    return plain;
}

std::vector<TextRun> codeSpans(std::string_view text) {
    std::vector<TextRun> runs;
    while (!text.empty()) {
        const std::size_t open = text.find(kTick);
        const std::size_t close =
            open == std::string_view::npos ? open : text.find(kTick, open + 1);
        if (close == std::string_view::npos) {
            break;
        }
        append(runs, text.substr(0, open), false);
        append(runs, text.substr(open + 1, close - open - 1), true);
        text.remove_prefix(close + 1);
    }
    append(runs, text, false);
    return runs;
}

std::string codeSpansMarkdown(std::string_view text) {
    return spansMarkdown(text, "|");
}

std::string codeSpansTableCell(std::string_view text) {
    return spansMarkdown(text, "\\|");
}

std::string codeSpan(std::string_view text) {
    std::string code = printable(text);
    std::replace(code.begin(), code.end(), kTick, '\'');
    return kTick + code + kTick;
}

std::string withPlainSpaces(std::string_view text) {
    constexpr std::string_view kThin = "\u2009";
    std::string plain;
    plain.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(kThin, at), text.size());
        plain.append(text.substr(at, end - at)).append(end < text.size() ? " " : "");
        at = end + kThin.size();
    }
    return plain;
}

}  // namespace gaplight
