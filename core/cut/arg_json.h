// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/trace/event_details.h"

namespace gaplight {

// Decides whether a text is JSON for any reader (RFC 8259 in UTF-8), which Gaplight's own reader of
// events does not require: it reads names with raw control characters, numbers such as NaN, and
// more.
class JsonCheck {
public:
    JsonCheck();
    ~JsonCheck();
    JsonCheck(const JsonCheck&) = delete;
    JsonCheck& operator=(const JsonCheck&) = delete;

    // True if `text` is one value. O(text); keeps memory of its size.
    [[nodiscard]] bool isJson(std::string_view text);

private:
    struct Parser;
    std::unique_ptr<Parser> m_parser;
};

// A member of args: key and JSON.
using ArgMember = std::pair<std::string_view, std::string>;

// Of values of args that look like JSON arrays and objects, which are written.
enum class NestedArgs : std::uint8_t {
    AsJson,     // as they are, unchecked
    AsStrings,  // as strings
};

// Appends args as a JSON object, for whose reader (formats/chrome/event_args.h) they are the same:
// numbers and words of JSON as they are spelled, "key / member" as member of an object `key`, all
// else as strings. A string of the source that is spelled as a number becomes a number. Of
// `columns`, those whose keys are not among the args. Nothing where both are empty.
void appendArgs(std::span<const Arg> args, std::span<const ArgMember> columns, NestedArgs nested,
                std::string& json);

// A number as JSON where `text` is spelled as JSON spells integers, else a string: an id.
[[nodiscard]] std::string idJson(std::string_view text);

}  // namespace gaplight
