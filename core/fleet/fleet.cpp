// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/fleet/fleet.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "core/base/parallel.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/fleet/summary_folder.h"
#include "core/ranks/runs_of_captures.h"

namespace gaplight {
namespace {

// When the trace was written: the second number of its key (FileContent).
std::int64_t writtenAt(const SummarizedTrace& trace) {
    std::int64_t time = 0;
    const std::size_t space = trace.key.find(' ');
    if (space != std::string::npos) {
        std::from_chars(trace.key.data() + space + 1, trace.key.data() + trace.key.size(), time);
    }
    return time;
}

// The last written first; of copies the first path. Total, so that the order of files has no part.
auto preference(const FleetRank& rank) {
    const SummarizedTrace& trace = rank.summary.trace;
    return std::make_tuple(-std::max<std::int64_t>(writtenAt(trace), 0),
                           std::string_view(trace.ends), std::string_view(trace.path),
                           std::string_view(rank.file));
}

bool isPreferred(const FleetRank& a, const FleetRank& b) {
    return preference(a) < preference(b);
}

class FleetBuild {
public:
    Fleet take(std::vector<FleetRank> ranks, std::stop_token stop, std::size_t run) {
        std::sort(ranks.begin(), ranks.end(), isPreferred);
        dropSameTraces(ranks);
        takeRun(ranks, run);
        dropRepeated();
        numberRanks(m_fleet.ranks);
        countMissing();
        std::vector<RankRecord> records;
        for (FleetRank& rank : m_fleet.ranks) {
            records.push_back(std::move(rank.summary.record));
        }
        m_fleet.analysis = analyzeRecords(std::move(records), std::move(stop));
        return std::move(m_fleet);
    }

private:
    void dropSameTraces(std::vector<FleetRank>& ranks) {
        std::map<std::string, std::string> fileOfTrace;  // by FileContent::ends
        std::erase_if(ranks, [&](const FleetRank& rank) {
            const std::string& ends = rank.summary.trace.ends;
            const auto [same, isNew] = fileOfTrace.try_emplace(ends, rank.file);
            if (isNew || ends.empty()) {
                return false;
            }
            m_fleet.repeated.push_back({rank.file, "the same trace as of " + same->second});
            return true;
        });
    }

    // Takes the ranks of one run.
    void takeRun(std::vector<FleetRank>& ranks, std::size_t wanted) {
        std::vector<CaptureFacts> captures;
        for (const FleetRank& rank : ranks) {
            captures.push_back(factsOf(rank.summary));
        }
        const std::vector<std::size_t> runs = runsOf(captures);
        std::set<std::pair<std::size_t, int>> seen;
        for (std::size_t at = 0; at < ranks.size(); ++at) {
            m_fleet.runs.resize(std::max(m_fleet.runs.size(), runs[at] + 1));
            FleetRun& run = m_fleet.runs[runs[at]];
            const std::optional<int> rank = captures[at].rank;
            run.ranks += !rank || seen.emplace(runs[at], *rank).second ? 1 : 0;
            addToRun(run, captures[at], ranks[at].summary.trace.path);
        }
        m_fleet.run = wanted;
        if (wanted == kLargestRun) {
            const auto largest = std::max_element(
                m_fleet.runs.rbegin(), m_fleet.runs.rend(),
                [](const FleetRun& a, const FleetRun& b) { return a.ranks < b.ranks; });
            m_fleet.run = largest == m_fleet.runs.rend()
                              ? 0
                              : static_cast<std::size_t>(m_fleet.runs.rend() - largest) - 1;
        }
        for (std::size_t at = 0; at < ranks.size(); ++at) {
            if (runs[at] == m_fleet.run) {
                m_fleet.ranks.push_back(std::move(ranks[at]));
            }
        }
    }

    static CaptureFacts factsOf(const RankSummary& summary) {
        const RecordedClock& clock = summary.record.clock;
        CaptureFacts facts{summary.trace.rank, summary.trace.worldSize, std::nullopt};
        if (clock.epoch) {
            facts.recorded = {clock.range.begin + *clock.epoch, clock.range.end + *clock.epoch};
        }
        return facts;
    }

    // But for its number of ranks.
    static void addToRun(FleetRun& run, const CaptureFacts& capture, const std::string& path) {
        run.worldSize = run.worldSize ? run.worldSize : capture.worldSize;
        if (capture.recorded) {
            const Duration begin = capture.recorded->begin.time_since_epoch();
            run.begin = std::min(run.begin.value_or(begin), begin);
        }
        run.path = run.path.empty() ? path : std::min(run.path, path);
    }

