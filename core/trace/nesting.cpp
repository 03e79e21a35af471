// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/nesting.h"

#include <algorithm>
#include <vector>

#include "core/trace/row_displacement.h"

namespace gaplight {
namespace {

// Bounds the cost for hostile input, here and of every walk from a slice to its ancestors; real
// files stay below some hundred rows (deep Python stacks, async operations). Slices beyond share
// the last row and the last parent.
constexpr std::size_t kMaxRows = kMaxNesting;
// How many open slices are examined for a parent before giving up: open, yet not containing the new
// slice, are only those that overlap it.
constexpr int kMaxExamined = 4096;

struct OpenSlice {
    Time end;
    std::uint64_t group = 0;
    std::size_t index = 0;
    std::size_t depth = 0;  // ancestors
};

// Slices that have started and not ended.
class OpenSlices {
public:
    // The innermost open slice that contains [start, end); null if none. Afterwards overlapped()
    // holds the open slices of the group that end before `end`.
    const OpenSlice* findParent(Time start, Time end, std::uint64_t group) {
        while (!m_open.empty() && m_open.back().end <= start) {
            m_open.pop_back();
        }
        m_overlapped.clear();
        int examined = 0;
        for (auto open = m_open.rbegin(); open != m_open.rend() && examined < kMaxExamined;
             ++open) {
            ++examined;
            if (open->end <= start || open->group != group) {
                continue;  // already ended, or of another async operation
            }
            if (open->end >= end) {
                return &*open;
            }
            m_overlapped.push_back(open->index);
        }
        return nullptr;
    }
    // Innermost first.
    [[nodiscard]] std::span<const std::size_t> overlapped() const { return m_overlapped; }
    void add(const OpenSlice& slice) { m_open.push_back(slice); }

private:
    std::vector<OpenSlice> m_open;  // by start; may contain slices that have ended
    std::vector<std::size_t> m_overlapped;
};

// Per row: the end of its last slice.
class RowEnds {
public:
    // Reserves until `end` the first row at or below `row` that is free at `start`; returns it.
    std::size_t reserve(std::size_t row, Time start, Time end) {
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
    [[nodiscard]] std::size_t size() const { return m_ends.size(); }
    // Per row its number among the non-empty rows; last entry: their count.
    [[nodiscard]] std::vector<std::uint16_t> numbersOfUsed() const {
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
    RowEnds ends;
    for (std::size_t index = 0; index < rows.size(); ++index) {
        const std::size_t parent = slices.parent(index);
        std::size_t row = parent == kNoSlice ? 0 : rows[parent] + 1U;
        if (next != extra.end() && next->slice == index) {
            row += next->rows;
            ++next;
        }
        rows[index] =
            static_cast<std::uint16_t>(ends.reserve(row, slices.starts[index], slices.end(index)));
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

}  // namespace

Nesting nestTrack(std::span<const Time> starts, const Durations& durations,
                  std::span<const std::uint64_t> groups, SliceId firstSlice,
                  std::span<std::uint16_t> rows, std::span<SliceId> parents) {
    const TrackSlices slices{starts, durations, parents, firstSlice};
    OpenSlices open;
    RowEnds ends;
    RowDisplacements displacements(slices);
    Nesting nesting;
    std::size_t deepest = 0;
    for (std::size_t index = 0; index < starts.size(); ++index) {
        OpenSlice slice{slices.end(index), groups.empty() ? 0 : groups[index], index};
        const OpenSlice* parent = open.findParent(starts[index], slice.end, slice.group);
        const bool isTooDeep = parent != nullptr && parent->depth + 1 == kMaxNesting;
        parents[index] = parent == nullptr ? SliceId{}
                         : isTooDeep       ? parents[parent->index]
                                           : SliceId(firstSlice.index() + parent->index);
        slice.depth = parent == nullptr ? 0 : std::min(parent->depth + 1, kMaxNesting - 1);
        const std::size_t above = parent != nullptr ? rows[parent->index] + 1U : 0;
        rows[index] = static_cast<std::uint16_t>(ends.reserve(above, starts[index], slice.end));
        deepest = std::max(deepest, slice.depth + 1);
        if (!open.overlapped().empty()) {
            nesting.firstOverlapping = nesting.overlapping == 0 ? index : nesting.firstOverlapping;
            ++nesting.overlapping;
        }
        displacements.collect(index, slice.depth, open.overlapped());
        open.add(slice);
    }
    const std::size_t count =
        displacements.any() ? placeDisplaced(slices, displacements, rows) : ends.size();
    nesting.rows = static_cast<std::uint16_t>(count);
    nesting.overflowRows = static_cast<std::uint16_t>(count - std::min(count, deepest));
    return nesting;
}

}  // namespace gaplight
