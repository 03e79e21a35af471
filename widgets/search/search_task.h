// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <stop_token>
#include <string_view>
#include <vector>

#include <QPromise>
#include <QString>

#include "core/index/search.h"
#include "core/index/search_hits.h"
#include "core/provenance/provenance.h"
#include "core/session/arg_values.h"
#include "core/session/session.h"

namespace gaplight::ui {

// Partial result of a search.
struct SearchPart {
    std::shared_ptr<const SearchHits> hits;      // null: unchanged
    std::shared_ptr<const SearchTotals> totals;  // of the complete result
    std::size_t found = 0;                       // hits so far
    std::size_t seen = 0;                        // slices searched
    double valuesRead = 1;  // share of the candidates whose args are read; 1: none are read
    bool complete = false;
};

// Input of one search on a pool thread.
struct SearchTask {
    SliceConditions conditions;
    std::vector<ArgCondition> args;
    std::shared_ptr<const ArgKeys> keys;           // null: neither keys nor values are searched
    bool searchesKeys = false;                     // slices with a matching key are hits too
    std::shared_ptr<const Provenance> provenance;  // null: none is known
    bool showsFirst = true;                        // adds a first result with the hits of one batch
    std::stop_token stop;
};

// The task of a query, without provenance and stop token. `keys`: all of them, if the query has
// conditions on args; null if these cannot be read. Errors: BadArgument, TooLarge, NotReadable.
[[nodiscard]] Result<SearchTask> searchTask(ParsedQuery query, bool regex,
                                            std::shared_ptr<const ArgKeys> keys);

// The key of a slice's args that matches; empty if none.
[[nodiscard]] std::string_view matchedKey(const ArgKeys& keys, const TextPattern& pattern,
                                          SliceId slice);

// "3 of 1,204", "1,204", "none".
[[nodiscard]] QString hitCountText(std::size_t count, int current);
// "36.2 ms in all · median 12.1 µs · 14 names"; empty without hits.
[[nodiscard]] QString totalsText(const SearchTotals* totals);

// Adds results to `promise`: the hits of the first batch, then counts, at the end all hits. With
// conditions on args: the hits among the candidates read so far.
void runSearch(const Session& session, const SearchTask& task, QPromise<SearchPart>& promise);

}  // namespace gaplight::ui
