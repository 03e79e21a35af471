// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/cut_arrows.h"

#include <algorithm>
#include <tuple>

namespace gaplight {

// As the reader makes flows of their events (PerfettoRows).
void CutArrows::finish(const std::function<bool(std::uint64_t number)>& isKept) {
    const auto order = [](const Point& point) {
        return std::tie(point.flow, point.time, point.number, point.isTerminating);
    };
    std::sort(m_points.begin(), m_points.end(),
              [&](const auto& left, const auto& right) { return order(left) < order(right); });
    for (std::size_t first = 0; first < m_points.size();) {
        std::size_t last = first + 1;
        while (last < m_points.size() && m_points[last].flow == m_points[first].flow &&
               !m_points[last - 1].isTerminating) {
            ++last;
        }
        finishFlow(std::span(m_points).subspan(first, last - first), isKept);
        first = last;
    }
    std::sort(m_lost.begin(), m_lost.end());
    std::sort(m_ends.begin(), m_ends.end());
    m_points = {};
}

void CutArrows::finishFlow(std::span<const Point> points,
                           const std::function<bool(std::uint64_t number)>& isKept) {
    const auto stays = [&](const Point& point) { return isKept(point.number); };
    if (std::all_of(points.begin(), points.end(), stays)) {
        return;
    }
    for (auto first = points.begin(); first != points.end();) {
        first = std::find_if(first, points.end(), stays);
        const auto behind = std::find_if_not(first, points.end(), stays);
        if (behind - first == 1) {
            m_lost.emplace_back(first->number, first->flow);
        } else if (behind != first && behind != points.end()) {
            m_ends.emplace_back((behind - 1)->number, (behind - 1)->flow);
        }
        first = behind;
    }
}

bool CutArrows::loses(std::uint64_t number, std::uint64_t flow) const {
    return std::binary_search(m_lost.begin(), m_lost.end(), EventFlow(number, flow));
}

bool CutArrows::ends(std::uint64_t number, std::uint64_t flow) const {
    return std::binary_search(m_ends.begin(), m_ends.end(), EventFlow(number, flow));
}

}  // namespace gaplight
