// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/query/query_completion.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "core/analysis/torch/kernel_group.h"
#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/query/query_functions.h"
#include "core/query/query_report.h"
#include "core/query/query_table.h"
#include "core/query/query_tokens.h"
#include "core/report/facts/track_facts.h"

namespace gaplight {
namespace {

using Names = std::vector<TraceNames::Name>;

// Of SQLite, those that queries of traces use.
constexpr std::array kSqliteFunctions{
    QueryFunction{"count", "*", "number of rows"},
    QueryFunction{"sum", "x", "sum of a group"},
    QueryFunction{"avg", "x", "mean of a group"},
    QueryFunction{"min", "x", "smallest of a group, or of its arguments"},
    QueryFunction{"max", "x", "largest of a group, or of its arguments"},
    QueryFunction{"round", "x, digits", "rounded"},
    QueryFunction{"coalesce", "x, y", "the first that is not NULL"},
    QueryFunction{"substr", "text, first, length", "part of a text"},
    QueryFunction{"instr", "text, part", "where a part begins; 0: nowhere"},
    QueryFunction{"iif", "condition, x, y", "x where the condition holds, else y"},
    QueryFunction{"lag", "x", "the value of the row before: OVER (ORDER BY …)"},
    QueryFunction{"lead", "x", "the value of the row after: OVER (ORDER BY …)"},
    QueryFunction{"row_number", "", "number of the row: OVER (ORDER BY …)"},
    QueryFunction{"group_concat", "x, ','", "texts of a group in one"},
};

std::string lower(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(), lowerAscii);
    return result;
}

Names sortedNames(const std::map<std::string, std::size_t>& counts) {
    Names names;
    names.reserve(counts.size());
    for (const auto& [text, count] : counts) {
        names.push_back({text, count});
    }
    std::ranges::stable_sort(names, std::ranges::greater{}, &TraceNames::Name::count);
    return names;
}

bool is(const QueryToken& token, std::string_view word) {
    return std::ranges::equal(token.text, word, {}, lowerAscii);
}

// The table that a word names, or that it is an alias of: "FROM kernel AS k", "JOIN slice l".
const QueryTable* tableOf(std::span<const QueryToken> tokens, std::string_view name) {
    for (std::size_t at = 0; at < tokens.size(); ++at) {
        const QueryTable* table = tokens[at].isWord ? findQueryTable(tokens[at].text) : nullptr;
        std::size_t alias = at + 1;
        alias += alias < tokens.size() && is(tokens[alias], "as") ? 1 : 0;
        if (table != nullptr && alias < tokens.size() && tokens[alias].isWord &&
            lower(tokens[alias].text) == lower(name)) {
            return table;
        }
    }
    return findQueryTable(name);
}

// Candidates for what is typed, ranked.
class Candidates {
public:
    explicit Candidates(std::string_view typed) : m_typed(lower(typed)) {}

    void add(std::string text, CompletionKind kind, std::string detail) {
        const std::string known = lower(text);
        const std::size_t found = known.find(m_typed);
        const bool isTaken = std::ranges::any_of(
            m_first, [&](const auto& one) { return one.text == text && one.kind == kind; });
        if (found == std::string::npos || isTaken || known == m_typed) {
            return;
        }
        (found == 0 ? m_first : m_others).push_back({std::move(text), kind, std::move(detail)});
    }

    // The best ones.
    std::vector<QueryCompletion> take() {
        std::vector<QueryCompletion> all = std::move(m_first);
        all.insert(all.end(), std::make_move_iterator(m_others.begin()),
                   std::make_move_iterator(m_others.end()));
        all.resize(std::min(all.size(), kMaxCompletions));
        return all;
    }

    bool isFull() const { return m_first.size() >= kMaxCompletions; }

