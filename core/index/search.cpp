// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/search.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace gaplight {
namespace {

// Caches per string whether it matches.
class MatchedNames {
public:
    MatchedNames(const Trace& trace, TextPattern& pattern)
        : m_trace(trace), m_pattern(pattern), m_answers(trace.strings().size(), kNotMatchedYet) {}

    bool matches(StringId name) {
        if (!name.isValid()) {
            return false;
        }
        std::uint8_t& answer = m_answers[name.index()];
        if (answer == kNotMatchedYet) {
            answer = m_pattern.matches(m_trace.text(name)) ? kYes : kNo;
        }
        return answer == kYes;
    }

private:
    static constexpr std::uint8_t kNo = 0;
    static constexpr std::uint8_t kYes = 1;
    static constexpr std::uint8_t kNotMatchedYet = 2;

    const Trace& m_trace;
    TextPattern& m_pattern;
    std::vector<std::uint8_t> m_answers;
};

std::vector<std::uint8_t> matchedCategories(const Trace& trace, MatchedNames& names) {
    std::vector<std::uint8_t> matched;
    for (const Category& category : trace.categories()) {
        matched.push_back(names.matches(category.name) ? 1 : 0);
    }
    return matched;
}

}  // namespace

Result<TextPattern> patternOf(const SearchQuery& query) {
    return query.regex ? TextPattern::regex(query.text) : TextPattern::substring(query.text);
}

Result<std::vector<SliceId>> searchNames(const Trace& trace, TextPattern pattern,
                                         const std::stop_token& stop,
                                         const SearchBatchHandler& onBatch) {
    MatchedNames names(trace, pattern);
    const std::vector<std::uint8_t> categories = matchedCategories(trace, names);
    const bool anyCategory =
        std::any_of(categories.begin(), categories.end(), [](std::uint8_t yes) { return yes; });
    const SliceTable& slices = trace.slices();
    const auto sliceNames = slices.names();
    std::vector<SliceId> found;
    for (std::size_t first = 0; first < slices.size(); first += kSearchBatch) {
        if (stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "the search was stopped");
        }
        const std::size_t last = std::min(first + kSearchBatch, slices.size());
        for (std::size_t i = first; i < last; ++i) {
            const bool byCategory =
                anyCategory && categories[slices.category(SliceId(i)).index()] != 0;
            if (byCategory || names.matches(sliceNames[i])) {
                found.emplace_back(i);
            }
        }
        if (onBatch) {
            onBatch(found, last);
        }
    }
    return found;
}

}  // namespace gaplight
