// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/search.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace gaplight {
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
        Result<TextPattern> pattern = patternOf({text, regex});
        if (!pattern) {
            return tl::unexpected(pattern.error());
        }
        conditions.texts.push_back(*std::move(pattern));
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
