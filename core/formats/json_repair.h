// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

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
    // `text` as it is if it is JSON, else repaired; empty if it cannot be.
    [[nodiscard]] std::optional<std::string> asJson(std::string_view text);

private:
    struct Parser;
    std::unique_ptr<Parser> m_parser;
};

// `text` with what Gaplight's reader shows in the place of damage: U+FFFD for bytes that are no
// UTF-8, a space for a raw control character, "\\\\" for the backslash of an unknown escape; and
// null for a bare word that JSON does not know (NaN, Infinity).
[[nodiscard]] std::string repairedJson(std::string_view text);

}  // namespace gaplight
