// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/fleet/fleet.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "core/base/parallel.h"
#include "core/fleet/summary_folder.h"

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
    Fleet take(std::vector<FleetRank> ranks, std::stop_token stop) {
        dropRepeated(ranks);
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
    void dropRepeated(std::vector<FleetRank>& ranks) {
        std::sort(ranks.begin(), ranks.end(), isPreferred);
        std::map<std::string, std::string> fileOfTrace;  // by FileContent::ends
        std::map<int, std::string> fileOfRank;
        for (FleetRank& rank : ranks) {
            const SummarizedTrace& trace = rank.summary.trace;
            const auto [same, isNewTrace] = fileOfTrace.try_emplace(trace.ends, rank.file);
            if (!isNewTrace && !trace.ends.empty()) {
                m_fleet.repeated.push_back({rank.file, "the same trace as of " + same->second});
                continue;
            }
            if (trace.rank) {
                const auto [other, isNewRank] = fileOfRank.try_emplace(*trace.rank, rank.file);
                if (!isNewRank) {
                    m_fleet.repeated.push_back({rank.file, "an earlier trace of rank " +
                                                               std::to_string(*trace.rank) +
                                                               " than that of " + other->second});
                    continue;
                }
            }
            m_fleet.ranks.push_back(std::move(rank));
        }
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

Fleet fleetOf(std::vector<FleetRank> ranks, std::stop_token stop) {
    return FleetBuild().take(std::move(ranks), std::move(stop));
}

Result<Fleet> openFleet(std::vector<std::string> files, std::stop_token stop) {
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
    Fleet fleet = fleetOf(std::move(ranks), stop);
    if (stop.stop_requested()) {
        return fail(ErrorCode::Cancelled, "reading was cancelled");
    }
    fleet.unread = std::move(unread);
    return fleet;
}

}  // namespace gaplight
