// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/analysis/search_run.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/formats/chrome/chrome_details.h"
#include "core/index/search.h"
#include "core/index/search_hits.h"
#include "core/session/arg_keys.h"
#include "tests/bench/inputs/made_trace.h"
#include "tests/bench/timing/stopwatch.h"

namespace gaplight::bench {
namespace {

constexpr int kSearches = 5;

SearchHits hitsOf(const Trace& trace, std::span<const SliceId> found) {
    return SearchHits::build(trace, {found.begin(), found.end()});
}

SearchRun searchFor(const Trace& trace, const SearchQuery& query) {
    constexpr double kNever = std::numeric_limits<double>::max();
    SearchRun run{query.text, kNever, kNever, 0};
    const Result<TextPattern> pattern = patternOf(query);
    for (int repeat = 0; repeat < kSearches && pattern; ++repeat) {
        const Stopwatch watch;
        double first = 0;
        const auto onBatch = [&](std::span<const SliceId> found, std::size_t) {
            if (first == 0) {
                run.hits = hitsOf(trace, found).count();
                first = watch.seconds() * 1000;
            }
        };
        if (const auto found = searchNames(trace, *pattern, {}, onBatch)) {
            run.hits = hitsOf(trace, *found).count();
        }
        run.firstMilliseconds = std::min(run.firstMilliseconds, first);
        run.allMilliseconds = std::min(run.allMilliseconds, watch.seconds() * 1000);
    }
    return run;
}

// The first search over keys of args, which reads them from the source.
SearchRun readKeys(const TraceDetails& details, const TextPattern& pattern,
                   std::shared_ptr<const ArgKeys>& keys) {
    const Trace& trace = details.trace();
    const Stopwatch watch;
    SearchRun run{"keys of args, read for it", 0, 0, 0};
    ArgKeys::Listener listener;
    listener.onPartialKeys = [&](const ArgKeys& partial) {
        const auto part = std::make_shared<const ArgKeys>(partial);
        run.hits = hitsOf(trace, part->search(pattern)).count();
        if (run.firstMilliseconds == 0) {
            run.firstMilliseconds = watch.seconds() * 1000;
        }
    };
    Result<ArgKeys> all = ArgKeys::read(details, {}, listener);
    if (all) {
        keys = std::make_shared<const ArgKeys>(std::move(*all));
        run.hits = hitsOf(trace, keys->search(pattern)).count();
    }
    run.allMilliseconds = watch.seconds() * 1000;
    return run;
}

}  // namespace

std::vector<SearchRun> searchRuns(std::size_t slices) {
    const auto trace = madeTrace(slices);
    return {searchFor(*trace, {"operation_77", false}), searchFor(*trace, {"_(1|2)+[5-9]$", true}),
            searchFor(*trace, {"aten", false})};
}

std::vector<SearchRun> argSearchRuns(std::size_t slices) {
    const auto trace = madeTrace(slices);
    const TraceDetails details(trace, {std::make_shared<const ChromeDetails>(madeSource(slices))});
    const TextPattern pattern = *patternOf({"input dims", false});
    std::shared_ptr<const ArgKeys> keys;
    SearchRun read = readKeys(details, pattern, keys);
    if (!keys) {
        return {read};
    }
    constexpr std::size_t kFirst = 10'000;  // as many as the window shows first
    const Stopwatch watch;
    SearchRun again{"keys of args, known", 0, 0,
                    hitsOf(*trace, keys->search(pattern, kFirst)).count()};
    again.firstMilliseconds = watch.seconds() * 1000;
    again.hits = hitsOf(*trace, keys->search(pattern)).count();
    again.allMilliseconds = watch.seconds() * 1000;
    return {read, again};
}

}  // namespace gaplight::bench
