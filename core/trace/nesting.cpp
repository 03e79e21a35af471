// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/nesting.h"

#include <algorithm>
#include <vector>

namespace gaplight {
namespace {

constexpr std::size_t kNoSlice = static_cast<std::size_t>(-1);

// The slices of one track, by (start, -duration), with the parents assigned so far.
struct TrackSlices {
    std::span<const Time> starts;
    Durations durations;
    std::span<const SliceId> parents;
    SliceId firstSlice;

    Time end(std::size_t index) const { return starts[index] + durations[index]; }
    std::size_t parent(std::size_t index) const {
        return parents[index].isValid() ? parents[index].index() - firstSlice.index() : kNoSlice;
    }
};

// Number of rows left free between a slice and its parent.
struct SpacerRows {
    std::size_t slice = 0;
    std::size_t rows = 0;
};

// Chooses the slices of a track that are moved to lower rows so that a longer slice, which starts
// inside them and ends after them, can take their row.
//
// The problem: record_function opens inside the Python frame of its own __enter__, which returns at
// once. Placing the annotation below that frame leaves the frame's row empty above the annotation
// and everything it calls:
//
//   by start only          with displacement (spacer rows above __enter__)
//   frame  -----------     frame       -----------
//          __enter__       annotation    =========
//            =========     __enter__   ---
//
// A slice is displaced if the later one extends beyond its end at least 4 times as long as the
// slice ran alone before the later one started; otherwise the order of starts is kept, so that
// chains of overlapping kernels stay a few rows deep.
class RowDisplacements {
public:
    explicit RowDisplacements(const TrackSlices& slices) : m_slices(slices) {}

    // Call it for each slice in order, after its parent is assigned. `overlapped`: the open slices
    // in which `slice` starts and after which it ends, innermost first. O(1) if there are none and
    // none overlaps the parent.
    void collect(std::size_t slice, std::size_t depth, std::span<const std::size_t> overlapped) {
        if (!m_active.empty() || !overlapped.empty()) {
            collectOverlaps(slice, depth, overlapped);
        }
    }

    // Whether collect() also has to be called for the next slice if it overlaps no open slice.
    bool areOpen() const { return !m_active.empty(); }
    bool any() const { return !m_displacements.empty(); }
    // Spacer rows by slice, at most `maxRows` each. O(n log n), n: displaced slices.
    std::vector<SpacerRows> spacerRows(std::size_t maxRows) const;

private:
    // `slice` moves below `above`, which is `depth` rows below their common parent.
    struct Displacement {
        std::size_t slice = 0;
        std::size_t above = 0;
        std::size_t depth = 0;
    };
    // A displacement whose longer slice is still open at the current slice.
    struct ActiveDisplacement {
        std::size_t slice = 0;      // the longer slice
        std::size_t displaced = 0;  // the slice moved down for it
        std::size_t depth = 0;      // rows of `displaced` below the common parent
    };

    void collectOverlaps(std::size_t slice, std::size_t depth,
                         std::span<const std::size_t> overlapped);
    bool displaceIfShorter(std::size_t slice, std::size_t other, std::size_t depth);

