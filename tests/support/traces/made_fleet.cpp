// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/traces/made_fleet.h"

#include <chrono>
#include <string>

namespace gaplight::test {
namespace {

using std::chrono::microseconds;

// From 0 to limit - 1, the same for the same numbers.
std::int64_t scattered(std::uint64_t a, std::uint64_t b, std::int64_t limit) {
    std::uint64_t x = a * 0x9E3779B97F4A7C15ULL + b * 0xC2B2AE3D27D4EB4FULL + 1;
    x ^= x >> 31U;
    x *= 0xBF58476D1CE4E5B9ULL;
    x ^= x >> 29U;
    return static_cast<std::int64_t>(x % static_cast<std::uint64_t>(limit));
}

class RankOfFleet {
public:
    RankOfFleet(const RankSummary& model, int rank, int count, std::span<const PlantedDelay> delays)
        : m_model(model.record), m_rank(rank), m_delays(delays), m_summary(model) {
        m_summary.trace.rank = rank;
        m_summary.trace.worldSize = count;
        const std::string number = std::to_string(rank);
        m_summary.trace.ends = "1 " + number + " 0";
        m_summary.trace.path = "/made/rank" + number + ".json";
        m_summary.trace.key = "1 1 " + number + " 0\n" + m_summary.trace.path;
    }

    RankSummary take(const std::string& ranks) {
        RankRecord& record = m_summary.record;
        record.rank = m_rank;
        record.clock.epoch = *m_model.clock.epoch +
                             microseconds(scattered(static_cast<std::uint64_t>(m_rank), 1, 40'000));
        for (CommGroup& group : record.calls.groups) {
            group.ranks = ranks;
            group.members = ranksInText(ranks);
        }
        moveTimes();
        delayApproaches();
        addDelaysOfGpu();
        record.timeline.compute = CoveredRanges(partsOf(m_summary.compute));
        record.timeline.withoutCall = {};
        completeTimeline(record, {});
        return std::move(m_summary);
    }

private:
    // What this rank's clock shows where the model's shows `time`.
    Time moved(Time time) const {
        Duration shift{};
        for (const PlantedDelay& delay : m_delays) {
            const TimeRange call = m_model.kernels[delay.call];
            const bool isBehind = delay.rank == m_rank ? time >= call.begin : time >= call.end;
            shift += isBehind ? delay.time : Duration{};
        }
        return time + shift;
    }
    TimeRange moved(TimeRange range) const { return {moved(range.begin), moved(range.end)}; }

    void moveTimes() {
        RankRecord& record = m_summary.record;
        for (std::size_t at = 0; at < record.kernels.size(); ++at) {
            TimeRange& kernel = record.kernels[at];
            kernel = moved(kernel);
            kernel.begin += microseconds(scattered(static_cast<std::uint64_t>(m_rank), at, 30));
            record.calls.calls[at].kernelEnd = kernel.end;
        }
        for (DenseRange& dense : m_summary.compute) {
            const Duration length = dense.range.length();
            dense.range = moved(dense.range);
            dense.covered += dense.range.length() - length;
        }
        for (SummarizedStep& step : m_summary.steps) {
            step.host = moved(step.host);
        }
        for (TimeRange& step : record.timeline.steps) {
            step = moved(step);
        }
        record.timeline.recorded = moved(record.timeline.recorded);
        record.clock.range = moved(record.clock.range);
    }

    // Calls of the step behind a delay of this rank.
    void delayApproaches() {
        auto& approaches = m_summary.record.timeline.approaches;
        for (const PlantedDelay& delay : m_delays) {
            const int step = m_model.calls.calls[delay.call].step;
            for (std::size_t at = delay.call; delay.rank == m_rank && at < approaches.size() &&
                                              m_model.calls.calls[at].step == step;
                 ++at) {
                (delay.isGpu ? approaches[at].compute : approaches[at].idle) += delay.time;
            }
        }
    }

    void addDelaysOfGpu() {
        for (const PlantedDelay& delay : m_delays) {
            if (delay.rank != m_rank || !delay.isGpu) {
                continue;
            }
            const Time end = moved(m_model.kernels[delay.call].begin);
            const DenseRange added{{end - delay.time, end}, delay.time, 1};
            auto& ranges = m_summary.compute;
            auto at = ranges.begin();
            while (at != ranges.end() && at->range.begin < added.range.begin) {
                ++at;
            }
            // What the model computes when its call begins is stretched by the delay already.
            const bool isStretched =
                at != ranges.begin() && (at - 1)->range.end > added.range.begin;
            if (!isStretched) {
                ranges.insert(at, added);
            }
        }
    }

    const RankRecord& m_model;
    int m_rank;
    std::span<const PlantedDelay> m_delays;
    RankSummary m_summary;
};

}  // namespace

std::vector<RankSummary> madeFleet(const RankSummary& model, int count,
                                   std::span<const PlantedDelay> delays) {
    std::string ranks = "[0";
    for (int rank = 1; rank < count; ++rank) {
        ranks += ", " + std::to_string(rank);
    }
    ranks += "]";
    std::vector<RankSummary> fleet;
    for (int rank = 0; rank < count; ++rank) {
        fleet.push_back(RankOfFleet(model, rank, count, delays).take(ranks));
    }
    return fleet;
}

}  // namespace gaplight::test