    // Of summaries of one rank the preferred one is kept.
    void dropRepeated() {
        std::map<int, std::string> fileOfRank;
        std::erase_if(m_fleet.ranks, [&](const FleetRank& rank) {
            const std::optional<int> number = rank.summary.trace.rank;
            const auto [other, isNew] = fileOfRank.try_emplace(number.value_or(-1), rank.file);
            if (isNew || !number) {
                return false;
            }
            m_fleet.repeated.push_back({rank.file, "an earlier trace of rank " +
                                                       std::to_string(*number) + " than that of " +
                                                       other->second});
            return true;
        });
        std::sort(m_fleet.repeated.begin(), m_fleet.repeated.end(),
                  [](const LeftOutSummary& a, const LeftOutSummary& b) { return a.file < b.file; });
    }

    static void numberRanks(std::vector<FleetRank>& ranks) {
        std::sort(ranks.begin(), ranks.end(), [](const FleetRank& a, const FleetRank& b) {
            const auto key = [](const FleetRank& rank) {
                const SummarizedTrace& trace = rank.summary.trace;
                return std::make_tuple(trace.rank.value_or(std::numeric_limits<int>::max()),
                                       std::string_view(trace.path), std::string_view(trace.ends),
                                       std::string_view(rank.file));
            };
            return key(a) < key(b);
        });
        int next = 0;
        for (FleetRank& rank : ranks) {
            rank.summary.record.rank = rank.summary.trace.rank.value_or(next);
            next = rank.summary.record.rank + 1;
        }
    }

    void countMissing() {
        int next = 0;
        const auto addMissing = [&](int first, int end) {
            if (first < end) {
                m_fleet.missing += static_cast<std::size_t>(end - first);
                if (m_fleet.missingRanks.size() < kMaxMissingRanges) {
                    m_fleet.missingRanks.push_back({first, end - 1});
                }
            }
        };
        for (const FleetRank& rank : m_fleet.ranks) {
            m_fleet.worldSize =
                std::max(m_fleet.worldSize, rank.summary.trace.worldSize.value_or(0));
            addMissing(next, rank.summary.record.rank);
            next = rank.summary.record.rank + 1;
        }
        addMissing(next, m_fleet.worldSize);
        m_fleet.worldSize = std::max(m_fleet.worldSize, next);
    }

    Fleet m_fleet;
};

}  // namespace

Fleet fleetOf(std::vector<FleetRank> ranks, std::stop_token stop, std::size_t run) {
    return FleetBuild().take(std::move(ranks), std::move(stop), run);
}

Result<Fleet> openFleet(std::vector<std::string> files, std::stop_token stop, std::size_t run) {
    if (files.size() > kMaxSummaries) {
        return fail(ErrorCode::BadArgument, "more than 32,768 summaries: one run has fewer ranks");
    }
    std::sort(files.begin(), files.end());
    files.erase(std::unique(files.begin(), files.end()), files.end());
    std::vector<std::optional<Result<RankSummary>>> read(files.size());
    parallelFor(std::size_t{0}, files.size(), [&](std::size_t at) {
        if (!stop.stop_requested()) {
            read[at] = openSummary(files[at]);
        }
    });
    std::vector<FleetRank> ranks;
    std::vector<LeftOutSummary> unread;
    for (std::size_t at = 0; at < files.size() && !stop.stop_requested(); ++at) {
        if (*read[at]) {
            ranks.push_back({files[at], std::move(**read[at])});
        } else {
            unread.push_back({files[at], read[at]->error().message});
        }
    }
    if (ranks.empty() && !unread.empty()) {
        return fail(ErrorCode::Corrupt, unread.front().reason);
    }
    Fleet fleet = fleetOf(std::move(ranks), stop, run);
    if (stop.stop_requested()) {
        return fail(ErrorCode::Cancelled, "reading was cancelled");
    }
    if (fleet.run >= std::max<std::size_t>(fleet.runs.size(), 1)) {
        return fail(ErrorCode::BadArgument,
                    "there are summaries of " + countText(fleet.runs.size(), "run", "runs"));
    }
    fleet.unread = std::move(unread);
    return fleet;
}

}  // namespace gaplight
