// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/text/code_spans.h"

#include <algorithm>

#include "core/base/markdown.h"
#include "core/base/printable_text.h"

namespace gaplight {
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

}  // namespace gaplight
