// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/search.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/base/result.h"

namespace gaplight {
namespace {

constexpr std::string_view kSpaces = " \t";
constexpr std::string_view kDuration = "dur";
constexpr std::array<std::string_view, 5> kComparisons{">=", "<=", ">", "<", "="};

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(kSpaces);
    return first == std::string_view::npos
               ? std::string_view()
               : text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

// Cuts the first `size` bytes and the spaces after them off `text`.
void skip(std::string_view& text, std::size_t size) {
    text.remove_prefix(size);
    text.remove_prefix(std::min(text.find_first_not_of(kSpaces), text.size()));
}

// Length of the value that `text` begins with.
std::size_t valueLength(std::string_view text) {
    int depth = 0;
    bool isQuoted = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '"') {
            isQuoted = !isQuoted;
        } else if (isQuoted) {
            continue;
        } else if (c == '[' || c == '{' || c == '(') {
            ++depth;
        } else if (c == ']' || c == '}' || c == ')') {
            --depth;
        } else if (depth <= 0 && kSpaces.find(c) != std::string_view::npos) {
            return at;
        }
    }
    return text.size();
}

std::string withoutQuotes(std::string_view text) {
    std::string plain(text);
    std::erase(plain, '"');
    return plain;
}

class QueryParser {
public:
    explicit QueryParser(std::string_view text) : m_rest(text) {}

    Result<ParsedQuery> parse() {
        bool startsWord = true;
        while (!m_rest.empty()) {
            if (startsWord) {
                if (TRY(takeDuration())) {
                    continue;
                }
            }
            if (takeArg()) {
                startsWord = true;
                continue;
            }
            startsWord = kSpaces.find(m_rest.front()) != std::string_view::npos;
            m_text += m_rest.front();
            m_rest.remove_prefix(1);
        }
        endText();
        return std::move(m_query);
    }

private:
    Result<bool> takeDuration() {
        std::string_view rest = m_rest;
        if (!rest.starts_with(kDuration)) {
            return false;
        }
        skip(rest, kDuration.size());
        const auto comparison =
            std::find_if(kComparisons.begin(), kComparisons.end(),
                         [&](std::string_view one) { return rest.starts_with(one); });
        if (comparison == kComparisons.end() || rest.starts_with("==")) {
            return false;
        }
        skip(rest, comparison->size());
        const std::size_t size = std::min(rest.find_first_of(kSpaces), rest.size());
        const std::string_view value = rest.substr(0, size);
        const Result<Duration> limit = parseDuration(value);
        if (!limit) {
            return fail(ErrorCode::BadArgument,
                        fmt::format("'dur{}{}': expected a duration with its unit, as in dur{}50us",
                                    *comparison, value, *comparison));
        }
        bound(*comparison, *limit);
        endText();
        skip(rest, size);
        m_rest = rest;
        return true;
    }

    void bound(std::string_view comparison, Duration limit) {
        const bool isStrict = comparison.size() == 1;
        if (comparison.front() != '<') {
            const bool isAbove = isStrict && comparison.front() == '>';
            m_query.shortest = std::max(m_query.shortest, limit + Duration(isAbove ? 1 : 0));
        }
        if (comparison.front() != '>') {
            const bool isBelow = isStrict && comparison.front() == '<';
            m_query.longest = std::min(m_query.longest, limit - Duration(isBelow ? 1 : 0));
        }
    }

    // "=" that separates a key, which m_text ends with, from a value.
    bool takeArg() {
        constexpr std::string_view kOperators = "=<>!";
        const std::string_view before = trimmed(m_text);
        if (m_rest.front() != '=' || before.empty() ||
            kOperators.find(before.back()) != std::string_view::npos) {
            return false;
        }
        std::string_view rest = m_rest.substr(1);
        if (rest.empty() || kOperators.find(rest.front()) != std::string_view::npos ||
            kSpaces.find(rest.front()) != std::string_view::npos) {
            return false;
        }
        const std::size_t size = valueLength(rest);
        m_query.args.push_back({withoutQuotes(before), withoutQuotes(rest.substr(0, size))});
        m_text.clear();
        skip(rest, size);
        m_rest = rest;
        return true;
    }