    const TrackSlices& m_slices;
    std::vector<Displacement> m_displacements;
    std::vector<ActiveDisplacement> m_active;  // the last ones may have ended
};

// Limits of the overlapped slices examined, and of those displaced, per slice: bound time and
// memory for hostile input. Recorded traces have one, seldom two.
constexpr std::size_t kMaxExaminedOverlaps = 64;
constexpr std::size_t kMaxDisplacedPerSlice = 8;
// A slice is displaced only if the overhang after its end is at least kFactor times the time before
// the overlap: about even overlaps (kernels launched early) keep the order of starts, so that
// chains of overlaps stay a few rows deep.
constexpr std::int64_t kFactor = 4;

bool RowDisplacements::displaceIfShorter(std::size_t slice, std::size_t other, std::size_t depth) {
    const Duration before = m_slices.starts[slice] - m_slices.starts[other];
    const Duration after = m_slices.end(slice) - m_slices.end(other);
    if (after / kFactor < before) {
        return false;
    }
    m_displacements.push_back({other, slice, depth});
    return true;
}

void RowDisplacements::collectOverlaps(std::size_t slice, std::size_t depth,
                                       std::span<const std::size_t> overlapped) {
    const Time start = m_slices.starts[slice];
    while (!m_active.empty() && m_slices.end(m_active.back().displaced) <= start) {
        m_active.pop_back();
    }
    const std::size_t parent = m_slices.parent(slice);
    if (parent != kNoSlice) {
        // The parent displaced a slice that is still open and does not contain this slice.
        const auto last = m_active.rbegin() + static_cast<std::ptrdiff_t>(
                                                  std::min(m_active.size(), kMaxExaminedOverlaps));
        const auto found =
            std::find_if(m_active.rbegin(), last, [&](const ActiveDisplacement& active) {
                return active.slice == parent && m_slices.end(active.displaced) > start;
            });
        if (found != last) {
            const ActiveDisplacement above = *found;
            if (displaceIfShorter(slice, above.displaced, depth - above.depth + 1)) {
                m_active.push_back({slice, above.displaced, above.depth});
            }
        }
    }
    std::size_t count = 0;
    for (const std::size_t other :
         overlapped.first(std::min(overlapped.size(), kMaxExaminedOverlaps))) {
        if (m_slices.parent(other) == parent && displaceIfShorter(slice, other, 1)) {
            m_active.push_back({slice, other, depth});
            if (++count == kMaxDisplacedPerSlice) {
                break;
            }
        }
    }
    if (m_active.size() > 2 * kMaxExaminedOverlaps) {
        m_active.erase(m_active.begin(), m_active.end() - kMaxExaminedOverlaps);
    }
}

std::vector<SpacerRows> RowDisplacements::spacerRows(std::size_t maxRows) const {
    std::vector<Displacement> displacements = m_displacements;
    std::sort(displacements.begin(), displacements.end(),
              [](const Displacement& a, const Displacement& b) { return a.slice < b.slice; });
    std::vector<SpacerRows> extra;
    for (const Displacement& displacement : displacements) {
        if (extra.empty() || extra.back().slice != displacement.slice) {
            extra.push_back({displacement.slice, 0});
        }
    }
    // The slice that takes the row starts later, so iterate backwards.
    auto at = extra.end();
    for (auto displacement = displacements.rbegin(); displacement != displacements.rend();
         ++displacement) {
        at = at == extra.end() || at->slice != displacement->slice ? at - 1 : at;
        const auto to = std::lower_bound(
            extra.begin(), extra.end(), displacement->above,
            [](const SpacerRows& rows, std::size_t slice) { return rows.slice < slice; });
        const bool isDisplacedToo = to != extra.end() && to->slice == displacement->above;
        at->rows = std::max(
            at->rows, std::min(maxRows, displacement->depth + (isDisplacedToo ? to->rows : 0)));
    }
    return extra;
}

// Bounds the cost for hostile input, here and of every walk from a slice to its ancestors; real
// files stay below some hundred rows (deep Python stacks, async operations). Slices beyond share
// the last row and the last parent.
constexpr std::size_t kMaxRows = kMaxNesting;
// How many open slices are examined for a parent before giving up: open, yet not containing the new
// slice, are only those that overlap it.
constexpr int kMaxExamined = 4096;

// Per row: the end of its last slice.
class RowEnds {
public:
    // Reserves until `end` the first row at or below `row` that is free at `start`; returns it.
    std::size_t reserve(std::size_t row, Time start, Time end) {
        if (row < m_ends.size() && m_ends[row] <= start) {
            m_ends[row] = end;
            return row;
        }
        while (row < m_ends.size() && m_ends[row] > start) {
            ++row;
        }
        row = std::min(row, kMaxRows - 1);
        if (row >= m_ends.size()) {
            m_ends.resize(row + 1, Time::min());
        }
        m_ends[row] = std::max(m_ends[row], end);
        return row;
    }
    std::size_t size() const { return m_ends.size(); }
    // Valid until a row is added.
    Time* data() { return m_ends.data(); }
    // Per row its number among the non-empty rows; last entry: their count.
    std::vector<std::uint16_t> numbersOfUsed() const {
        std::vector<std::uint16_t> numbers{0};
        for (const Time end : m_ends) {
            numbers.push_back(
                static_cast<std::uint16_t>(numbers.back() + (end == Time::min() ? 0 : 1)));
        }
        return numbers;
    }

private:
    std::vector<Time> m_ends;
};

// Assigns rows again with displacements; on entry `rows` are those without.
std::size_t placeDisplaced(const TrackSlices& slices, const RowDisplacements& displacements,
                           std::span<std::uint16_t> rows) {
    const std::vector<SpacerRows> extra = displacements.spacerRows(kMaxRows);
    auto next = extra.begin();
    std::size_t nextDisplaced = next == extra.end() ? rows.size() : next->slice;
    RowEnds ends;
    const Time* const starts = slices.starts.data();
    const Durations durations = slices.durations;
    const SliceId* const parents = slices.parents.data();
    const std::size_t firstId = slices.firstSlice.index();
    for (std::size_t index = 0; index < rows.size(); ++index) {
        const SliceId parent = parents[index];
        std::size_t row = parent.isValid() ? rows[parent.index() - firstId] + 1U : 0;
        if (index == nextDisplaced) {
            row += next->rows;
            ++next;
            nextDisplaced = next == extra.end() ? rows.size() : next->slice;
        }
        const Time start = starts[index];
        rows[index] =
            static_cast<std::uint16_t>(ends.reserve(row, start, start + durations[index]));
    }
    // A spacer row may have stayed empty because its slice found a lower free row: renumber.
    const std::vector<std::uint16_t> numbers = ends.numbersOfUsed();
    if (numbers.back() < ends.size()) {
        for (std::uint16_t& row : rows) {
            row = numbers[row];
        }
    }
    return numbers.back();
}

struct OpenSlice {
    SliceId id;               // invalid: stands for none
    std::uint32_t depth = 0;  // slices that it is in, itself included
    std::uint32_t below = 0;  // the row below its own
    std::uint64_t group = 0;
};

class TrackNesting {
public:
    TrackNesting(const TrackSlices& slices, std::span<const std::uint64_t> groups,
                 std::span<std::uint16_t> rows, std::span<SliceId> parents)
        : m_slices(slices),
          m_groups(groups),
          m_rows(rows),
          m_parents(parents),
          m_displacements(slices) {}

