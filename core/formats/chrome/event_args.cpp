// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/event_args.h"

#include <algorithm>

#include "core/base/utf8.h"
#include "core/formats/chrome/args_walk.h"
#include "core/formats/chrome/event_scan.h"
#include "core/formats/chrome/json_text.h"
#include "core/formats/chrome/value_text.h"

namespace gaplight {
namespace {

constexpr std::size_t kLongest = std::size_t{16} << 20U;
constexpr std::size_t kFirstRead = 4096;
constexpr char kKeyEnd = '"';  // stands in no spelled key but behind a backslash

// `text` with the padding that tokens need behind it.
std::string padded(std::string_view text) {
    std::string copy;
    copy.reserve(text.size() + kTextPadding);
    copy.append(text);
    copy.append(kTextPadding, '\0');
    return copy;
}

std::string decoded(const Token& token) {
    std::string text;
    decodeJsonString(token.text(), text);
    return text;
}

// Objects directly below args are taken apart, so that their entries can be found by key.
void addEntries(const std::string& above, const Token& object, std::vector<Arg>& entries) {
    walkObject(object, [&](const Token& key, const Token& value) {
        const std::string path = above.empty() ? decoded(key) : above + " / " + decoded(key);
        const bool isObject = value.kind == TokenKind::Nested && *value.begin == '{';
        if (isObject && above.empty()) {
            addEntries(path, value, entries);
        } else {
            entries.push_back({path, valueText(value)});
        }
        return true;
    });
}

}  // namespace

Result<std::string> readEventText(const RandomAccess& source, std::uint64_t offset) {
    std::string text;
    EventScan scan;
    for (std::size_t wanted = kFirstRead;; wanted = std::min(4 * wanted, kLongest)) {
        const std::size_t had = text.size();
        text.resize(wanted);
        const Result<std::size_t> got =
            source.readAt(offset + had, {text.data() + had, wanted - had});
        if (!got) {
            return tl::unexpected(got.error());
        }
        text.resize(had + *got);
        const bool atEnd = text.size() < wanted;
        if (text.empty() || text.front() != '{') {
            return failAt(ErrorCode::NotReadable,
                          "no event begins at byte " + std::to_string(offset) +
                              " any more; the file was changed: open it again",
                          offset);
        }
        if (scan.scan(text, atEnd) != EventScan::Outcome::NeedsMore) {
            text.resize(scan.position());
            return text;
        }
        if (atEnd) {
            return failAt(ErrorCode::NotReadable,
                          "the event at byte " + std::to_string(offset) +
                              " is cut; the file became shorter: open it again",
                          offset);
        }
        if (wanted == kLongest) {
            return failAt(ErrorCode::TooLarge,
                          "the event at byte " + std::to_string(offset) +
                              " is longer than 16 MiB and not shown",
                          offset);
        }
    }
}

Result<std::vector<Arg>> parseArgs(std::string_view eventText) {
    const std::string text = padded(eventText);
    const char* end = text.data() + eventText.size();
    TokenCursor cursor(text.data(), end);
    Token event;
    cursor.skipSpace();
    if (cursor.atEnd() || *cursor.at() != '{' || !cursor.takeValue(event)) {
        return fail(ErrorCode::BadArgument, "the text is not an event object");
    }
    Token args;
    walkObject(event, [&](const Token& key, const Token& value) {
        args = key.text() == "args" ? value : args;
        return true;
    });
    std::vector<Arg> entries;
    if (args.kind == TokenKind::Nested && *args.begin == '{') {
        addEntries({}, args, entries);
        if (entries.empty() && args.length > 2) {
            const std::string_view inside = args.text().substr(1, args.length - 2);
            const bool isBlank = std::all_of(inside.begin(), inside.end(), isSpace);
            if (!isBlank) {
                entries.push_back({"args", validUtf8(args.text())});
            }
        }
    } else if (args.kind != TokenKind::None) {
        entries.push_back({"args", valueText(args)});
    }
    return entries;
}

bool joinArgKeys(std::string_view text, bool atEnd, std::string& joined) {
    EventScan scan;
    if (text.empty() || text.front() != '{' ||
        scan.scan(text, atEnd) != EventScan::Outcome::Ended) {
        return false;
    }
    const char* nested = text.data() + scan.nestedBegin();
    TokenCursor cursor(text.data() + 1, text.data() + scan.position());
    for (;;) {
        cursor.skipSpace();
        if (cursor.take(',')) {
            continue;
        }
        Token key;
        Token value;
        if (cursor.atEnd() || *cursor.at() != '"' || !cursor.takeString(key)) {
            return true;
        }
        cursor.skipSpace();
        if (!cursor.take(':')) {
            return true;
        }
        cursor.skipSpace();
        const char* end = cursor.at() == nested ? text.data() + scan.nestedEnd() : nullptr;
        if (!cursor.takeValue(value, end)) {
            return true;
        }
        if (key.text() == "args") {
            walkObject(value, [&](const Token& name, const Token& /*value*/) {
                joined.append(name.text());
                joined.push_back(kKeyEnd);
                return true;
            });
            return true;
        }
    }
}

std::vector<std::string> splitArgKeys(std::string_view joined) {
    std::vector<std::string> keys;
    std::size_t begin = 0;
    for (std::size_t at = 0; at < joined.size(); ++at) {
        if (joined[at] == '\\') {
            ++at;
        } else if (joined[at] == kKeyEnd) {
            std::string key;
            decodeJsonString(joined.substr(begin, at - begin), key);
            keys.push_back(std::move(key));
            begin = at + 1;
        }
    }
    return keys;
}

}  // namespace gaplight
