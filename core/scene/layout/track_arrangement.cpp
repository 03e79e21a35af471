// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/layout/track_arrangement.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "core/base/text_hash.h"

namespace gaplight {

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
