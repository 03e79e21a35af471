// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/layout/track_arrangement.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/text_hash.h"
#include "core/base/text_pattern.h"

namespace gaplight {

std::size_t pinMatching(TrackLayout& layout, std::string_view pattern) {
    if (pattern.empty()) {
        return 0;
    }
    std::vector<std::size_t> matching;
    for (std::size_t i = 0; i < layout.lanes().size(); ++i) {
        const Lane& lane = layout.lanes()[i];
        const Group& group = layout.groups()[lane.group];
        if (lane.kind != LaneKind::GroupHeader && !lane.pinned && !lane.hidden &&
            !layout.lanes()[group.firstLane].hidden &&
            (matchesFilter(pattern, lane.title) || matchesFilter(pattern, group.title))) {
            matching.push_back(i);
        }
    }
    for (const std::size_t lane : matching) {
        layout.setPinned(lane, true);
    }
    return matching.size();
}

std::size_t unpinAll(TrackLayout& layout) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < layout.lanes().size(); ++i) {
        if (layout.lanes()[i].pinned) {
            layout.setPinned(i, false);
            ++count;
        }
    }
    return count;
}

std::uint16_t pinnedRowsWithin(const TrackLayout& layout, float height) {
    std::uint16_t most = 1;
    float fixed = 0;
    for (const std::uint32_t lane : layout.pinnedTracks()) {
        const Lane& pinned = layout.lanes()[lane];
        const bool hasRows = pinned.kind != LaneKind::Counter;
        most = hasRows ? std::max(most, layout.rowsOf(lane)) : most;
        fixed += pinned.height -
                 (hasRows ? static_cast<float>(pinned.visibleRows) * layout.rowPitch() : 0);
    }
    std::uint16_t rows = 1;
    while (rows < most) {
        float all = fixed;
        for (const std::uint32_t lane : layout.pinnedTracks()) {
            if (layout.lanes()[lane].kind != LaneKind::Counter) {
                const int of = std::min<int>(layout.rowsOf(lane), rows + 1);
                all += static_cast<float>(of) * layout.rowPitch();
            }
        }
        if (all > height) {
            break;
        }
        ++rows;
    }
    return rows;
}

std::uint16_t pinnedRowsNow(const TrackLayout& layout) {
    std::uint16_t rows = 0;
    for (const std::uint32_t lane : layout.pinnedTracks()) {
        rows = std::max(rows, layout.lanes()[lane].visibleRows);
    }
    return rows;
}

TrackArrangement arrangementOf(const TrackLayout& layout) {
    TrackArrangement arrangement;
    const auto order = layout.order();
    arrangement.maxPinnedRows = layout.maxPinnedRows();
    for (const Lane& lane : layout.lanes()) {
        if (lane.pinned) {
            arrangement.pinned.push_back(lane.key);
        }
        if (lane.hidden != lane.startsHidden) {
            (lane.hidden ? arrangement.hidden : arrangement.shown).push_back(lane.key);
        }
        if (lane.collapsed != lane.startsCollapsed) {
            (lane.collapsed ? arrangement.collapsed : arrangement.expanded).push_back(lane.key);
        }
        if (lane.showsAllRows) {
            arrangement.allRows.push_back(lane.key);
        }
        if (lane.folded) {
            arrangement.folded.push_back(lane.key);
        }
    }
    if (!std::is_sorted(order.begin(), order.end())) {
        for (const std::uint32_t lane : order) {
            arrangement.order.push_back(layout.lanes()[lane].key);
        }
    }
    return arrangement;
}

void arrange(TrackLayout& layout, const TrackArrangement& arrangement) {
    std::unordered_map<std::string_view, std::uint32_t, TextHash> laneOf;
    for (std::size_t i = 0; i < layout.lanes().size(); ++i) {
        laneOf.emplace(layout.lanes()[i].key, static_cast<std::uint32_t>(i));
    }
    const auto lanesOf = [&](const std::vector<std::string>& keys) {
        std::vector<std::uint32_t> lanes;
        for (const std::string& key : keys) {
            if (const auto found = laneOf.find(key); found != laneOf.end()) {
                lanes.push_back(found->second);
            }
        }
        return lanes;
    };
    for (const std::uint32_t lane : lanesOf(arrangement.collapsed)) {
        layout.setLaneCollapsed(lane, true);
    }
    for (const std::uint32_t lane : lanesOf(arrangement.folded)) {
        layout.setFolded(lane, true);
    }
    for (const std::uint32_t lane : lanesOf(arrangement.hidden)) {
        layout.setHidden(lane, true);
    }
    for (const std::uint32_t lane : lanesOf(arrangement.pinned)) {
        layout.setPinned(lane, true);
    }
    for (const std::uint32_t lane : lanesOf(arrangement.shown)) {
        layout.setHidden(lane, false);
    }
    for (const std::uint32_t lane : lanesOf(arrangement.expanded)) {
        layout.setLaneCollapsed(lane, false);
    }
    for (const std::uint32_t lane : lanesOf(arrangement.allRows)) {
        layout.setShowsAllRows(lane, true);
    }
    layout.setMaxPinnedRows(arrangement.maxPinnedRows);
    if (!arrangement.order.empty()) {
        layout.setOrder(lanesOf(arrangement.order));
    }
}

TrackLayout relaid(const TrackLayout& before, const Trace& trace,
                   std::span<const CounterCurve> counters,
                   std::span<const AnnotationRows> annotations) {
    TrackLayout layout = TrackLayout::build(trace, counters, annotations);
    layout.setCompact(before.isCompact());
    arrange(layout, arrangementOf(before));
    layout.setFilter(before.filter());
    return layout;
}

}  // namespace gaplight
