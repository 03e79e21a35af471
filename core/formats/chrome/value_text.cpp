// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/value_text.h"

#include <algorithm>
#include <cstddef>

#include <simdjson.h>

#include "core/formats/chrome/json/json_text.h"
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

}  // namespace

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

}  // namespace gaplight
