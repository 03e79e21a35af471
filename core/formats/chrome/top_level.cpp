// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/top_level.h"

#include "core/formats/chrome/json/json_characters.h"

namespace gaplight {
namespace {

constexpr std::size_t kKeyBytes = 1024;

}  // namespace

TopLevel::Next TopLevel::read(const SplitText& text, std::size_t& at) {
    while (at < text.size()) {
        const char c = text.text[at];
        if (c == '{' && (m_inString || m_state == State::Key || m_state == State::After)) {
            if (text.needsLookahead(at)) {
                return Next::MoreText;
            }
            const bool mayBegin = m_inString || m_state == State::Key || m_previous == ',';
            if (mayBegin && m_previous != ':' && beginsLikeEvent(text.text, at)) {
                reportOdd(text, at, IssueKind::Resynchronized);
                return Next::Event;
            }
        }
        const Next next = take(text, at, c);
        m_previous = isSpace(c) ? m_previous : c;
        if (next != Next::MoreText) {
            return next;
        }
    }
    return Next::MoreText;
}

TopLevel::Next TopLevel::take(const SplitText& text, std::size_t& at, char c) {
    if (m_inString) {
        takeStringCharacter(c);
        ++at;
        return Next::MoreText;
    }
    switch (m_state) {
        case State::Before:
            return takeBefore(at, c);
        case State::Key:
            return takeKey(text, at, c);
        case State::Colon:
            m_state = c == ':' ? State::Value : m_state;
            if (c == ':' || isSpace(c)) {
                ++at;
            } else {
                reportOdd(text, at, IssueKind::Resynchronized);
                m_state = State::Key;
            }
            return Next::MoreText;
        case State::Value:
            return takeValue(at, c);
        case State::InValue:
            return takeInValue(at, c);
        default:
            return takeAfter(text, at, c);
    }
}

TopLevel::Next TopLevel::takeBefore(std::size_t& at, char c) {
    ++at;
    if (c == '{') {
        m_state = State::Key;
    } else if (c == '[') {
        m_isArrayForm = true;
        return Next::Array;
    }
    return Next::MoreText;
}

TopLevel::Next TopLevel::takeKey(const SplitText& text, std::size_t& at, char c) {
    if (c == '"') {
        m_key.clear();
        m_inString = true;
        m_reportedOdd = false;
    } else if (c == '}') {
        m_state = State::After;
    } else if (c != ',' && !isSpace(c)) {
        reportOdd(text, at, IssueKind::Resynchronized);
    }
    ++at;
    return Next::MoreText;
}

// Serves keys and the strings of values.
void TopLevel::takeStringCharacter(char c) {
    const bool ends = c == '"' && !m_escaped;
    m_escaped = c == '\\' && !m_escaped;
    m_inString = !ends;
    if (m_state == State::InValue) {
        keep(c);
        if (ends && m_depth == 0) {
            endValue();
        }
    } else if (ends) {
        m_state = State::Colon;
    } else if (m_key.size() < kKeyBytes) {
        m_key += c;
    }
}

TopLevel::Next TopLevel::takeValue(std::size_t& at, char c) {
    if (c == '[' && m_key == "traceEvents") {
        ++at;
        return Next::Array;
    }
    if (isSpace(c)) {
        ++at;
        return Next::MoreText;
    }
    m_value.clear();
    m_keeping = m_key != "stackFrames" && m_values.size() < kValues;
    m_depth = 0;
    m_state = State::InValue;
    return takeInValue(at, c);
}

TopLevel::Next TopLevel::takeInValue(std::size_t& at, char c) {
    const bool ends = m_depth == 0 && (c == ',' || c == '}' || c == ']');
    if (ends) {
        endValue();
        return Next::MoreText;
    }
    keep(c);
    ++at;
    m_inString = c == '"';
    m_depth += c == '{' || c == '[' ? 1 : 0;
    if (c == '}' || c == ']') {
        if (--m_depth == 0) {
            endValue();
        }
    }
    return Next::MoreText;
}

void TopLevel::keep(char c) {
    if (!m_keeping) {
        return;
    }
    m_value += c;
    if (m_value.size() > kValueBytes) {
        m_keeping = false;
        m_value = std::string();
    }
}

void TopLevel::endValue() {
    m_state = State::Key;
    if (!m_keeping) {
        return;
    }
    while (!m_value.empty() && isSpace(m_value.back())) {
        m_value.pop_back();
    }
    m_values.emplace_back(m_key, m_value);
}

TopLevel::Next TopLevel::takeAfter(const SplitText& text, std::size_t& at, char c) {
    if (!isSpace(c)) {
        reportOdd(text, at, IssueKind::TrailingText);
    }
    ++at;
    if (c == '{') {
        m_state = State::Key;
    } else if (c == '[') {
        return Next::Array;
    }
    return Next::MoreText;
}

void TopLevel::enterArray() {
    m_inString = false;
    m_escaped = false;
    m_previous = 0;
}

void TopLevel::leaveArray() {
    m_state = m_isArrayForm ? State::After : State::Key;
    m_reportedOdd = false;
}

void TopLevel::finish(const SplitText& text) {
    if (m_state != State::Before && m_state != State::After) {
        m_issues.record(IssueKind::Truncated, text.offsetOf(text.size()),
                        "the file ends inside its top-level object");
    }
}

void TopLevel::reportOdd(const SplitText& text, std::size_t at, IssueKind kind) {
    if (!m_reportedOdd) {
        m_issues.record(kind, text.offsetOf(at), text.text.substr(at, ImportIssues::kExampleBytes));
    }
    m_reportedOdd = true;
}

}  // namespace gaplight
