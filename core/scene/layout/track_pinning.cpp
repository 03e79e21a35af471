// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/layout/track_pinning.h"

#include <algorithm>
#include <vector>

#include "core/base/glob.h"

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

}  // namespace gaplight
