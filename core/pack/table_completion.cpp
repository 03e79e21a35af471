// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/pack/table_completion.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <tbb/blocked_range.h>

#include "core/base/parallel.h"
#include "core/base/share.h"
#include "core/trace/impossible_values.h"
#include "core/trace/nesting.h"
#include "core/trace/stream_naming.h"

namespace gaplight {
namespace {

constexpr std::size_t kSlicesOfTask = std::size_t{1} << 16U;

// The slices of one track: their order, times, rows and parents.
class TrackCheck {
public:
    TrackCheck(SliceColumns& slices, const Track& track, TableProblem& problem)
        : m_slices(slices),
          m_durations(slices.duration.all()),
          m_first(track.firstSlice.index()),
          m_count(track.sliceCount),
          m_problem(problem) {}

    // On all cores, as a track may have nearly all slices.
    TableExtent checkTimes() const {
        using Range = tbb::blocked_range<std::size_t>;
        return parallelReduce(
            Range(m_first, m_first + m_count, kSlicesOfTask), TableExtent(),
            [&](const Range& range, const TableExtent& before) {
                TableExtent extent = checkTimes(range.begin(), range.end());
                extent.merge(before);
                return extent;
            },
            [](TableExtent left, const TableExtent& right) {
                left.merge(right);
                return left;
            });
    }

    TableExtent checkTimes(std::size_t begin, std::size_t end) const {
        TableExtent extent;
        Time before = begin > m_first ? m_slices.start[begin - 1] : Time::min();
        Duration lengthBefore = begin > m_first ? m_durations[begin - 1] : Duration::max();
        for (std::size_t at = begin; at < end; ++at) {
            const Time start = m_slices.start[at];
            const Duration duration = m_durations[at];
            if (!isTime(start) || duration.count() < 0 || duration.count() > kMaxTotalNs) {
                m_problem.require(false, "the time of a slice is none");
                return extent;
            }
            if (start < before || (start == before && duration > lengthBefore)) {
                m_problem.require(false, "slices of a track are not in order");
                return extent;
            }
            before = start;
            lengthBefore = duration;
            extent.last = std::max(extent.last, ns(start + duration));
            extent.durations += static_cast<std::uint64_t>(duration.count());
        }
        if (begin < end) {
            extent.include(m_slices.start[begin]);  // the others start after it
        }
        return extent;
    }

    // Of rows and parents as they are given. False: they cannot be.
    bool checkRows(Track& track) const {
        std::vector<Time> ends;                      // by row: of its last slice
        std::vector<std::uint16_t> depths(m_count);  // number of ancestors
        std::size_t deepest = 0;
        for (std::size_t at = m_first; at < m_first + m_count; ++at) {
            const SliceId parent = m_slices.parent[at];
            const std::size_t row = m_slices.row[at];
            const Time start = m_slices.start[at];
            const Time end = start + m_durations[at];
            if (parent.isValid() &&
                (parent.index() < m_first || parent.index() >= at ||
                 m_slices.start[parent.index()] > start || endOf(parent.index()) < end)) {
                return false;
            }
            const std::size_t depth =
                parent.isValid() ? depths[parent.index() - m_first] + std::size_t{1} : 0;
            const std::size_t above =
                parent.isValid() ? m_slices.row[parent.index()] + std::size_t{1} : 0;
            if (depth >= kMaxNesting || row >= kMaxNesting ||
                row < std::min(above, kMaxNesting - 1)) {
                return false;
            }
            depths[at - m_first] = static_cast<std::uint16_t>(depth);
            deepest = std::max(deepest, depth + 1);
            ends.resize(std::max(ends.size(), row + 1), Time::min());
            if (ends[row] > start && row < kMaxNesting - 1) {
                return false;
            }
            ends[row] = std::max(ends[row], end);
        }
        track.rows = static_cast<std::uint16_t>(ends.size());
        track.overflowRows =
            static_cast<std::uint16_t>(ends.size() - std::min(ends.size(), deepest));
        return true;
    }

    void nest(Track& track) const {
        const Nesting nesting =
            nestTrack(std::span<const Time>(m_slices.start).subspan(m_first, m_count),
                      m_durations.subspan(m_first, m_count), {}, track.firstSlice,
                      std::span(m_slices.row).subspan(m_first, m_count),
                      std::span(m_slices.parent).subspan(m_first, m_count));
        track.rows = nesting.rows;
        track.overflowRows = nesting.overflowRows;
        track.overlapping = nesting.overlapping;
    }

private:
    Time endOf(std::size_t at) const { return m_slices.start[at] + m_durations[at]; }

    SliceColumns& m_slices;
    Durations m_durations;
    std::size_t m_first;
    std::size_t m_count;
    TableProblem& m_problem;
};

// Each check notes problems in a place of its own, so that the one reported does not depend on
// which task was first.
class Completion {
public:
    Completion(IncompleteTables& given, const TableExtent& times)
        : m_given(given),
          m_tables(given.tables),
          m_sliceCount(given.slices.start.size()),
          m_sliceTimes(times),
          m_extent(times) {}

    Result<TraceTables> run() {
        parallelInvoke(
            [&] {
                m_tables.slices = SliceAssembly::tableOf(std::move(m_given.slices));
                nameAllStreams();
            },
            [&] { checkEventsAndSums(); });
        for (const TableProblem& problem : m_problems) {
            if (problem.any()) {
                return tl::unexpected(problem.result().error());
            }
        }
        if (m_sliceCount > 0) {
            m_tables.sliceRange =
                TimeRange{timeFromNs(m_sliceTimes.first), timeFromNs(m_sliceTimes.last)};
        }
        return std::move(m_tables);
    }

private:
    enum class Task : std::uint8_t { Slices, Events, Count_ };

