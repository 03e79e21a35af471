// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/row_displacement.h"

#include <algorithm>

namespace gaplight {
namespace {

// Limits of the overlapped slices examined, and of those displaced, per slice: bound time and
// memory for hostile input. Recorded traces have one, seldom two.
constexpr std::size_t kMaxExaminedOverlaps = 64;
constexpr std::size_t kMaxDisplacedPerSlice = 8;
// A slice is displaced only if the overhang after its end is at least kFactor times the time before
// the overlap: about even overlaps (kernels launched early) keep the order of starts, so that
// chains of overlaps stay a few rows deep.
constexpr std::int64_t kFactor = 4;

}  // namespace

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

}  // namespace gaplight
