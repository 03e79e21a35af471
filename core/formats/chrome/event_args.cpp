// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/event_args.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <simdjson.h>

#include "core/base/exhaustion.h"
#include "core/base/printable_text.h"
#include "core/base/result.h"
#include "core/formats/chrome/event_parser.h"
#include "core/formats/chrome/event_scan.h"
#include "core/formats/chrome/json/json_token.h"

namespace gaplight {
namespace {

constexpr std::size_t kLineWidth = 72;
constexpr std::size_t kIndent = 2;
constexpr std::size_t kMaxIndent = 32;
constexpr std::size_t kMaxDepth = 64;  // deeper values are not laid out

// Writes an array or object with line breaks and indentation.
class IndentedWriter {
public:
    // False where the value cannot be read; text() is then incomplete.
    bool append(simdjson::ondemand::value value, bool isOneLine = false) {
        const std::string_view token = value.raw_json_token();
        if (token.front() == '[') {
            simdjson::ondemand::array array;
            return value.get_array().get(array) == simdjson::SUCCESS &&
                   appendContainer(array, isOneLine);
        }
        if (token.front() == '{') {
            simdjson::ondemand::object object;
            return value.get_object().get(object) == simdjson::SUCCESS &&
                   appendContainer(object, isOneLine);
        }
        if (!isScalarCharacter(token.front()) && token.front() != '"') {
            return false;
        }
        m_text += withoutSpaceBehind(token);
        return true;
    }

    [[nodiscard]] std::string& text() { return m_text; }

private:
    template <class Container>
    bool appendContainer(Container& container, bool isOneLine) {
        std::string_view raw;
        if (++m_depth > kMaxDepth || container.raw_json().get(raw) != simdjson::SUCCESS ||
            container.reset().error() != simdjson::SUCCESS) {
            return false;
        }
        raw = withoutSpaceBehind(raw);
        isOneLine = isOneLine || fitsLine(raw);
        m_text += raw.front();
        bool isFirst = true;
        for (auto item : container) {
            if (!isFirst) {
                m_text += isOneLine ? ", " : ",";
            }
            if (!isOneLine) {
                breakLine();
            }
            if (!appendItem(item, raw, isOneLine)) {
                return false;
            }
            isFirst = false;
        }
        --m_depth;
        if (!isOneLine) {
            breakLine();
        }
        m_text += raw.back();
        return true;
    }

    bool appendItem(simdjson::simdjson_result<simdjson::ondemand::value> element,
                    std::string_view /*raw*/, bool isOneLine) {
        simdjson::ondemand::value value;
        return element.get(value) == simdjson::SUCCESS && append(value, isOneLine);
    }

    bool appendItem(simdjson::simdjson_result<simdjson::ondemand::field> field,
                    std::string_view raw, bool isOneLine) {
        simdjson::ondemand::raw_json_string key;
        simdjson::ondemand::value value;
        if (field.key().get(key) != simdjson::SUCCESS ||
            field.value().get(value) != simdjson::SUCCESS) {
            return false;
        }
        Token keyToken;
        TokenCursor cursor(key.raw() - 1, raw.data() + raw.size());
        if (!cursor.takeString(keyToken)) {
            return false;
        }
        m_text.append(1, '"').append(keyToken.text()).append("\": ");
        return append(value, isOneLine);
    }

    static std::string_view withoutSpaceBehind(std::string_view token) {
        while (!token.empty() && isSpace(token.back())) {
            token.remove_suffix(1);
        }
        return token;
    }

    static bool fitsLine(std::string_view raw) {
        std::string compact(raw.size(), '\0');
        std::size_t width = 0;
        return simdjson::minify(raw.data(), raw.size(), compact.data(), width) ==
                   simdjson::SUCCESS &&
               width < kLineWidth;
    }

    void breakLine() {
        m_text += '\n';
        m_text.append(std::min(kIndent * m_depth, kMaxIndent), ' ');
    }

    std::string m_text;
    std::size_t m_depth = 0;
};

// The text displayed for one JSON value. Strings lose their quotes and escapes; numbers and
// literals keep their spelling. Arrays and objects stay JSON: on one line if they have less than
// 72 characters, else one element a line, indented by depth. An array or object that cannot be
// read is returned unchanged.
//
// `json`: spelling of the value without white space around it, valid UTF-8, readable kTextPadding
// bytes beyond its end. Cost: O(length × depth).
std::string valueText(std::string_view json) {
    if (json.starts_with('"')) {
        std::string text;
        const std::size_t inside = json.size() > 1 && json.ends_with('"') ? json.size() - 2 : 0;
        decodeJsonString(json.substr(1, inside), text);
        return text;
    }
    if (json.starts_with('[') || json.starts_with('{')) {
        simdjson::ondemand::parser parser;
        simdjson::ondemand::document document;
        simdjson::ondemand::value value;
        IndentedWriter writer;
        if (parser.iterate(json.data(), json.size(), json.size() + kTextPadding).get(document) ==
                simdjson::SUCCESS &&
            document.get_value().get(value) == simdjson::SUCCESS && writer.append(value)) {
            return std::move(writer.text());
        }
    }
    return std::string(json);
}

namespace ondemand = simdjson::ondemand;

constexpr std::size_t kLongest = std::size_t{16} << 20U;
constexpr std::size_t kFirstRead = 4096;
constexpr char kKeyEnd = '"';  // within a key as spelled, only after a backslash

// `text` with the padding that tokens need after it.
std::string padded(std::string_view text) {
    std::string copy;
    copy.reserve(text.size() + kTextPadding);
    copy.append(text);
    copy.append(kTextPadding, '\0');
    return copy;
}

// What simdjson refuses and the reader of events accepts: bytes that are not UTF-8 become U+FFFD,
// control characters a space.
std::string readable(std::string_view json) {
    std::string text = validUtf8(json);
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    return text;
}

std::string decoded(const Token& token) {
    std::string text;
    decodeJsonString(token.text(), text);
    return text;
}

// Reads the entries of an object. Damage ends the reading: the unread rest becomes one entry.
class EntryReader {
public:
    explicit EntryReader(std::vector<Arg>& entries) : m_entries(entries) {}

