// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gaplight {

// A piece of a finding's text: plain words, or code that was written between backticks.
struct TextRun {
    std::string_view text;
    bool code = false;

    friend bool operator==(const TextRun&, const TextRun&) = default;
};

// "try `a_b` or c" → "try ", code "a_b", " or c". A backtick without a partner is a character like
// any other. Views into `text`.
[[nodiscard]] std::vector<TextRun> codeSpans(std::string_view text);

// The same as Markdown in which only the code spans are markup: names from a trace (`a_b`, `<x>`)
// come out as they are written.
[[nodiscard]] std::string codeSpansMarkdown(std::string_view text);

}  // namespace gaplight
