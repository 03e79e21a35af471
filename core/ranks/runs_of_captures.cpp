// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ranks/runs_of_captures.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>

namespace gaplight {
namespace {

// A run, of the captures that were found to be of it.
struct FoundRun {
    std::optional<int> worldSize;
    std::optional<Time> end;  // of the last to end; empty: not recorded
    std::map<int, std::optional<TimeRange>> ofRanks;
};

bool fits(const FoundRun& run, const CaptureFacts& capture) {
    const std::optional<TimeRange>& recorded = capture.recorded;
    const bool isOtherSize =
        run.worldSize && capture.worldSize && *run.worldSize != *capture.worldSize;
    if (isOtherSize || (recorded && run.end && recorded->begin - *run.end > kMaxClockDifference)) {
        return false;
    }
    const auto same = capture.rank ? run.ofRanks.find(*capture.rank) : run.ofRanks.end();
    return same == run.ofRanks.end() || !recorded || !same->second ||
           recorded->begin < same->second->end;
}

void add(FoundRun& run, const CaptureFacts& capture) {
    run.worldSize = run.worldSize ? run.worldSize : capture.worldSize;
    if (capture.recorded) {
        run.end = std::max(run.end.value_or(capture.recorded->end), capture.recorded->end);
    }
    if (capture.rank) {  // by begin: this is the last
        run.ofRanks.insert_or_assign(*capture.rank, capture.recorded);
    }
}

}  // namespace

CaptureFacts captureFacts(const Trace& trace) {
    constexpr std::int64_t kFirstEpochNs = 946'684'800'000'000'000;  // the year 2000
    const TraceFacts& facts = trace.facts();
    const Duration base(facts.baseTimeNs);
    const TimeRange range{trace.range().begin + base, trace.range().end + base};
    return {facts.rank, facts.worldSize,
            ns(range.begin) >= kFirstEpochNs ? std::optional(range) : std::nullopt};
}

std::vector<std::size_t> runsOf(std::span<const CaptureFacts> captures) {
    std::vector<std::size_t> order(captures.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const std::optional<TimeRange>& one = captures[a].recorded;
        const std::optional<TimeRange>& other = captures[b].recorded;
        return one && (!other || one->begin < other->begin);
    });
    std::vector<FoundRun> runs;
    std::vector<std::size_t> runOf(captures.size());
    for (const std::size_t at : order) {
        // The last that begins: earlier ones that it fits lack a rank.
        const auto found = std::find_if(runs.rbegin(), runs.rend(), [&](const FoundRun& run) {
            return fits(run, captures[at]);
        });
        const auto run = static_cast<std::size_t>(runs.rend() - found);  // from 1 on; 0: none
        if (run == 0) {
            runs.emplace_back();
        }
        runOf[at] = run == 0 ? runs.size() - 1 : run - 1;
        add(runs[runOf[at]], captures[at]);
    }
    return runOf;
}

}  // namespace gaplight