    void addTables() {
        for (const QueryTable& table : queryTables()) {
            add(std::string(table.name), CompletionKind::Table, std::string(table.description));
        }
    }
    void addColumns(const QueryTable& table) {
        for (const QueryColumn& column : table.columns) {
            if (!column.isHidden) {
                add(std::string(column.name), CompletionKind::Column,
                    std::string(table.name) + " · " + std::string(column.description));
            }
        }
    }
    void addFunctions() {
        for (const std::span<const QueryFunction> some :
             {queryFunctions(), std::span<const QueryFunction>(kSqliteFunctions)}) {
            for (const QueryFunction& function : some) {
                add(std::string(function.name) + "(", CompletionKind::Function,
                    "(" + std::string(function.arguments) + ") · " +
                        std::string(function.description));
            }
        }
    }
    void addKeywords() {
        for (const std::string_view keyword : queryKeywords()) {
            add(std::string(keyword), CompletionKind::Keyword, "");
        }
    }
    void addNames(const Names& names) {
        for (const TraceNames::Name& name : names) {
            if (isFull()) {
                return;
            }
            add(name.text, CompletionKind::Name, countText(name.count));
        }
    }

private:
    std::string m_typed;
    std::vector<QueryCompletion> m_first;
    std::vector<QueryCompletion> m_others;
};

// The column that a text at the end of `tokens` is compared with; empty: with none.
std::string_view comparedColumn(std::span<const QueryToken> tokens) {
    for (std::size_t at = tokens.size(); at > 0; --at) {
        const QueryToken& token = tokens[at - 1];
        const bool isBetween = !token.isWord || is(token, "like") || is(token, "glob") ||
                               is(token, "in") || is(token, "not") || is(token, "regexp");
        if (!isBetween) {
            return token.text;
        }
    }
    return {};
}

void addNamesOf(Candidates& candidates, std::string_view column, const TraceNames& names) {
    const std::string known = lower(column);
    if (known == "kind") {
        for (std::size_t kind = 0; kind <= static_cast<std::size_t>(SliceKind::TraceSpan); ++kind) {
            candidates.add(std::string(sliceKindName(static_cast<SliceKind>(kind))),
                           CompletionKind::Name, "");
        }
        return;
    }
    candidates.addNames(known == "short_name"                        ? names.kernels()
                        : known == "category" || known == "cat"      ? names.categories()
                        : known == "track" || known == "thread_name" ? names.tracks()
                                                                     : names.slices());
}

// Quotation marks inside a text are written twice.
std::string inQuotationMarks(std::string_view text) {
    std::string result = "'";
    for (const char c : text) {
        result += c == '\'' ? "''" : std::string(1, c);
    }
    return result + "'";
}

QueryCompletions completeText(std::span<const QueryToken> before, const QueryToken& text,
                              std::size_t cursor, const TraceNames& names) {
    QueryCompletions made{text.offset, text.offset + text.text.size(), {}};
    const bool isClosed = text.text.size() > 1 && text.text.back() == '\'';
    const std::string_view line = text.text.substr(0, text.text.find('\n'));
    if (!isClosed) {  // the rest of the statement is not part of it
        made.to = std::max(cursor, text.offset + std::min(line.size(), cursor - text.offset));
    }
    Candidates candidates(text.text.substr(1, cursor - text.offset - 1));
    addNamesOf(candidates, comparedColumn(before), names);
    made.items = candidates.take();
    for (QueryCompletion& item : made.items) {
        item.text = inQuotationMarks(item.text);
    }
    return made;
}

void addWords(Candidates& candidates, std::span<const QueryToken> all,
              std::span<const QueryToken> before) {
    if (!before.empty() && (is(before.back(), "from") || is(before.back(), "join"))) {
        return candidates.addTables();
    }
    bool hasTable = false;
    for (const QueryToken& token : all) {
        if (const QueryTable* table = token.isWord ? findQueryTable(token.text) : nullptr) {
            candidates.addColumns(*table);
            hasTable = true;
        }
    }
    for (const QueryTable& table : queryTables()) {
        if (!hasTable) {  // SELECT is written before FROM
            candidates.addColumns(table);
        }
    }
    candidates.addFunctions();
    candidates.addKeywords();
    candidates.addTables();
}

}  // namespace

TraceNames::TraceNames(const Trace& trace) {
    std::vector<std::size_t> counts(trace.strings().size());
    for (std::size_t at = 0; at < trace.slices().size(); ++at) {
        ++counts[trace.slices().name(SliceId(at)).index()];
    }
    std::map<std::string, std::size_t> slices;
    for (std::size_t at = 0; at < counts.size(); ++at) {
        if (counts[at] > 0) {
            slices.emplace(trace.text(StringId(at)), counts[at]);
        }
    }
    m_slices = sortedNames(slices);
    std::map<StringId, std::size_t> kernelNames;
    for (const GpuActivity& activity : trace.gpuActivities()) {
        if (trace.kind(activity.slice) == SliceKind::Kernel) {
            ++kernelNames[trace.slices().name(activity.slice)];
        }
    }
    std::map<std::string, std::size_t> kernels;
    for (const auto& [name, count] : kernelNames) {
        kernels[shortKernelName(trace.text(name))] += count;
    }
    m_kernels = sortedNames(kernels);
    for (const Category& category : trace.categories()) {
        m_categories.push_back({std::string(trace.text(category.name)), 0});
    }
    for (const Track& track : trace.tracks()) {
        m_tracks.push_back({trackTitle(trace, track), track.sliceCount});
    }
}

QueryCompletions completeQuery(std::string_view sql, std::size_t cursor, const TraceNames& names,
                               bool isAsked) {
    cursor = std::min(cursor, sql.size());
    const std::vector<QueryToken> all = queryTokens(sql, true);
    const auto next =
        std::ranges::find_if(all, [&](const QueryToken& token) { return token.offset >= cursor; });
    std::span<const QueryToken> before(all.begin(), next);
    const QueryToken* at = before.empty() ? nullptr : &before.back();
    const std::size_t end = at == nullptr ? 0 : at->offset + at->text.size();
    if (at != nullptr && at->isComment() && (end > cursor || at->text.back() != '\n')) {
        return {};
    }
    const bool isOpen = at != nullptr && at->text.front() == '\'' &&
                        (end > cursor || at->text.size() == 1 || at->text.back() != '\'');
    if (isOpen) {
        return completeText(before.first(before.size() - 1), *at, cursor, names);
    }
    QueryCompletions made{cursor, cursor, {}};
    if (at != nullptr && at->isWord && end >= cursor) {
        made.from = at->offset;
        made.to = end;
        before = before.first(before.size() - 1);
    }
    const bool isAfterPoint = !before.empty() && before.back().text == "." &&
                              before.back().offset + 1 == made.from && before.size() > 1;
    if (made.from == cursor && !isAfterPoint && !isAsked) {
        return made;
    }
    Candidates candidates(sql.substr(made.from, cursor - made.from));
    if (isAfterPoint) {
        if (const QueryTable* table = tableOf(all, before[before.size() - 2].text)) {
            candidates.addColumns(*table);
        }
    } else {
        addWords(candidates, all, before);
    }
    made.items = candidates.take();
    return made;
}

}  // namespace gaplight
