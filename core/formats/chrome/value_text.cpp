// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/value_text.h"

#include <algorithm>
#include <string_view>

#include "core/base/utf8.h"
#include "core/formats/chrome/json_text.h"

namespace gaplight {
namespace {

constexpr std::size_t kLineWidth = 72;
constexpr std::size_t kIndent = 2;
constexpr std::size_t kDeepestIndent = 32;

// Lays nested JSON out by its brackets and commas alone, so that damaged text passes through.
class Layout {
public:
    explicit Layout(std::string_view json) : m_json(json) {}

    std::string run() {
        while (m_at < m_json.size()) {
            const char c = m_json[m_at];
            if (c == '"') {
                copyString();
            } else if (c == '{' || c == '[') {
                open();
            } else if (c == '}' || c == ']') {
                close(c);
            } else if (c == ',') {
                takeComma();
            } else if (c == ':') {
                m_text += ": ";
                ++m_at;
            } else {
                m_text.append(isSpace(c) ? 0 : 1, c);
                ++m_at;
            }
        }
        return validUtf8(m_text);
    }

private:
    void takeComma() {
        ++m_at;
        m_text += m_isOneLine ? ", " : ",";
        if (!m_isOneLine) {
            breakLine();
        }
    }

    void copyString() {
        const std::size_t end = stringEnd(m_at);
        m_text += m_json.substr(m_at, end - m_at);
        m_at = end;
    }

    [[nodiscard]] std::size_t stringEnd(std::size_t at) const {
        ++at;
        while (at < m_json.size() && m_json[at] != '"') {
            at += m_json[at] == '\\' ? 2 : 1;
        }
        return std::min(at + 1, m_json.size());
    }

    // One past the bracket that closes the one at `at`, if that comes within a line's width.
    [[nodiscard]] bool fitsLine() const {
        std::size_t depth = 0;
        std::size_t width = 0;
        for (std::size_t at = m_at; at < m_json.size() && width < kLineWidth;) {
            const char c = m_json[at];
            const std::size_t next = c == '"' ? stringEnd(at) : at + 1;
            width += isSpace(c) ? 0 : next - at;
            depth += c == '{' || c == '[' ? 1 : 0;
            if ((c == '}' || c == ']') && --depth == 0) {
                return width < kLineWidth;
            }
            at = next;
        }
        return false;
    }

    void open() {
        m_oneLineFrom = !m_isOneLine && fitsLine() ? m_depth : m_oneLineFrom;
        m_isOneLine = m_isOneLine || m_oneLineFrom == m_depth;
        ++m_depth;
        m_text += m_json[m_at++];
        if (!m_isOneLine) {
            breakLine();
        }
    }

    void close(char c) {
        m_depth -= m_depth > 0 ? 1 : 0;
        if (!m_isOneLine) {
            breakLine();
        }
        if (m_isOneLine && m_depth == m_oneLineFrom) {
            m_isOneLine = false;
            m_oneLineFrom = kNowhere;
        }
        m_text += c;
        ++m_at;
    }

    void breakLine() {
        m_text += '\n';
        m_text.append(std::min(kIndent * m_depth, kDeepestIndent), ' ');
    }

    static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

    std::string_view m_json;
    std::size_t m_at = 0;
    std::size_t m_depth = 0;
    bool m_isOneLine = false;
    std::size_t m_oneLineFrom = kNowhere;
    std::string m_text;
};

}  // namespace

std::string valueText(const Token& value) {
    switch (value.kind) {
        case TokenKind::None:
            return "null";
        case TokenKind::Scalar:
            return validUtf8(value.text());
        case TokenKind::Nested:
            return Layout(value.text()).run();
        case TokenKind::String:
            break;
    }
    std::string text;
    decodeJsonString(value.text(), text);
    return text;
}

}  // namespace gaplight
