// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/event_json.h"

#include <algorithm>
#include <charconv>
#include <cstddef>

#include "core/base/printable_text.h"

namespace gaplight::record {
namespace {

constexpr std::int64_t kNsPerUs = 1'000;

bool isPlain(char c) {
    return c >= ' ' && c <= '~' && c != '"' && c != '\\';
}

void appendEscaped(std::string& json, std::string_view valid) {
    constexpr char kHex[] = "0123456789abcdef";
    for (const char c : valid) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            json += '\\';
            json += c;
        } else if (byte < 0x20) {
            json += "\\u00";
            json += kHex[byte >> 4U];
            json += kHex[byte & 15U];
        } else {
            json += c;
        }
    }
}

}  // namespace

void appendJsonString(std::string& json, std::string_view text) {
    json += '"';
    if (std::all_of(text.begin(), text.end(), isPlain)) {
        json += text;
    } else {
        appendEscaped(json, validUtf8(text));
    }
    json += '"';
}

EventText::EventText(std::string& text, char phase) : m_text(text) {
    m_text += m_text.empty() ? "{\"ph\": \"" : ",\n{\"ph\": \"";
    m_text += phase;
    m_text += '"';
}

EventText::~EventText() noexcept(false) {
    if (std::uncaught_exceptions() == m_exceptions) {
        m_text += m_hasArgs ? "}}" : "}";
    }
}

void EventText::key(std::string_view key) {
    m_text += ", \"";
    m_text += key;
    m_text += "\": ";
}

void EventText::argKey(std::string_view key) {
    m_text += m_hasArgs ? ", \"" : ", \"args\": {\"";
    m_hasArgs = true;
    m_text += key;
    m_text += "\": ";
}

void EventText::number(std::int64_t value) {
    std::array<char, 24> digits{};
    char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    m_text.append(digits.data(), end);
}

void EventText::microseconds(std::int64_t nanoseconds) {
    if (nanoseconds < 0) {
        m_text += '-';
    }
    const std::int64_t whole = nanoseconds / kNsPerUs;
    const std::int64_t rest = nanoseconds % kNsPerUs;
    number(whole < 0 ? -whole : whole);
    const std::int64_t digits = rest < 0 ? -rest : rest;
    m_text += '.';
    m_text += static_cast<char>('0' + digits / 100);
    m_text += static_cast<char>('0' + digits / 10 % 10);
    m_text += static_cast<char>('0' + digits % 10);
}

EventText& EventText::category(std::string_view category) {
    key("cat");
    appendJsonString(m_text, category);
    return *this;
}

EventText& EventText::name(std::string_view name) {
    key("name");
    appendJsonString(m_text, name);
    return *this;
}

EventText& EventText::place(std::int64_t process, std::int64_t thread) {
    key("pid");
    number(process);
    key("tid");
    number(thread);
    return *this;
}

EventText& EventText::time(std::int64_t nanoseconds) {
    key("ts");
    microseconds(nanoseconds);
    return *this;
}

EventText& EventText::span(std::int64_t start, std::int64_t end) {
    time(start);
    key("dur");
    microseconds(std::max<std::int64_t>(nsBetween(start, end), 0));
    return *this;
}

EventText& EventText::field(std::string_view name, std::string_view value) {
    key(name);
    m_text += value;
    return *this;
}

EventText& EventText::arg(std::string_view key, std::int64_t value) {
    argKey(key);
    number(value);
    return *this;
}

EventText& EventText::arg(std::string_view key, std::string_view text) {
    argKey(key);
    appendJsonString(m_text, text);
    return *this;
}

EventText& EventText::arg(std::string_view key, double value) {
    argKey(key);
    std::array<char, 64> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                            std::chars_format::fixed, 6);
    m_text.append(digits.data(), error == std::errc{} ? end : digits.data());
    return *this;
}

EventText& EventText::arg(std::string_view key, const std::array<std::int64_t, 3>& triple) {
    argKey(key);
    const char* before = "[";
    for (const std::int64_t value : triple) {
        m_text += before;
        number(value);
        before = ", ";
    }
    m_text += ']';
    return *this;
}

}  // namespace gaplight::record
