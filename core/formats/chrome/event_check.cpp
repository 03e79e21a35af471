// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/event_check.h"

#include <vector>

#include "core/formats/chrome/event_scan.h"
#include "core/formats/chrome/json/json_characters.h"

namespace gaplight {
namespace {

// What may come next.
enum class Expect : std::uint8_t { Value, KeyOrEnd, Colon, CommaOrEnd };

class EventWalk {
public:
    explicit EventWalk(std::string_view text) : m_text(text) {}

    EventCheck run() {
        while (m_at < m_text.size()) {
            if (isSpace(m_text[m_at])) {
                ++m_at;
                continue;
            }
            m_token = m_at;
            if (!takeToken()) {
                return {m_cut ? EventCheck::Verdict::Open : EventCheck::Verdict::Broken, m_token};
            }
            if (m_isObject.empty()) {
                return {EventCheck::Verdict::Whole, m_at};
            }
        }
        return {EventCheck::Verdict::Open, m_text.size()};
    }

private:
    bool takeToken() {
        switch (m_text[m_at]) {
            case '{':
                return open(true);
            case '[':
                return open(false);
            case '}':
                return close(true);
            case ']':
                return close(false);
            case '"':
                return takeString();
            case ':':
                return advance(Expect::Colon, Expect::Value);
            case ',':
                return takeComma();
            default:
                return takeScalar();
        }
    }

    bool advance(Expect expected, Expect next) {
        if (m_expect != expected) {
            return false;
        }
        m_expect = next;
        ++m_at;
        return true;
    }

    // Commas may be doubled or trail.
    bool takeComma() {
        if (m_expect == Expect::Colon || (m_expect == Expect::Value && inObject())) {
            return false;
        }
        m_expect = inObject() ? Expect::KeyOrEnd : Expect::Value;
        ++m_at;
        return true;
    }

    bool open(bool object) {
        if (m_expect != Expect::Value || (object && isCutEvent())) {
            return false;
        }
        m_isObject.push_back(object);
        m_expect = object ? Expect::KeyOrEnd : Expect::Value;
        ++m_at;
        return true;
    }

    bool close(bool object) {
        const bool mayEnd = m_expect == Expect::CommaOrEnd || m_expect == Expect::KeyOrEnd ||
                            (m_expect == Expect::Value && !inObject());
        if (m_isObject.empty() || m_isObject.back() != object || !mayEnd) {
            return false;
        }
        m_isObject.pop_back();
        m_expect = Expect::CommaOrEnd;
        ++m_at;
        return true;
    }

    bool takeString() {
        if (m_expect != Expect::Value && m_expect != Expect::KeyOrEnd) {
            return false;
        }
        std::size_t at = m_at + 1;
        while (at < m_text.size() && m_text[at] != '"') {
            at += m_text[at] == '\\' ? 2 : 1;
        }
        if (at >= m_text.size()) {
            m_cut = true;
            return false;
        }
        m_at = at + 1;
        m_expect = m_expect == Expect::KeyOrEnd ? Expect::Colon : Expect::CommaOrEnd;
        return true;
    }

    bool takeScalar() {
        if (m_expect != Expect::Value || !isScalarCharacter(m_text[m_at])) {
            return false;
        }
        while (m_at < m_text.size() && isScalarCharacter(m_text[m_at])) {
            ++m_at;
        }
        m_expect = Expect::CommaOrEnd;
        return true;
    }

    [[nodiscard]] bool inObject() const { return !m_isObject.empty() && m_isObject.back(); }

    // At a brace: an array's element that begins with "ph".
    [[nodiscard]] bool isCutEvent() const {
        if (m_isObject.empty() || inObject()) {
            return false;
        }
        std::size_t at = m_at + 1;
        while (at < m_text.size() && isSpace(m_text[at])) {
            ++at;
        }
        return m_text.substr(at, 4) == "\"ph\"";
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::size_t m_token = 0;
    Expect m_expect = Expect::Value;
    bool m_cut = false;
    std::vector<bool> m_isObject;
};

}  // namespace

EventCheck checkEvent(std::string_view text) {
    return EventWalk(text).run();
}

std::size_t findEvent(std::string_view text, std::size_t from) {
    for (std::size_t at = text.find('{', from); at != std::string_view::npos;
         at = text.find('{', at + 1)) {
        if (beginsLikeEvent(text, at) && visibleBefore(text, at) != ':') {
            return at;
        }
    }
    return std::string_view::npos;
}

}  // namespace gaplight
