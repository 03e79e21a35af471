// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/output_checks.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace gaplight::test {
namespace {

using Json = nlohmann::json;

// Members that may be below zero: differences, delays (a GPU may start before its launch returns),
// times before the trace's start, ids.
bool mayBeNegative(std::string_view key) {
    constexpr std::array<std::string_view, 12> kParts{"delta",  "change", "delay",  "saving",
                                                      "abs_ns", "device", "stream", "offset",
                                                      "growth", "gained", "minor",  "difference"};
    return std::any_of(kParts.begin(), kParts.end(), [&](std::string_view part) {
        return key.find(part) != std::string_view::npos;
    });
}

// The path of a number below zero; empty if there is none.
std::optional<std::string> negativeIn(const Json& json, const std::string& path) {
    // Comparing an unsigned one with 0 takes it for a signed one.
    if (json.is_number() && !json.is_number_unsigned() && json < 0) {
        return path + " = " + json.dump();
    }
    std::size_t at = 0;
    for (const auto& item : json.items()) {
        const std::string key = json.is_object() ? item.key() : std::to_string(at++);
        if (json.is_structured() && !mayBeNegative(key)) {
            if (auto found = negativeIn(item.value(), path + '/' + key)) {
                return found;
            }
        }
    }
    return std::nullopt;
}

bool isVoidElement(std::string_view name) {
    constexpr std::array<std::string_view, 6> kVoid{"meta", "br", "hr", "img", "input", "link"};
    return std::find(kVoid.begin(), kVoid.end(), name) != kVoid.end();
}

// Goes through markup tag by tag.
class MarkupWalk {
public:
    explicit MarkupWalk(std::string_view markup) : m_text(markup) {}

    // What is wrong; empty if nothing is.
    std::string run() {
        while (m_problem.empty()) {
            m_at = m_text.find('<', m_at);
            if (m_at == std::string_view::npos) {
                return m_open.empty() ? "" : "not closed: " + m_open.back();
            }
            takeTag();
        }
        return m_problem;
    }

private:
    void takeTag() {
        const std::string_view rest = m_text.substr(m_at);
        if (rest.starts_with("<!--") || rest.starts_with("<!") || rest.starts_with("<?")) {
            m_at = m_text.find('>', m_at);
            return;
        }
        const bool isEnd = rest.starts_with("</");
        const std::size_t begin = m_at + (isEnd ? 2 : 1);
        m_at = std::min(m_text.find_first_of(" \t\n/>", begin), m_text.size());
        const std::string name(m_text.substr(begin, m_at - begin));
        const bool isName = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
            return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-';
        });
        if (!isName) {
            m_problem = "no tag: " + std::string(rest.substr(0, 40));
            return;
        }
        const bool isEmpty = skipAttributes();
        if (isEnd) {
            closeTag(name);
        } else if (!isEmpty && !isVoidElement(name)) {
            m_open.push_back(name);
            skipRawText(name);
        }
    }

    // To behind the tag; whether it ends with "/>".
    bool skipAttributes() {
        char quote = 0;
        for (; m_at < m_text.size(); ++m_at) {
            const char c = m_text[m_at];
            if (quote != 0) {
                quote = c == quote ? '\0' : quote;
            } else if (c == '"' || c == '\'') {
                if (m_text[m_at - 1] != '=') {
                    m_problem = "a quote that begins no value";
                }
                quote = c;
            } else if (c == '<') {
                m_problem = "a tag inside a tag";
            } else if (c == '>') {
                ++m_at;
                return m_text[m_at - 2] == '/';
            }
        }
        m_problem = "a tag that does not end";
        return false;
    }

    void closeTag(const std::string& name) {
        if (m_open.empty() || m_open.back() != name) {
            m_problem = "</" + name + "> closes " + (m_open.empty() ? "nothing" : m_open.back());
            return;
        }
        m_open.pop_back();
    }

    // The contents of these elements are no markup.
    void skipRawText(const std::string& name) {
        if (name == "style" || name == "script") {
            m_at = std::min(m_text.find("</" + name, m_at), m_text.size());
        }
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::vector<std::string> m_open;
    std::string m_problem;
};

}  // namespace

void checkJson(std::string_view json, std::string_view what, Problems& problems) {
    const Json parsed = Json::parse(json, nullptr, false);
    if (problems.expect(!parsed.is_discarded(), std::string(what) + ": no JSON")) {
        const std::optional<std::string> negative = negativeIn(parsed, "");
        problems.expect(!negative, std::string(what) + ": below zero: " + negative.value_or(""));
    }
}

void checkMarkup(std::string_view markup, std::string_view what, Problems& problems) {
    const std::string wrong = MarkupWalk(markup).run();
    problems.expect(wrong.empty(), std::string(what) + ": " + wrong);
}

void checkCsv(std::string_view csv, std::string_view what, Problems& problems) {
    std::size_t fields = 1;
    std::optional<std::size_t> first;
    bool isQuoted = false;
    for (const char c : csv) {
        isQuoted = c == '"' ? !isQuoted : isQuoted;
        fields += c == ',' && !isQuoted ? 1 : 0;
        if (c == '\n' && !isQuoted) {
            first = first.value_or(fields);
            problems.expect(fields == *first, std::string(what) + ": a record of " +
                                                  std::to_string(fields) + " fields");
            fields = 1;
        }
    }
    problems.expect(!isQuoted && fields == 1, std::string(what) + ": the last record is not ended");
}

void checkPlainText(std::string_view text, std::string_view what, Problems& problems) {
    const auto isControl = [](char c) {
        return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7F;
    };
    problems.expect(std::none_of(text.begin(), text.end(), isControl),
                    std::string(what) + ": a control character");
}

}  // namespace gaplight::test
