// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/job_ranks.h"

#include <cstdint>

#include "core/base/intervals.h"

namespace gaplight {
namespace {

// Since the Unix epoch; empty where the trace's times begin at another instant.
std::optional<TimeRange> epochRange(const Trace& trace) {
    constexpr std::int64_t kFirstEpochNs = 946'684'800'000'000'000;  // the year 2000
    const Duration epoch(trace.facts().baseTimeNs);
    const TimeRange range{trace.range().begin + epoch, trace.range().end + epoch};
    return ns(range.begin) >= kFirstEpochNs ? std::optional(range) : std::nullopt;
}

}  // namespace

std::optional<JobRanks> differentRanks(const Trace& a, const Trace& b) {
    const TraceFacts& factsA = a.facts();
    const TraceFacts& factsB = b.facts();
    if (!factsA.rank || !factsB.rank || factsA.rank == factsB.rank || !factsA.worldSize ||
        factsA.worldSize != factsB.worldSize) {
        return std::nullopt;
    }
    JobRanks ranks{*factsA.rank, *factsB.rank, *factsA.worldSize, false};
    const std::optional<TimeRange> rangeA = epochRange(a);
    const std::optional<TimeRange> rangeB = epochRange(b);
    if (rangeA && rangeB) {
        const Duration shorter = std::min(rangeA->length(), rangeB->length());
        ranks.isOneJob = commonPart(*rangeA, *rangeB).length() * 2 >= shorter;
    }
    return ranks;
}

}  // namespace gaplight
