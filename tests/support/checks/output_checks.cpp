// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/checks/output_checks.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <vector>

#include <simdjson.h>
#include <nlohmann/json.hpp>

namespace gaplight::test {
namespace {

using Json = nlohmann::json;

// Members that may be below zero: differences, delays (a GPU may start before its launch returns),
// times before the trace's start, times of other ranks on the clock of the first, how their clocks
// drift, ids.
bool mayBeNegative(std::string_view key) {
    constexpr std::array<std::string_view, 15> kParts{
        "delta",  "change", "delay", "saving",     "abs_ns", "device",  "stream", "offset",
        "growth", "gained", "minor", "difference", "_more_", "arrival", "drift"};
    return std::any_of(kParts.begin(), kParts.end(), [&](std::string_view part) {
        return key.find(part) != std::string_view::npos;
    });
}

// Looks for a number below zero.
class NegativeNumbers {
public:
    // The path and the value of the first one; empty if there is none.
    std::string findIn(simdjson::dom::element json) {
        if (isNegative(json)) {
            return textOf(json);
        }
        if (json.is_array()) {
            std::size_t at = 0;
            for (const simdjson::dom::element item : json.get_array()) {
                if (std::string found = findAt(std::to_string(at++), item); !found.empty()) {
                    return found;
                }
            }
        } else if (json.is_object()) {
            for (const auto& [key, value] : json.get_object()) {
                if (std::string found = findAt(key, value); !found.empty()) {
                    return found;
                }
            }
        }
        return {};
    }

private:
    static bool isNegative(simdjson::dom::element json) {
        return (json.is_int64() && json.get_int64() < 0) ||
               (json.is_double() && json.get_double() < 0);
    }

    std::string findAt(std::string_view key, simdjson::dom::element value) {
        const bool isOtherClock = m_ranks > 0 && (key == "begin_ns" || key == "end_ns");
        if (mayBeNegative(key) || isOtherClock) {
            return {};
        }
        const std::size_t ranks = key == "per_rank" ? 1 : 0;
        m_path.emplace_back(key);
        m_ranks += ranks;
        std::string found = findIn(value);
        m_ranks -= ranks;
        m_path.pop_back();
        return found;
    }

    std::string textOf(simdjson::dom::element number) const {
        std::string text;
        for (const std::string& key : m_path) {
            text += '/' + key;
        }
        return text + " = " + simdjson::minify(number);
    }

    std::vector<std::string> m_path;
    std::size_t m_ranks = 0;  // parts of the path that are "per_rank"
};

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

// Position behind the code span that begins with the backticks at `at`, or behind those where they
// begin none: it ends with as many.
std::size_t skipCode(std::string_view line, std::size_t at) {
    const auto endOfTicks = [&](std::size_t from) {
        return std::min(line.find_first_not_of('`', from), line.size());
    };
    const std::size_t begin = endOfTicks(at);
    for (std::size_t tick = line.find('`', begin); tick != std::string_view::npos;) {
        const std::size_t end = endOfTicks(tick);
        if (end - tick == begin - at) {
            return end;
        }
        tick = line.find('`', end);
    }
    return begin;
}

// Whether a line of Markdown has a tag of HTML, or an address between "<" and ">" that is no
// link's.
bool hasRawMarkup(std::string_view line) {
    for (std::size_t at = 0; at < line.size();) {
        const char c = line[at];
        const char next = at + 1 < line.size() ? line[at + 1] : ' ';
        const bool beginsTag = std::isalpha(static_cast<unsigned char>(next)) != 0 || next == '/' ||
                               next == '!' || next == '?';
        if (c == '<' && beginsTag && !line.substr(0, at).ends_with("](")) {
            return true;
        }
        at = c == '`' ? skipCode(line, at) : at + (c == '\\' ? 2 : 1);
    }
    return false;
}

// Of a row of a table: one "|" more than cells.
std::size_t barsOf(std::string_view row) {
    std::size_t bars = 0;
    for (std::size_t at = 0; at < row.size(); ++at) {
        bars += row[at] == '|' && (at == 0 || row[at - 1] != '\\') ? 1 : 0;
    }
    return bars;
}

}  // namespace

void checkJson(std::string_view json, std::string_view what, Problems& problems) {
    // This library, since outputs are checked by the hundred thousand under sanitizers.
    simdjson::dom::parser parser;
    simdjson::dom::element parsed;
    const auto error = parser.parse(json.data(), json.size()).get(parsed);
    if (problems.expect(!error, std::string(what) + ": no JSON: " + error_message(error))) {
        const std::string negative = NegativeNumbers().findIn(parsed);
        problems.expect(negative.empty(), std::string(what) + ": below zero: " + negative);
    }
}

void checkJsonSyntax(std::string_view json, std::string_view what, Problems& problems) {
    try {
        [[maybe_unused]] const Json parsed = Json::parse(json);
    } catch (const Json::out_of_range&) {
        // 1e999 is JSON, too.
    } catch (const Json::parse_error& error) {
        // "\ud800" is JSON, though no text.
        const std::string why = error.what();
        problems.expect(why.find("surrogate") != std::string::npos,
                        std::string(what) + ": no JSON: " + why);
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

void checkMarkdown(std::string_view markdown, std::string_view what, Problems& problems) {
    const std::string name(what);
    problems.expect(!markdown.empty(), name + ": empty");
    checkPlainText(markdown, what, problems);
    std::size_t row = 0;  // of the present table
    std::size_t bars = 0;
    while (!markdown.empty()) {
        const std::size_t end = std::min(markdown.find('\n'), markdown.size());
        const std::string_view line = markdown.substr(0, end);
        markdown.remove_prefix(std::min(end + 1, markdown.size()));
        const auto expectLine = [&](bool holds, std::string_view wrong) {
            if (!holds) {
                problems.expect(false, name + std::string(wrong) + std::string(line));
            }
        };
        expectLine(!hasRawMarkup(line), ": markup in ");
        if (!line.starts_with('|')) {
            problems.expect(row != 1, name + ": a table without a rule");
            row = 0;
            continue;
        }
        bars = row == 0 ? barsOf(line) : bars;
        expectLine(barsOf(line) == bars && bars > 1 && line.ends_with('|'),
                   ": a row of another length: ");
        expectLine(row != 1 || line.find_first_not_of("|-: ") == std::string_view::npos,
                   ": no rule: ");
        ++row;
    }
}

void checkPlainText(std::string_view text, std::string_view what, Problems& problems) {
    const auto isControl = [](char c) {
        return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7F;
    };
    problems.expect(std::none_of(text.begin(), text.end(), isControl),
                    std::string(what) + ": a control character");
}

}  // namespace gaplight::test
