// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/pack/table_checks.h"

#include <cmath>
#include <tuple>

namespace gaplight {
namespace {

// Which ids the tables have.
class KnownIds {
public:
    explicit KnownIds(const TraceTables& tables) : m_tables(tables) {}

    bool isText(StringId id) const { return id.index() < m_tables.strings.size(); }
    bool isTextOrNone(StringId id) const { return !id.isValid() || isText(id); }
    bool isTrack(TrackId id) const { return id.index() < m_tables.tracks.size(); }
    bool isProcess(ProcessId id) const { return id.index() < m_tables.processes.size(); }
    bool isCategory(CategoryId id) const { return id.index() < m_tables.categories.size(); }

private:
    const TraceTables& m_tables;
};

template <class Events>
void checkTimes(const Events& events, TableExtent& extent, TableProblem& problem) {
    Time last = Time::min();
    for (const auto& event : events) {
        problem.require(isTime(event.time) && last <= event.time,
                        "events are not in the order of time");
        last = event.time;
        extent.include(event.time);
    }
}

void checkCounter(const CounterSeries& series, const KnownIds& ids, TableExtent& extent,
                  TableProblem& problem) {
    if (!problem.require(ids.isProcess(series.process) && ids.isTextOrNone(series.name) &&
                             ids.isTextOrNone(series.series) && !series.times.empty() &&
                             series.times.size() == series.values.size(),
                         "a counter names what is not there")) {
        return;
    }
    problem.require(std::is_sorted(series.times.begin(), series.times.end()) &&
                        isTime(series.times.front()) && isTime(series.times.back()),
                    "the values of a counter are not in the order of time");
    problem.requireAll(
        series.values, [](double value) { return std::isfinite(value); },
        "the value of a counter is no number");
    extent.include(series.times.front());
    extent.include(series.times.back());
}

}  // namespace

void checkTracks(TraceTables& tables, std::size_t sliceCount, TableProblem& problem) {
    const KnownIds ids(tables);
    problem.require(tables.sources.size() == 1, "it has not one source");
    for (Process& process : tables.processes) {
        process.gpu.reset();
        problem.require(ids.isText(process.pid) && ids.isTextOrNone(process.name) &&
                            ids.isTextOrNone(process.labels) &&
                            process.source.index() < tables.sources.size(),
                        "a process names what is not there");
    }
    problem.requireAll(
        tables.categories,
        [&](const Category& category) {
            return ids.isTextOrNone(category.name) && category.kind <= SliceKind::TraceSpan;
        },
        "a category names what is not there");
    problem.require(tables.categories.size() <= std::size_t{1} << 16U,
                    "it has too many categories");
    std::uint64_t next = 0;
    for (Track& track : tables.tracks) {
        problem.require(ids.isProcess(track.process) && ids.isText(track.tid) &&
                            ids.isTextOrNone(track.name) && track.kind != TrackKind::Stream &&
                            track.kind <= TrackKind::Async,
                        "a track names what is not there");
        track.gpu.reset();
        track.stream.reset();
        track.firstSlice = SliceId(next);
        next += track.sliceCount;
        problem.require(next <= sliceCount, "tracks have more slices than there are");
    }
    problem.require(next == sliceCount && sliceCount < SliceId::kNone,
                    "tracks have fewer slices than there are");
}

void checkEvents(const TraceTables& tables, std::size_t sliceCount, TableExtent& extent,
                 TableProblem& problem) {
    const KnownIds ids(tables);
    checkTimes(tables.instants, extent, problem);
    checkTimes(tables.memory, extent, problem);
    problem.requireAll(
        tables.instants,
        [&](const Instant& instant) {
            return ids.isText(instant.name) && ids.isTrack(instant.track) &&
                   ids.isCategory(instant.category);
        },
        "an instant names what is not there");
    problem.requireAll(
        tables.memory, [&](const MemoryEvent& event) { return ids.isTrack(event.track); },
        "a memory event is on no track");
    for (const CounterSeries& series : tables.counters) {
        checkCounter(series, ids, extent, problem);
    }
    problem.requireAll(
        tables.flows,
        [&](const Flow& flow) {
            return flow.from.index() < sliceCount && flow.to.index() < sliceCount &&
                   ids.isTextOrNone(flow.category);
        },
        "an arrow names what is not there");
    const auto order = [](const Flow& left, const Flow& right) {
        return std::tie(left.from, left.to, left.category) <
               std::tie(right.from, right.to, right.category);
    };
    problem.require(std::is_sorted(tables.flows.begin(), tables.flows.end(), order),
                    "arrows are not in order");
}

void checkValues(const TraceTables& tables, TableProblem& problem) {
    const KnownIds ids(tables);
    problem.requireAll(
        tables.kernels.distinct(),
        [](const KernelConfig& row) {
            return !std::isnan(row.blocksPerSm) && !std::isnan(row.warpsPerSm) &&
                   !std::isnan(row.occupancyPercent);
        },
        "a value of a kernel is no number");
    problem.requireAll(
        tables.copies.values(),
        [&](const CopyFacts& row) {
            return ids.isTextOrNone(row.sourceKind) && ids.isTextOrNone(row.destinationKind) &&
                   ids.isTextOrNone(row.copyKind);
        },
        "a copy names what is not there");
    problem.requireAll(
        tables.syncs.values(), [&](const SyncFacts& row) { return ids.isTextOrNone(row.kind); },
        "a wait names what is not there");
    problem.requireAll(
        tables.commCalls.values(),
        [&](const CommCallFacts& row) {
            return ids.isTextOrNone(row.operation) && ids.isTextOrNone(row.group) &&
                   ids.isTextOrNone(row.groupRanks) && ids.isTextOrNone(row.type);
        },
        "a communication call names what is not there");
}

void checkSlicesOf(std::span<const SliceId> slices, std::size_t sliceCount, TableProblem& problem) {
    problem.require(
        std::adjacent_find(slices.begin(), slices.end(), std::greater_equal<>()) == slices.end() &&
            (slices.empty() || slices.back().index() < sliceCount),
        "values of slices are not in the order of slices");
}

}  // namespace gaplight