    // `json`: the object's text, as of valueText; `above`: its key, empty for args. An object
    // directly below args gives one entry for each of its own, "key / inner key".
    void read(std::string_view json, const std::string& above) {
        ondemand::parser parser;
        ondemand::document document;
        ondemand::object object;
        const char* end = json.data() + json.size();
        const char* readTo = json.data();
        const simdjson::error_code begun =
            parser.iterate(json.data(), json.size(), json.size() + kTextPadding).get(document);
        if (begun == simdjson::MEMALLOC) {
            continueAsBadAlloc();  // no damage of the text
        }
        if (begun == simdjson::SUCCESS && document.get_object().get(object) == simdjson::SUCCESS) {
            for (auto field : object) {
                ondemand::raw_json_string rawKey;
                ondemand::value value;
                if (field.key().get(rawKey) != simdjson::SUCCESS ||
                    field.value().get(value) != simdjson::SUCCESS) {
                    break;
                }
                const std::string_view text = spellingOf(value);
                Token key;
                TokenCursor cursor(rawKey.raw() - 1, end);
                if (text.empty() || !cursor.takeString(key)) {
                    break;
                }
                readTo = text.data() + text.size();
                add(above.empty() ? decoded(key) : above + " / " + decoded(key), text,
                    above.empty());
            }
        }
        addRest({readTo, static_cast<std::size_t>(end - readTo)}, above);
    }

private:
    void add(std::string path, std::string_view value, bool takesObjectsApart) {
        if (takesObjectsApart && value.front() == '{') {
            read(value, path);
        } else {
            m_entries.push_back({std::move(path), valueText(value)});
        }
    }

    void addRest(std::string_view rest, const std::string& above) {
        const std::size_t begin = rest.find_first_not_of(" ,");
        if (rest.find_first_not_of(" ,{}") != std::string_view::npos) {
            m_entries.push_back({above.empty() ? "args" : above, std::string(rest.substr(begin))});
        }
    }

    // Empty where no value is there.
    static std::string_view spellingOf(ondemand::value& value) {
        std::string_view text = value.raw_json_token();
        ondemand::array array;
        ondemand::object object;
        if (text.front() == '[' && (value.get_array().get(array) != simdjson::SUCCESS ||
                                    array.raw_json().get(text) != simdjson::SUCCESS)) {
            return {};
        }
        if (text.front() == '{' && (value.get_object().get(object) != simdjson::SUCCESS ||
                                    object.raw_json().get(text) != simdjson::SUCCESS)) {
            return {};
        }
        while (!text.empty() && isSpace(text.back())) {
            text.remove_suffix(1);
        }
        const bool isValue = !text.empty() && (isScalarCharacter(text.front()) ||
                                               std::string_view("\"[{").find(text.front()) !=
                                                   std::string_view::npos);
        return isValue ? text : std::string_view();
    }

    std::vector<Arg>& m_entries;
};

}  // namespace

Result<std::string> readEventText(const RandomAccess& source, std::uint64_t offset) {
    std::string text;
    EventScan scan;
    for (std::size_t wanted = kFirstRead;; wanted = std::min(4 * wanted, kLongest)) {
        const std::size_t had = text.size();
        text.resize(wanted);
        const std::size_t got = TRY(source.readAt(offset + had, {text.data() + had, wanted - had}));
        text.resize(had + got);
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
    const std::string event = padded(eventText);
    EventLayout layout;
    EventFields fields;
    if (!readEventFields({event.data(), eventText.size()},
                         {0, static_cast<std::uint32_t>(eventText.size()), 0, 0}, layout, fields)) {
        return fail(ErrorCode::BadArgument, "the text is not an event object");
    }
    const Token& args = fields[Field::Args];
    std::vector<Arg> entries;
    if (args.kind == TokenKind::String) {
        entries.push_back({"args", decoded(args)});
    } else if (args.kind != TokenKind::None) {
        const std::string json = padded(readable(args.text()));
        const std::string_view value(json.data(), json.size() - kTextPadding);
        if (value.front() == '{') {
            EntryReader(entries).read(value, {});
        } else {
            entries.push_back({"args", valueText(value)});
        }
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
            const bool isObject = value.kind == TokenKind::Nested && *value.begin == '{';
            if (value.kind != TokenKind::None && !isObject) {
                joined.append("args").push_back(kKeyEnd);  // as parseArgs() names it
            }
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