    Nesting run() {
        std::size_t next = m_groups.empty() ? nestInLastOpen(0) : 0;
        while (next < m_rows.size()) {
            nest(next++);
            next = m_groups.empty() ? nestInLastOpen(next) : next;
        }
        const std::size_t count = m_displacements.any()
                                      ? placeDisplaced(m_slices, m_displacements, m_rows)
                                      : m_rowEnds.size();
        m_nesting.rows = static_cast<std::uint16_t>(count);
        m_nesting.overflowRows = static_cast<std::uint16_t>(count - std::min(count, m_deepest));
        return m_nesting;
    }

private:
    static constexpr std::size_t kOpenAtFirst = 64;

    // Number of open slices without the last ones that have ended at `start`.
    [[nodiscard]] static std::size_t countOpen(const Time* ends, std::size_t count, Time start) {
        while (ends[count - 1] <= start) {
            --count;
        }
        return count;
    }

    // Nests slices from `index` on as long as the last open slice contains each and the row below
    // it is free, which is so for nearly all. Returns the first for which it is not.
    std::size_t nestInLastOpen(std::size_t index) {
        if (m_displacements.areOpen()) {
            return index;
        }
        const Time* const starts = m_slices.starts.data();
        const Durations durations = m_slices.durations;
        const std::size_t firstId = m_slices.firstSlice.index();
        std::uint16_t* const rows = m_rows.data();
        SliceId* const parents = m_parents.data();
        const std::size_t count = m_rows.size();
        Time* const ends = m_openEnds.data();
        OpenSlice* const open = m_open.data();
        const std::size_t room = m_open.size();
        Time* const rowEnds = m_rowEnds.data();
        const std::size_t rowCount = m_rowEnds.size();
        std::size_t openCount = m_openCount;
        std::uint32_t deepest = 0;
        for (; index < count; ++index) {
            const Time start = starts[index];
            const Time end = start + durations[index];
            openCount = countOpen(ends, openCount, start);
            const OpenSlice parent = open[openCount - 1];
            const std::uint32_t row = parent.below;
            if (end > ends[openCount - 1] || row >= rowCount || rowEnds[row] > start ||
                parent.depth + 1 >= kMaxNesting || openCount == room) {
                break;
            }
            parents[index] = parent.id;
            rows[index] = static_cast<std::uint16_t>(row);
            rowEnds[row] = end;
            ends[openCount] = end;
            open[openCount++] = {SliceId(firstId + index), parent.depth + 1, row + 1, 0};
            deepest = std::max(deepest, parent.depth + 1);
        }
        m_openCount = openCount;
        m_deepest = std::max<std::size_t>(m_deepest, deepest);
        return index;
    }

