// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/layout/track_layout.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/base/glob.h"
#include "core/scene/layout/group_lanes.h"
#include "core/scene/layout/track_groups.h"

namespace gaplight {
TrackLayout TrackLayout::build(const Trace& trace, std::span<const CounterCurve> counters,
                               std::span<const AnnotationRows> annotations) {
    TrackLayout layout;
    layout.m_laneOfTrack.assign(trace.tracks().size(), TrackId::kNone);
    for (const TrackGroup& group : groupTracks(trace, counters)) {
        const auto index = static_cast<std::uint32_t>(layout.m_groups.size());
        std::vector<Lane> lanes = lanesOf(trace, group, index, counters, annotations);
        Group entry;
        entry.kind = group.kind;
        entry.gpu = group.gpu;
        entry.process = group.process;
        entry.title = lanes.front().title;
        entry.firstLane = static_cast<std::uint32_t>(layout.m_lanes.size());
        entry.laneCount = static_cast<std::uint32_t>(lanes.size());
        layout.m_groups.push_back(std::move(entry));
        for (Lane& lane : lanes) {
            if (lane.track.isValid()) {
                layout.m_laneOfTrack[lane.track.index()] =
                    static_cast<std::uint32_t>(layout.m_lanes.size());
            }
            layout.m_allRows.push_back(lane.visibleRows);
            layout.m_order.push_back(static_cast<std::uint32_t>(layout.m_lanes.size()));
            layout.m_lanes.push_back(std::move(lane));
        }
    }
    layout.pinGpus(trace);
    layout.place();
    return layout;
}

void TrackLayout::pinGpus(const Trace& trace) {
    // More would leave too little of the window for the tracks.
    constexpr std::size_t kMaxGpus = 8;
    for (std::size_t i = 0; i < m_groups.size(); ++i) {
        if (m_groups[i].gpu && hasStreams(trace, m_groups[i]) && m_pinned.size() < kMaxGpus) {
            Lane lane;
            lane.kind = LaneKind::Utilisation;
            lane.group = static_cast<std::uint32_t>(i);
            lane.title = m_groups[i].title;
            m_pinned.push_back(std::move(lane));
        }
    }
    placeStrips();
}

void TrackLayout::placeStrips() {
    constexpr std::size_t kMaxStripsWithLabels = 2;
    const float labels = m_pinned.size() <= kMaxStripsWithLabels ? kGapLabelHeight : 0;
    for (Lane& lane : m_pinned) {
        lane.y = m_stripsHeight;
        lane.height = labels + kUtilisationHeight + kLaneGap;
        m_stripsHeight += lane.height;
    }
}

bool TrackLayout::hasStreams(const Trace& trace, const Group& group) const {
    const auto lanes = std::span(m_lanes).subspan(group.firstLane, group.laneCount);
    return std::any_of(lanes.begin(), lanes.end(), [&](const Lane& lane) {
        return lane.track.isValid() && trace.tracks()[lane.track.index()].kind == TrackKind::Stream;
    });
}

float TrackLayout::heightOf(const Lane& lane) const {
    switch (lane.kind) {
        case LaneKind::GroupHeader:
            return kHeaderHeight;
        case LaneKind::Counter:
            return kCounterHeight + kLaneGap;
        case LaneKind::Utilisation:
        case LaneKind::Annotations:
        case LaneKind::Slices:
            break;
    }
    return static_cast<float>(lane.visibleRows) * rowPitch() + kLaneGap - 1;
}

bool TrackLayout::passesFilters(const Lane& lane) const {
    if (lane.hidden || m_lanes[m_groups[lane.group].firstLane].hidden) {
        return false;
    }
    if (!m_only.empty() && !(lane.track.isValid() && m_only[lane.track.index()])) {
        return false;
    }
    return matchesFilter(m_filter, lane.title) ||
           matchesFilter(m_filter, m_groups[lane.group].title);
}

// A group without a visible lane has no header either.
void TrackLayout::place() {
    m_visible.clear();
    m_pinnedTracks.clear();
    double y = 0;
    std::vector<std::uint32_t> pending;  // header of a group, until a lane follows it
    for (const std::uint32_t i : m_order) {
        Lane& lane = m_lanes[i];
        lane.height = 0;
        if (lane.kind == LaneKind::GroupHeader) {
            pending.assign(1, i);
            lane.y = y;
            continue;
        }
        if (!passesFilters(lane)) {
            lane.y = y;
            continue;
        }
        if (lane.pinned) {
            m_pinnedTracks.push_back(i);
        }
        for (const std::uint32_t header : std::exchange(pending, {})) {
            y += m_visible.empty() ? 0 : kGroupGap;
            m_lanes[header].y = y;
            m_lanes[header].height = kHeaderHeight;
            y += kHeaderHeight;
            m_visible.push_back(header);
        }
        lane.y = y;
        if (!lane.pinned && !m_groups[lane.group].collapsed) {
            lane.height = heightOf(lane);
            y += lane.height;
            m_visible.push_back(i);
        }
    }
    m_contentHeight = y;
    placePinnedTracks();
}

void TrackLayout::placePinnedTracks() {
    double y = 0;
    for (const std::uint32_t i : m_pinnedTracks) {
        Lane& lane = m_lanes[i];
        lane.visibleRows =
            std::min(rowsOf(i), m_maxPinnedRows == 0 ? kMaxPinnedRows : m_maxPinnedRows);
        lane.y = y;
        lane.height = heightOf(lane);
        y += lane.height;
    }
    m_pinnedHeight = m_stripsHeight + static_cast<float>(y);
}

void TrackLayout::setCompact(bool compact) {
    m_isCompact = compact;
    place();
}

void TrackLayout::setPinned(std::size_t lane, bool pinned) {
    Lane& changed = m_lanes[lane];
    if (changed.kind == LaneKind::GroupHeader) {
        return;
    }
    changed.pinned = pinned;
    changed.visibleRows = rowsOf(lane);
    place();
}

void TrackLayout::setMaxPinnedRows(std::uint16_t rows) {
    m_maxPinnedRows = rows;
    place();
}

std::uint16_t TrackLayout::rowsOf(std::size_t lane) const {
    const Lane& of = m_lanes[lane];
    if (of.collapsed) {
        return 1;
    }
    return static_cast<std::uint16_t>(m_allRows[lane] - (of.folded ? of.overflowRows : 0));
}

void TrackLayout::setFolded(std::size_t lane, bool folded) {
    m_lanes[lane].folded = folded && m_lanes[lane].overflowRows > 0;
    m_lanes[lane].visibleRows = rowsOf(lane);
    place();
}

void TrackLayout::setHidden(std::size_t lane, bool hidden) {
    m_lanes[lane].hidden = hidden;
    place();
}

std::size_t TrackLayout::hiddenCount() const {
    return static_cast<std::size_t>(std::count_if(m_lanes.begin(), m_lanes.end(),
                                                  [](const Lane& lane) { return lane.hidden; }));
}

void TrackLayout::showHidden() {
    for (Lane& lane : m_lanes) {
        lane.hidden = false;
    }
    place();
}

void TrackLayout::setFilter(std::string_view text) {
    m_filter = text;
    place();
}

void TrackLayout::setOnly(std::vector<bool> tracks) {
    m_only = std::move(tracks);
    place();
}

void TrackLayout::setGroupCollapsed(std::size_t group, bool collapsed) {
    m_groups[group].collapsed = collapsed;
    m_lanes[m_groups[group].firstLane].collapsed = collapsed;
    place();
}

void TrackLayout::setLaneCollapsed(std::size_t lane, bool collapsed) {
    if (m_lanes[lane].kind == LaneKind::GroupHeader) {
        setGroupCollapsed(m_lanes[lane].group, collapsed);
        return;
    }
    if (!m_lanes[lane].collapsible) {
        return;
    }
    m_lanes[lane].collapsed = collapsed;
    m_lanes[lane].visibleRows = rowsOf(lane);
    place();
}

void TrackLayout::move(std::size_t lane, std::size_t neighbour, bool behind) {
    const Lane& moved = m_lanes[lane];
    const Lane& beside = m_lanes[neighbour];
    const bool isGroup = moved.kind == LaneKind::GroupHeader;
    if (lane == neighbour ||
        (isGroup ? moved.group == beside.group
                 : moved.group != beside.group || beside.kind == LaneKind::GroupHeader)) {
        return;
    }
    const auto belongs = [&](std::uint32_t i, std::size_t to) {
        return isGroup ? m_lanes[i].group == m_lanes[to].group : i == to;
    };
    std::vector<std::uint32_t> taken;
    std::vector<std::uint32_t> rest;
    for (const std::uint32_t i : m_order) {
        (belongs(i, lane) ? taken : rest).push_back(i);
    }
    auto at = std::find_if(rest.begin(), rest.end(),
                           [&](std::uint32_t i) { return belongs(i, neighbour); });
    while (behind && at != rest.end() && belongs(*at, neighbour)) {
        ++at;
    }
    rest.insert(at, taken.begin(), taken.end());
    m_order = std::move(rest);
    place();
}

void TrackLayout::setOrder(std::span<const std::uint32_t> wanted) {
    const std::size_t count = m_lanes.size();
    std::vector<std::size_t> rank(count);
    for (std::size_t at = 0; at < count; ++at) {
        rank[m_order[at]] = wanted.size() + at;
    }
    for (std::size_t at = 0; at < wanted.size(); ++at) {
        rank[wanted[at]] = at;
    }
    const auto key = [&](std::uint32_t i) {
        const std::uint32_t header = m_groups[m_lanes[i].group].firstLane;
        return std::make_tuple(rank[header], i != header, rank[i]);
    };
    std::sort(m_order.begin(), m_order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
    place();
}

void TrackLayout::reveal(TrackId track) {
    const std::size_t lane = laneOf(track);
    if (lane == m_lanes.size()) {
        return;
    }
    m_lanes[lane].hidden = false;
    m_lanes[m_groups[m_lanes[lane].group].firstLane].hidden = false;
    if (!passesFilters(m_lanes[lane])) {
        m_filter.clear();
        m_only.clear();
    }
    m_lanes[lane].folded = false;
    setGroupCollapsed(m_lanes[lane].group, false);
    setLaneCollapsed(lane, false);
    setFolded(lane, false);
}

TrackLayout TrackLayout::reduced(std::span<const std::uint16_t> rowsOfLane) const {
    TrackLayout part;
    part.m_laneOfTrack.assign(m_laneOfTrack.size(), TrackId::kNone);
    for (std::size_t from = 0; from < m_groups.size(); ++from) {
        Group group = m_groups[from];
        const auto number = static_cast<std::uint32_t>(part.m_groups.size());
        const auto first = static_cast<std::uint32_t>(part.m_lanes.size());
        group.collapsed = false;
        for (std::size_t at = group.firstLane; at < group.firstLane + group.laneCount; ++at) {
            if (m_lanes[at].kind != LaneKind::GroupHeader && rowsOfLane[at] == 0) {
                continue;
            }
            Lane lane = m_lanes[at];
            lane.group = number;
            lane.collapsible = false;
            lane.collapsed = false;
            lane.pinned = false;
            lane.hidden = false;
            lane.visibleRows = std::min(rowsOfLane[at], m_allRows[at]);
            if (lane.kind == LaneKind::Slices && lane.visibleRows < m_allRows[at]) {
                lane.detail =
                    std::to_string(lane.visibleRows) + " of " + counted(m_allRows[at], "row");
            }
            if (lane.track.isValid()) {
                part.m_laneOfTrack[lane.track.index()] =
                    static_cast<std::uint32_t>(part.m_lanes.size());
            }
            part.m_allRows.push_back(m_allRows[at]);
            part.m_order.push_back(static_cast<std::uint32_t>(part.m_lanes.size()));
            part.m_lanes.push_back(std::move(lane));
        }
        if (part.m_lanes.size() == first + 1) {  // only the header is left
            part.m_lanes.pop_back();
            part.m_allRows.pop_back();
            part.m_order.pop_back();
            continue;
        }
        const auto kept = static_cast<std::uint32_t>(part.m_lanes.size()) - first;
        if (kept < group.laneCount) {
            part.m_lanes[first]
                .detail.clear();  // the text counts all tracks, including removed ones
        }
        group.firstLane = first;
        group.laneCount = kept;
        for (const Lane& pinned : m_pinned) {
            if (pinned.group == from) {
                part.m_pinned.push_back(pinned);
                part.m_pinned.back().group = number;
            }
        }
        part.m_groups.push_back(std::move(group));
    }
    part.placeStrips();
    part.place();
    return part;
}

std::size_t TrackLayout::visibleAt(double contentY) const {
    const auto after =
        std::partition_point(m_visible.begin(), m_visible.end(),
                             [&](std::uint32_t lane) { return m_lanes[lane].y <= contentY; });
    return after == m_visible.begin() ? 0 : static_cast<std::size_t>(after - m_visible.begin()) - 1;
}

std::size_t TrackLayout::laneAt(double contentY) const {
    if (m_visible.empty() || contentY < 0) {
        return m_lanes.size();
    }
    const std::uint32_t lane = m_visible[visibleAt(contentY)];
    return contentY < m_lanes[lane].y + m_lanes[lane].height ? lane : m_lanes.size();
}

std::size_t TrackLayout::laneOf(TrackId track) const {
    return track.isValid() && m_laneOfTrack[track.index()] != TrackId::kNone
               ? m_laneOfTrack[track.index()]
               : m_lanes.size();
}

double TrackLayout::rowY(std::size_t lane, std::uint16_t row) const {
    const Lane& place = m_lanes[lane];
    if (place.height == 0) {
        return m_lanes[m_groups[place.group].firstLane].y;
    }
    const int last = std::max(0, static_cast<int>(place.visibleRows) - 1);
    return place.y + std::min<int>(row, last) * static_cast<double>(rowPitch());
}

}  // namespace gaplight
