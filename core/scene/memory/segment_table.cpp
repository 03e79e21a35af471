// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/memory/segment_table.h"

#include <algorithm>
#include <map>
#include <utility>

namespace gaplight {

SegmentTable::SegmentTable(const MemoryModel& model, Moment moment) {
    for (std::size_t at = 0; at < model.allocations.size(); ++at) {
        const Allocation& one = model.allocations[at];
        if (one.begin > moment) {
            break;
        }
        if (one.isActiveAt(moment)) {
            m_blocks.push_back(static_cast<std::uint32_t>(at));
        }
    }
    std::ranges::sort(m_blocks, {},
                      [&](std::uint32_t at) { return model.allocations[at].address; });
    addRows(model, moment);
    addGroups(model);
}

void SegmentTable::addRows(const MemoryModel& model, Moment moment) {
    const auto addressOf = [&](std::uint32_t at) { return model.allocations[at].address; };
    for (std::size_t at = 0; at < model.segments.size(); ++at) {
        const SegmentSpan& segment = model.segments[at];
        if (!segment.isHeldAt(moment)) {
            continue;
        }
        const auto first = std::ranges::lower_bound(m_blocks, segment.address, {}, addressOf);
        const auto last = std::ranges::lower_bound(
            first, m_blocks.end(), segment.address + static_cast<std::uint64_t>(segment.size), {},
            addressOf);
        SegmentRow row{static_cast<std::uint32_t>(at),
                       static_cast<std::uint32_t>(first - m_blocks.begin()),
                       static_cast<std::uint32_t>(last - first), 0};
        for (auto block = first; block != last; ++block) {
            row.used += model.allocations[*block].size;
        }
        m_rows.push_back(row);
    }
}

void SegmentTable::addGroups(const MemoryModel& model) {
    std::map<std::pair<StreamIndex, bool>, SegmentGroup> groups;
    for (const SegmentRow& row : m_rows) {
        const SegmentSpan& segment = model.segments[row.segment];
        SegmentGroup& group = groups[{segment.stream, segment.isSmallPool}];
        group.stream = segment.stream;
        group.isSmallPool = segment.isSmallPool;
        ++group.rowCount;
        group.reserved += segment.size;
        group.used += row.used;
        group.largest = std::max(group.largest, segment.size);
    }
    for (const auto& [key, group] : groups) {
        m_groups.push_back(group);
    }
    std::ranges::stable_sort(m_groups, std::ranges::greater{}, &SegmentGroup::reserved);
    std::map<std::pair<StreamIndex, bool>, std::size_t> ranks;
    std::uint32_t next = 0;
    for (std::size_t at = 0; at < m_groups.size(); ++at) {
        m_groups[at].firstRow = next;
        next += m_groups[at].rowCount;
        ranks[{m_groups[at].stream, m_groups[at].isSmallPool}] = at;
    }
    std::ranges::stable_sort(m_rows, [&](const SegmentRow& a, const SegmentRow& b) {
        const SegmentSpan& first = model.segments[a.segment];
        const SegmentSpan& second = model.segments[b.segment];
        const std::size_t rankA = ranks[{first.stream, first.isSmallPool}];
        const std::size_t rankB = ranks[{second.stream, second.isSmallPool}];
        if (rankA != rankB) {
            return rankA < rankB;
        }
        return first.size != second.size ? first.size > second.size
                                         : first.address < second.address;
    });
}

}  // namespace gaplight
