// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cut/arg_json.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <simdjson.h>

#include "core/record/event_json.h"

namespace gaplight {
namespace {

using record::appendJsonString;

constexpr std::string_view kMember = " / ";
constexpr std::string_view kDigits = "0123456789";

// Takes digits off the begin of `text`; false where there are none.
bool takeDigits(std::string_view& text) {
    const std::size_t count = std::min(text.find_first_not_of(kDigits), text.size());
    text.remove_prefix(count);
    return count > 0;
}

bool takeOneOf(std::string_view& text, std::string_view characters) {
    const bool found = !text.empty() && characters.find(text.front()) != std::string_view::npos;
    text.remove_prefix(found ? 1 : 0);
    return found;
}

// As RFC 8259 spells numbers.
bool isNumber(std::string_view text) {
    (void)takeOneOf(text, "-");
    const bool beginsWithZero = takeOneOf(text, "0");
    if (!beginsWithZero && !takeDigits(text)) {
        return false;
    }
    if (takeOneOf(text, ".") && !takeDigits(text)) {
        return false;
    }
    if (takeOneOf(text, "eE")) {
        (void)takeOneOf(text, "+-");
        return takeDigits(text) && text.empty();
    }
    return text.empty();
}

// Where lines end only between values, as in text for display.
void appendOnOneLine(std::string_view value, std::string& json) {
    for (std::size_t at = 0; at < value.size(); ++at) {
        if (value[at] != '\n') {
            json += value[at];
            continue;
        }
        while (at + 1 < value.size() && value[at + 1] == ' ') {
            ++at;
        }
    }
}

void appendValue(std::string_view value, bool canBeNested, std::string& json) {
    if (isNumber(value) || value == "true" || value == "false" || value == "null") {
        json += value;
    } else if (canBeNested) {
        appendOnOneLine(value, json);
    } else {
        appendJsonString(json, value);
    }
}

// PyTorch before 1.12 wrote "external id".
bool isSameKey(std::string_view key, std::string_view column) {
    return !key.empty() && !column.empty() && key.substr(1) == column.substr(1) &&
           (key.front() | 0x20) == (column.front() | 0x20);
}

bool isEnclosed(std::string_view value, char open, char close) {
    return value.size() >= 2 && value.front() == open && value.back() == close;
}

// Writes the members of args, those of one object in it together.
class ArgsObject {
public:
    ArgsObject(NestedArgs nested, std::string& json) : m_nested(nested), m_json(json) {}

    void add(const Arg& arg) {
        const std::size_t end = arg.path.find(kMember);
        const bool isMember = end != std::string::npos;
        const std::string_view path(arg.path);
        enter(isMember ? path.substr(0, end) : std::string_view());
        key(isMember ? path.substr(end + kMember.size()) : path);
        // An object directly below args is given by its members.
        const bool isNested =
            isEnclosed(arg.value, '[', ']') || (isMember && isEnclosed(arg.value, '{', '}'));
        appendValue(arg.value, isNested && m_nested == NestedArgs::AsJson, m_json);
    }
    void add(const ArgMember& member) {
        enter({});
        key(member.first);
        m_json += member.second;
    }
    void finish() {
        enter({});
        m_json += m_isEmpty ? "" : "}";
    }

private:
    // Into the object of this key, or out of the one before.
    void enter(std::string_view object) {
        if (object == m_object) {
            return;
        }
        m_json += m_object.empty() ? "" : "}";
        m_object = {};
        if (!object.empty()) {
            key(object);
            m_json += '{';
            m_object = object;
            m_isFirst = true;
        }
    }
    void key(std::string_view key) {
        m_json += m_isEmpty ? "{" : m_isFirst ? "" : ", ";
        m_isEmpty = false;
        m_isFirst = false;
        appendJsonString(m_json, key);
        m_json += ": ";
    }

    NestedArgs m_nested;
    std::string& m_json;
    std::string_view m_object;
    bool m_isEmpty = true;
    bool m_isFirst = false;  // of m_object
};

}  // namespace

void appendArgs(std::span<const Arg> args, std::span<const ArgMember> columns, NestedArgs nested,
                std::string& json) {
    ArgsObject object(nested, json);
    for (const Arg& arg : args) {
        object.add(arg);
    }
    for (const ArgMember& column : columns) {
        const bool isThere = std::any_of(args.begin(), args.end(), [&](const Arg& arg) {
            return isSameKey(arg.path, column.first);
        });
        if (!isThere) {
            object.add(column);
        }
    }
    object.finish();
}

std::string idJson(std::string_view text) {
    constexpr std::size_t kMaxDigits = 18;  // of a number that 64 bits hold
    std::string json;
    if (text.size() <= kMaxDigits && isNumber(text) &&
        text.find_first_of(".eE") == std::string_view::npos && text != "-0") {
        json = text;
    } else {
        appendJsonString(json, text);
    }
    return json;
}

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

}  // namespace gaplight