    void nest(std::size_t index) {
        const Time start = m_slices.starts[index];
        const Time end = m_slices.end(index);
        const std::uint64_t group = m_groups.empty() ? 0 : m_groups[index];
        m_openCount = countOpen(m_openEnds.data(), m_openCount, start);
        const OpenSlice& parent = findParent(start, end, group);
        const bool isTooDeep = parent.depth == kMaxNesting;
        m_parents[index] =
            isTooDeep ? m_parents[parent.id.index() - m_slices.firstSlice.index()] : parent.id;
        const std::size_t row = m_rowEnds.reserve(parent.below, start, end);
        m_rows[index] = static_cast<std::uint16_t>(row);
        const std::uint32_t depth = isTooDeep ? parent.depth : parent.depth + 1;
        m_deepest = std::max<std::size_t>(m_deepest, depth);
        if (!m_overlapped.empty()) {
            m_nesting.firstOverlapping =
                m_nesting.overlapping == 0 ? index : m_nesting.firstOverlapping;
            ++m_nesting.overlapping;
        }
        m_displacements.collect(index, depth - 1, m_overlapped);
        if (m_openCount == m_open.size()) {
            m_openEnds.resize(2 * m_openCount);
            m_open.resize(2 * m_openCount);
        }
        m_openEnds[m_openCount] = end;
        m_open[m_openCount++] = {SliceId(m_slices.firstSlice.index() + index), depth,
                                 static_cast<std::uint32_t>(row) + 1, group};
    }

    // The innermost open slice that contains [start, end), or one that stands for none. Afterwards
    // m_overlapped holds the open slices of the group that end before `end`, innermost first.
    const OpenSlice& findParent(Time start, Time end, std::uint64_t group) {
        m_overlapped.clear();
        int examined = 0;
        for (std::size_t at = m_openCount; at-- > 1 && examined < kMaxExamined; ++examined) {
            if (m_openEnds[at] <= start || m_open[at].group != group) {
                continue;  // already ended, or of another async operation
            }
            if (m_openEnds[at] >= end) {
                return m_open[at];
            }
            m_overlapped.push_back(m_open[at].id.index() - m_slices.firstSlice.index());
        }
        return m_open.front();
    }

    const TrackSlices& m_slices;
    std::span<const std::uint64_t> m_groups;
    std::span<std::uint16_t> m_rows;
    std::span<SliceId> m_parents;
    // Slices that have started and not ended, by start; may contain some that have ended. The first
    // one stands for none and never ends.
    std::vector<OpenSlice> m_open = std::vector<OpenSlice>(kOpenAtFirst);
    std::vector<Time> m_openEnds = std::vector<Time>(kOpenAtFirst, Time::max());
    std::size_t m_openCount = 1;
    std::vector<std::size_t> m_overlapped;
    RowEnds m_rowEnds;
    RowDisplacements m_displacements;
    std::size_t m_deepest = 0;
    Nesting m_nesting;
};

}  // namespace

Nesting nestTrack(std::span<const Time> starts, const Durations& durations,
                  std::span<const std::uint64_t> groups, SliceId firstSlice,
                  std::span<std::uint16_t> rows, std::span<SliceId> parents) {
    const TrackSlices slices{starts, durations, parents, firstSlice};
    return TrackNesting(slices, groups, rows, parents).run();
}

}  // namespace gaplight
