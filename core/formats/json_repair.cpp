// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/json_repair.h"

#include <cctype>
#include <cstddef>
#include <vector>

#include <simdjson.h>

#include "core/base/printable_text.h"

namespace gaplight {
namespace {

constexpr std::size_t kUnicodeDigits = 4;

// The code unit of the \u escape whose backslash is at `at`; empty if it is none.
std::optional<unsigned> codeUnitAt(std::string_view text, std::size_t at) {
    if (text.substr(at, 2) != "\\u" || at + 2 + kUnicodeDigits > text.size()) {
        return std::nullopt;
    }
    unsigned unit = 0;
    for (const char digit : text.substr(at + 2, kUnicodeDigits)) {
        if (std::isxdigit(static_cast<unsigned char>(digit)) == 0) {
            return std::nullopt;
        }
        const int lower = std::tolower(static_cast<unsigned char>(digit));
        unit = unit * 16 + static_cast<unsigned>(lower <= '9' ? lower - '0' : lower - 'a' + 10);
    }
    return unit;
}

// Length of the escape at `at`, of a pair of surrogates the length of both; 0 if it is unknown.
std::size_t escapeLength(std::string_view text, std::size_t at) {
    constexpr std::size_t kUnicode = 2 + kUnicodeDigits;
    const auto unit = codeUnitAt(text, at);
    if (unit) {
        const bool isHigh = *unit >= 0xD800 && *unit < 0xDC00;
        const bool isLow = *unit >= 0xDC00 && *unit < 0xE000;
        const auto next = isHigh ? codeUnitAt(text, at + kUnicode) : std::nullopt;
        const bool isPair = next && *next >= 0xDC00 && *next < 0xE000;
        return isPair ? 2 * kUnicode : isHigh || isLow ? 0 : kUnicode;
    }
    const bool isKnown =
        at + 1 < text.size() &&
        std::string_view("\"\\/bfnrt").find(text[at + 1]) != std::string_view::npos;
    return isKnown ? 2 : 0;
}

// Appends the string that begins at `at`; returns the position after it.
std::size_t appendString(std::string_view text, std::size_t at, std::string& into) {
    into += '"';
    for (++at; at < text.size();) {
        if (text[at] == '"') {
            into += '"';
            return at + 1;
        }
        if (text[at] == '\\') {
            const std::size_t length = escapeLength(text, at);
            into += length == 0 ? std::string_view("\\\\") : text.substr(at, length);
            at += length == 0 ? 1 : length;
            continue;
        }
        into += static_cast<unsigned char>(text[at]) < 0x20 ? ' ' : text[at];
        ++at;
    }
    return at;
}

bool isLetter(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

// Appends the number or word that begins at `at`; returns the position after it.
std::size_t appendBareWord(std::string_view text, std::size_t at, std::string& into) {
    std::size_t end = at;
    while (end < text.size() &&
           (isLetter(text[end]) || std::isdigit(static_cast<unsigned char>(text[end])) != 0 ||
            text[end] == '-' || text[end] == '+' || text[end] == '.')) {
        ++end;
    }
    const std::string_view word = text.substr(at, end - at);
    const bool isSigned = word.starts_with('-') || word.starts_with('+');
    const bool isWord = word.size() > (isSigned ? 1U : 0U) && isLetter(word[isSigned ? 1 : 0]);
    const bool isKnown = word == "true" || word == "false" || word == "null";
    into += isWord && !isKnown ? std::string_view("null") : word;
    return end;
}

}  // namespace

struct JsonCheck::Parser {
    simdjson::dom::parser parser;
};

JsonCheck::JsonCheck() : m_parser(std::make_unique<Parser>()) {}
JsonCheck::~JsonCheck() = default;

bool JsonCheck::isJson(std::string_view text) {
    constexpr std::size_t kParserBytesPerByte = 16;  // its tape and texts, rounded up
    constexpr int kMaxRefusals = 3;
    for (int refusals = 0;; ++refusals) {
        const simdjson::error_code error = m_parser->parser.parse(text.data(), text.size()).error();
        if (error != simdjson::MEMALLOC || refusals == kMaxRefusals) {
            return error == simdjson::SUCCESS;
        }
        // A parser that was refused memory takes the buffers for its own and must not be used
        // again. Where memory stays refused, one of these allocations fails as any other.
        m_parser = std::make_unique<Parser>();
        const std::vector<char> sameMemory(kParserBytesPerByte * text.size());
    }
}

std::optional<std::string> JsonCheck::asJson(std::string_view text) {
    if (isJson(text)) {
        return std::string(text);
    }
    std::string repaired = repairedJson(text);
    return isJson(repaired) ? std::optional(std::move(repaired)) : std::nullopt;
}

std::string repairedJson(std::string_view damaged) {
    const std::string text = validUtf8(damaged);
    std::string repaired;
    repaired.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c == '"') {
            at = appendString(text, at, repaired);
        } else if (isLetter(c) || c == '-' || c == '+' ||
                   std::isdigit(static_cast<unsigned char>(c)) != 0) {
            at = appendBareWord(text, at, repaired);
        } else {
            repaired += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
            ++at;
        }
    }
    return repaired;
}

}  // namespace gaplight