    void endText() {
        if (const std::string_view text = trimmed(m_text); !text.empty()) {
            m_query.texts.emplace_back(text);
        }
        m_text.clear();
    }

    std::string_view m_rest;
    std::string m_text;  // since the last condition
    ParsedQuery m_query;
};

}  // namespace

Result<ParsedQuery> parseQuery(std::string_view text) {
    return QueryParser(text).parse();
}

namespace {

// Caches per string and per category whether it matches.
class MatchedNames {
public:
    MatchedNames(const Trace& trace, const TextPattern& pattern)
        : m_trace(trace), m_pattern(pattern), m_answers(trace.strings().size(), kNotMatchedYet) {
        for (const Category& category : trace.categories()) {
            const bool yes = matchesName(category.name);
            m_categories.push_back(yes ? 1 : 0);
            m_anyCategory = m_anyCategory || yes;
        }
    }

    bool matches(StringId name, std::uint16_t category) {
        return (m_anyCategory && m_categories[category] != 0) || matchesName(name);
    }

private:
    static constexpr std::uint8_t kNo = 0;
    static constexpr std::uint8_t kYes = 1;
    static constexpr std::uint8_t kNotMatchedYet = 2;

    bool matchesName(StringId name) {
        if (!name.isValid()) {
            return false;
        }
        std::uint8_t& answer = m_answers[name.index()];
        if (answer == kNotMatchedYet) {
            answer = m_pattern.matches(m_trace.text(name)) ? kYes : kNo;
        }
        return answer == kYes;
    }

    const Trace& m_trace;
    const TextPattern& m_pattern;
    std::vector<std::uint8_t> m_answers;
    std::vector<std::uint8_t> m_categories;
    bool m_anyCategory = false;
};

}  // namespace

Result<TextPattern> patternOf(const SearchQuery& query) {
    return query.regex ? TextPattern::regex(query.text) : TextPattern::substring(query.text);
}

Result<SliceConditions> conditionsOf(const ParsedQuery& query, bool regex) {
    SliceConditions conditions{{}, query.shortest, query.longest};
    for (const std::string& text : query.texts) {
        conditions.texts.push_back(TRY(patternOf({text, regex})));
    }
    return conditions;
}

Result<std::vector<SliceId>> searchSlices(const Trace& trace, const SliceConditions& conditions,
                                          const std::stop_token& stop,
                                          const SearchBatchHandler& onBatch) {
    std::vector<MatchedNames> texts;
    texts.reserve(conditions.texts.size());
    for (const TextPattern& pattern : conditions.texts) {
        texts.emplace_back(trace, pattern);
    }
    const SliceTable& slices = trace.slices();
    const auto names = slices.names();
    const auto categories = slices.categories();
    const Durations lengths = slices.durations();
    std::vector<SliceId> found;
    for (std::size_t first = 0; first < slices.size(); first += kSearchBatch) {
        if (stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "the search was stopped");
        }
        const std::size_t last = std::min(first + kSearchBatch, slices.size());
        for (std::size_t i = first; i < last; ++i) {
            if (conditions.acceptsLength(lengths[i]) &&
                std::all_of(texts.begin(), texts.end(), [&](MatchedNames& text) {
                    return text.matches(names[i], categories[i]);
                })) {
                found.emplace_back(i);
            }
        }
        if (onBatch) {
            onBatch(found, last);
        }
    }
    return found;
}

Result<std::vector<SliceId>> searchNames(const Trace& trace, TextPattern pattern,
                                         const std::stop_token& stop,
                                         const SearchBatchHandler& onBatch) {
    SliceConditions conditions;
    conditions.texts.push_back(std::move(pattern));
    return searchSlices(trace, conditions, stop, onBatch);
}

}  // namespace gaplight
