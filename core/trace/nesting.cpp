// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/nesting.h"

#include <algorithm>
#include <vector>

namespace gaplight {
namespace {

// Bounds the cost for hostile input; real files stay below some hundred rows (deep Python stacks,
// async operations). Slices beyond share the last row.
constexpr std::size_t kMostRows = 4096;
// How many open slices are asked for a parent before giving up: open, yet not containing the new
// slice, are only those that overlap it.
constexpr int kMostAsked = 4096;

struct OpenSlice {
    Time end;
    std::uint64_t group = 0;
    std::size_t index = 0;
    std::size_t row = 0;
    std::size_t depth = 0;  // ancestors
};

class Nester {
public:
    // The slice that contains it most tightly, or null. `overlaps` tells whether it begins inside
    // another one of its group that ends before it does.
    const OpenSlice* findParent(Time start, Time end, std::uint64_t group, bool& overlaps) {
        while (!m_open.empty() && m_open.back().end <= start) {
            m_open.pop_back();
        }
        overlaps = false;
        int asked = 0;
        for (auto open = m_open.rbegin(); open != m_open.rend() && asked < kMostAsked; ++open) {
            ++asked;
            if (open->end <= start || open->group != group) {
                continue;  // ended under a longer one, or of another operation
            }
            if (open->end >= end) {
                return &*open;
            }
            overlaps = true;
        }
        return nullptr;
    }

    std::size_t freeRowFrom(std::size_t row, Time start) const {
        while (row < m_rowEnd.size() && m_rowEnd[row] > start) {
            ++row;
        }
        return std::min(row, kMostRows - 1);
    }

    void open(const OpenSlice& slice) {
        if (slice.row >= m_rowEnd.size()) {
            m_rowEnd.resize(slice.row + 1, Time::min());
        }
        m_rowEnd[slice.row] = std::max(m_rowEnd[slice.row], slice.end);
        m_open.push_back(slice);
    }

    [[nodiscard]] std::size_t rows() const { return m_rowEnd.size(); }

private:
    std::vector<OpenSlice> m_open;  // by start; some may have ended under a longer one
    std::vector<Time> m_rowEnd;     // until when each row is occupied
};

}  // namespace

Nesting nestTrack(std::span<const Time> starts, std::span<const Duration> durations,
                  std::span<const std::uint64_t> groups, SliceId firstSlice,
                  std::span<std::uint16_t> rows, std::span<SliceId> parents) {
    Nester nester;
    Nesting nesting;
    std::size_t deepest = 0;
    for (std::size_t index = 0; index < starts.size(); ++index) {
        OpenSlice slice{starts[index] + durations[index], groups.empty() ? 0 : groups[index],
                        index};
        bool overlaps = false;
        const OpenSlice* parent =
            nester.findParent(starts[index], slice.end, slice.group, overlaps);
        parents[index] =
            parent != nullptr ? SliceId(firstSlice.index() + parent->index) : SliceId{};
        slice.depth = parent != nullptr ? parent->depth + 1 : 0;
        slice.row = nester.freeRowFrom(parent != nullptr ? parent->row + 1 : 0, starts[index]);
        rows[index] = static_cast<std::uint16_t>(slice.row);
        deepest = std::max(deepest, slice.depth + 1);
        if (overlaps) {
            nesting.firstOverlapping = nesting.overlapping == 0 ? index : nesting.firstOverlapping;
            ++nesting.overlapping;
        }
        nester.open(slice);
    }
    nesting.rows = static_cast<std::uint16_t>(nester.rows());
    nesting.overflowRows =
        static_cast<std::uint16_t>(nester.rows() - std::min(nester.rows(), deepest));
    return nesting;
}

}  // namespace gaplight
