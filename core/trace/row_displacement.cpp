// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/row_displacement.h"

#include <algorithm>

namespace gaplight {
namespace {

// Of the slices that one overlaps, how many are asked, and how many make room: bounds time and
// memory for hostile input. In recorded traces it is one, seldom two.
constexpr std::size_t kMaxExaminedOverlaps = 64;
constexpr std::size_t kMaxDisplacedPerSlice = 8;
// Room is made for what stands alone so many times as long after the slice's end as the slice stood
// alone before it: what overlaps about evenly, as kernels that are launched early do, keeps the
// order of starts, and chains of overlaps stay few rows deep.
constexpr std::int64_t kFactor = 4;

}  // namespace

bool RowDisplacements::offer(std::size_t slice, std::size_t yielding, std::size_t depth) {
    const Duration before = m_slices.starts[slice] - m_slices.starts[yielding];
    const Duration after = m_slices.end(slice) - m_slices.end(yielding);
    if (after / kFactor < before) {
        return false;
    }
    m_yields.push_back({yielding, slice, depth});
    return true;
}

void RowDisplacements::collect(std::size_t slice, std::size_t depth,
                               std::span<const std::size_t> overlapped) {
    const Time start = m_slices.starts[slice];
    while (!m_beside.empty() && m_slices.end(m_beside.back().yielded) <= start) {
        m_beside.pop_back();
    }
    const std::size_t parent = m_slices.parent(slice);
    if (parent != kNoSlice) {
        // Its parent was made room for by something that is open still, of which it is no part.
        const auto last = m_beside.rbegin() + static_cast<std::ptrdiff_t>(
                                                  std::min(m_beside.size(), kMaxExaminedOverlaps));
        const auto found = std::find_if(m_beside.rbegin(), last, [&](const Beside& beside) {
            return beside.slice == parent && m_slices.end(beside.yielded) > start;
        });
        if (found != last) {
            const Beside above = *found;
            if (offer(slice, above.yielded, depth - above.depth + 1)) {
                m_beside.push_back({slice, above.yielded, above.depth});
            }
        }
    }
    std::size_t yielding = 0;
    for (const std::size_t other :
         overlapped.first(std::min(overlapped.size(), kMaxExaminedOverlaps))) {
        if (m_slices.parent(other) == parent && offer(slice, other, 1)) {
            m_beside.push_back({slice, other, depth});
            if (++yielding == kMaxDisplacedPerSlice) {
                break;
            }
        }
    }
    if (m_beside.size() > 2 * kMaxExaminedOverlaps) {
        m_beside.erase(m_beside.begin(), m_beside.end() - kMaxExaminedOverlaps);
    }
}

std::vector<SpacerRows> RowDisplacements::spacerRows(std::size_t most) const {
    std::vector<Yield> yields = m_yields;
    std::sort(yields.begin(), yields.end(),
              [](const Yield& a, const Yield& b) { return a.slice < b.slice; });
    std::vector<SpacerRows> extra;
    for (const Yield& yield : yields) {
        if (extra.empty() || extra.back().slice != yield.slice) {
            extra.push_back({yield.slice, 0});
        }
    }
    // What is yielded to begins later: from the last on it is known.
    auto at = extra.end();
    for (auto yield = yields.rbegin(); yield != yields.rend(); ++yield) {
        at = at == extra.end() || at->slice != yield->slice ? at - 1 : at;
        const auto to = std::lower_bound(
            extra.begin(), extra.end(), yield->to,
            [](const SpacerRows& rows, std::size_t slice) { return rows.slice < slice; });
        const bool yieldsToo = to != extra.end() && to->slice == yield->to;
        at->rows = std::max(at->rows, std::min(most, yield->depth + (yieldsToo ? to->rows : 0)));
    }
    return extra;
}

}  // namespace gaplight