    [[nodiscard]] TableProblem& problemOf(Task task) {
        return m_problems.at(static_cast<std::size_t>(task));
    }

    void checkEventsAndSums() {
        TableProblem& problem = problemOf(Task::Events);
        checkEvents(m_tables, m_sliceCount, m_extent, problem);
        checkSlicesOf(m_tables.kernels.slices(), m_sliceCount, problem);
        checkSlicesOf(m_tables.copies.slices(), m_sliceCount, problem);
        checkSlicesOf(m_tables.syncs.slices(), m_sliceCount, problem);
        checkSlicesOf(m_tables.commCalls.slices(), m_sliceCount, problem);
        checkValues(m_tables, problem);
        checkLimits(problem);
    }

    void checkLimits(TableProblem& problem) const {
        if (m_extent.first <= m_extent.last) {
            problem.require(m_extent.last / 2 - m_extent.first / 2 <= kMaxDistanceNs,
                            "its times are years apart");
        }
        problem.require(m_extent.durations <= static_cast<std::uint64_t>(kMaxTotalNs),
                        "its durations are years together");
        WideSum copied = 0;
        for (const CopyFacts& copy : m_tables.copies.values()) {
            copied += static_cast<std::uint64_t>(std::max<std::int64_t>(copy.bytes, 0));
        }
        WideSum changed = 0;
        std::uint64_t largest = 0;
        for (const MemoryEvent& event : m_tables.memory) {
            changed += magnitude(event.bytes);
            largest = std::max(
                {largest, magnitude(event.totalAllocated), magnitude(event.totalReserved)});
        }
        const auto limit = static_cast<std::uint64_t>(kMaxTotalBytes);
        problem.require(copied <= limit && changed <= limit && largest <= limit,
                        "its sizes are impossible");
    }

    void nameAllStreams() {
        Column<SliceId> slices;
        Column<GpuBatchRow> rows;
        slices.reserve(m_given.gpu.size());
        rows.reserve(m_given.gpu.size());
        for (const GpuActivity& activity : m_given.gpu) {
            slices.push_back(activity.slice);
            rows.push_back({0, activity.gpu.device, activity.stream});
        }
        const SparseColumn<GpuBatchRow> column(std::move(slices), std::move(rows));
        TableProblem& problem = problemOf(Task::Slices);
        checkSlicesOf(column.slices(), m_sliceCount, problem);
        if (problem.any()) {
            return;
        }
        m_tables.gpu = nameStreams(column, m_tables.slices, m_tables.categories, m_tables.strings,
                                   m_tables.tracks, m_tables.processes);
        problem.require(m_tables.gpu.size() == m_given.gpu.size(),
                        "its GPU work does not match its slices");
    }

    IncompleteTables& m_given;
    TraceTables& m_tables;
    std::size_t m_sliceCount;
    TableExtent m_sliceTimes;
    TableExtent m_extent;  // of all events
    std::array<TableProblem, static_cast<std::size_t>(Task::Count_)> m_problems;
};

}  // namespace

Result<TableExtent> nestSlices(IncompleteTables& given) {
    std::vector<Track>& tracks = given.tables.tracks;
    TableProblem problem;
    checkTracks(given.tables, given.slices.start.size(), problem);
    problem.require(given.keptRows.size() == tracks.size(), "its tracks do not match");
    std::vector<TableExtent> extents(tracks.size());
    parallelFor(std::size_t{0}, tracks.size(), [&](std::size_t at) {
        const TrackCheck check(given.slices, tracks[at], problem);
        extents[at] = problem.any() ? TableExtent() : check.checkTimes();
        if (problem.any()) {
            return;
        }
        if (given.keptRows[at] == 0) {
            check.nest(tracks[at]);
        } else {
            problem.require(check.checkRows(tracks[at]), "the rows of a track cannot be");
        }
    });
    TableExtent all;
    for (const TableExtent& extent : extents) {
        all.merge(extent);
    }
    const Result<void> checked = problem.result();
    return checked ? Result<TableExtent>(all) : tl::unexpected(checked.error());
}

Result<TraceTables> completeTables(IncompleteTables given, const TableExtent& times) {
    return Completion(given, times).run();
}

bool isNestedAsUsual(const Trace& trace, TrackId id) {
    const Track& track = trace.tracks()[id.index()];
    const std::size_t first = track.firstSlice.index();
    const std::size_t count = track.sliceCount;
    std::vector<std::uint16_t> rows(count);
    std::vector<SliceId> parents(count);
    const Nesting nesting = nestTrack(trace.slices().starts().subspan(first, count),
                                      trace.slices().durations().subspan(first, count), {},
                                      track.firstSlice, rows, parents);
    return nesting.rows == track.rows && nesting.overflowRows == track.overflowRows &&
           nesting.overlapping == track.overlapping &&
           std::equal(rows.begin(), rows.end(),
                      trace.slices().rows().begin() + static_cast<std::ptrdiff_t>(first)) &&
           std::equal(parents.begin(), parents.end(),
                      trace.slices().parents().begin() + static_cast<std::ptrdiff_t>(first));
}

}  // namespace gaplight
