// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/import_issue.h"
#include "core/formats/chrome/split_text.h"

namespace gaplight {

// Parser of the text around the events: the top-level object with its other values, or the bare
// array, and any text behind it. Reads one character at a time; keeps the current value only.
class TopLevel {
public:
    enum class Next : std::uint8_t {
        MoreText,  // all of the text is done with, up to `at`
        Array,     // `at` is behind the [ of an event array
        Event,     // `at` is the brace of an event that begins where none should
    };

    // Values longer than kValueBytes, more than kValues, and `stackFrames` are not kept.
    static constexpr std::size_t kValueBytes = std::size_t{1} << 20U;
    static constexpr std::size_t kValues = 256;

    Next read(const SplitText& text, std::size_t& at);
    // Events follow, or have ended.
    void enterArray();
    void leaveArray();
    void finish(const SplitText& text);

    [[nodiscard]] bool isArrayForm() const { return m_isArrayForm; }
    [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& values() const {
        return m_values;
    }
    [[nodiscard]] const ImportIssues& issues() const { return m_issues; }

private:
    enum class State : std::uint8_t { Before, Key, InKey, Colon, Value, InValue, After };

    Next take(const SplitText& text, std::size_t& at, char c);
    Next takeBefore(std::size_t& at, char c);
    Next takeKey(const SplitText& text, std::size_t& at, char c);
    Next takeValue(std::size_t& at, char c);
    Next takeInValue(std::size_t& at, char c);
    Next takeAfter(const SplitText& text, std::size_t& at, char c);
    void takeStringCharacter(char c);
    [[nodiscard]] bool inString() const { return m_inString; }
    void keep(char c);
    void endValue();
    void reportOdd(const SplitText& text, std::size_t at, IssueKind kind);

    State m_state = State::Before;
    bool m_isArrayForm = false;
    bool m_reportedOdd = false;  // this run of odd text
    bool m_inString = false;
    bool m_escaped = false;
    bool m_keeping = false;
    int m_depth = 0;
    char m_previous = 0;  // last visible character
    std::string m_key;
    std::string m_value;
    std::vector<std::pair<std::string, std::string>> m_values;
    ImportIssues m_issues;
};

}  // namespace gaplight
