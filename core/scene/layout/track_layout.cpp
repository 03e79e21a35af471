// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/layout/track_layout.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>
#include <utility>

#include "core/base/quantity_text.h"
#include "core/base/text_pattern.h"

namespace gaplight {
namespace {

float heightOf(const Lane& lane, float rowPitch) {
    switch (lane.kind) {
        case LaneKind::GroupHeader:
            return TrackLayout::kHeaderHeight;
        case LaneKind::Counter:
            return TrackLayout::kCounterHeight + TrackLayout::kLaneGap;
        case LaneKind::Utilization:
        case LaneKind::QueueLead:
        case LaneKind::Hits:
        case LaneKind::Annotations:
        case LaneKind::Slices:
        case LaneKind::More:
            break;
    }
    return static_cast<float>(lane.visibleRows) * rowPitch + TrackLayout::kLaneGap - 1;
}

// From top to bottom; returns the height of all.
float placeStrips(std::vector<Lane>& strips) {
    const auto gpus = std::count_if(strips.begin(), strips.end(), [](const Lane& lane) {
        return lane.kind == LaneKind::Utilization;
    });
    // Of several GPUs the labels are inside the gaps: the tracks need the height.
    const float labels = gpus <= 1 ? TrackLayout::kGapLabelHeight : 0;
    const float queue = gpus <= 1 ? TrackLayout::kQueueHeight : TrackLayout::kLowQueueHeight;
    float height = 0;
    for (Lane& lane : strips) {
        lane.y = height;
        lane.height = lane.kind == LaneKind::QueueLead ? queue
                      : lane.kind == LaneKind::Hits
                          ? TrackLayout::kHitTrackHeight
                          : labels + TrackLayout::kUtilizationHeight + TrackLayout::kLaneGap;
        height += lane.height;
    }
    return height;
}

}  // namespace

TrackLayout TrackLayout::build(const Trace& trace, std::span<const CounterCurve> counters,
                               std::span<const AnnotationRows> annotations,
                               TrackGrouping grouping) {
    TrackLayout layout;
    layout.m_table = LaneTable::build(trace, counters, annotations, grouping);
    layout.m_stripsHeight = placeStrips(layout.m_table.strips);
    layout.place();
    return layout;
}

bool TrackLayout::isInMore(const Lane& lane) const {
    const std::optional<std::uint32_t> more = m_table.groups[lane.group].more;
    return lane.kind == LaneKind::More
               ? isFiltered() || lane.title.empty()
               : lane.isMinor && !lane.isGoneTo && !lane.pinned && !isFiltered() && more &&
                     m_table.lanes[*more].collapsed;
}

bool TrackLayout::isInMoreGroups(const Lane& lane) const {
    const Group& group = m_table.groups[lane.group];
    return m_table.moreGroups && m_table.lanes[group.firstLane].isMinor && group.collapsed &&
           !lane.pinned && !isFiltered() && m_table.groups[*m_table.moreGroups].collapsed;
}

bool TrackLayout::isNamedByStrip(std::size_t group) const {
    const auto& strips = m_table.strips;
    const auto isGpus = [](const Lane& strip) { return strip.kind == LaneKind::Utilization; };
    const auto own = std::find_if(strips.begin(), strips.end(), isGpus);
    return std::count_if(strips.begin(), strips.end(), isGpus) == 1 && own->group == group &&
           !m_table.groups[group].collapsed && m_table.lanes[m_table.order.front()].group == group;
}

bool TrackLayout::passesFilters(const Lane& lane) const {
    if (lane.hidden || m_table.lanes[m_table.groups[lane.group].firstLane].hidden) {
        return false;
    }
    if (!m_only.empty() && !(lane.track.isValid() && m_only[lane.track.index()])) {
        return false;
    }
    return matchesFilter(m_filter, lane.title) ||
           matchesFilter(m_filter, m_table.groups[lane.group].title);
}

double TrackLayout::placeHeader(std::uint32_t header, double y) {
    y += m_visible.empty() ? 0 : kGroupGap;
    m_table.lanes[header].y = y;
    m_table.lanes[header].height = kHeaderHeight;
    m_visible.push_back(header);
    return y + kHeaderHeight;
}

// Nothing where the user has expanded or hidden all that it stands for.
double TrackLayout::placeMoreGroups(std::uint32_t header, double y) {
    const auto count =
        std::count_if(m_table.groups.begin(), m_table.groups.end(), [this](const Group& group) {
            const Lane& first = m_table.lanes[group.firstLane];
            return first.isMinor && !first.hidden && group.collapsed;
        });
    Lane& lane = m_table.lanes[header];
    lane.y = y;
    if (count == 0 || isFiltered() || lane.hidden) {
        return y;
    }
    lane.title =
        m_table.grouping == TrackGrouping::Process
            ? countText(static_cast<std::uint64_t>(count), "more process", "more processes")
            : countText(static_cast<std::uint64_t>(count), "more group", "more groups");
    m_table.groups[lane.group].title = lane.title;
    return placeHeader(header, y);
}

// A group without a visible lane has no header either.
void TrackLayout::place() {
    m_visible.clear();
    m_pinnedTracks.clear();
    double y = 0;
    std::vector<std::uint32_t> pending;  // header of a group, until a lane follows it
    for (const std::uint32_t i : m_table.order) {
        Lane& lane = m_table.lanes[i];
        lane.height = 0;
        if (lane.kind == LaneKind::More) {
            lane.title = m_table.moreTitle(m_table.groups[lane.group]);
        }
        if (lane.kind == LaneKind::GroupHeader) {
            pending.assign(isNamedByStrip(lane.group) || isInMoreGroups(lane) ? 0 : 1, i);
            lane.y = y;
            if (lane.group == m_table.moreGroups) {
                y = placeMoreGroups(i, y);
            }
            continue;
        }
        if (!passesFilters(lane) || isInMore(lane) || isInMoreGroups(lane)) {
            lane.y = y;
            continue;
        }
        if (lane.pinned) {
            m_pinnedTracks.push_back(i);
        }
        for (const std::uint32_t header : std::exchange(pending, {})) {
            y = placeHeader(header, y);
        }
        lane.y = y;
        if (!lane.pinned && !m_table.groups[lane.group].collapsed) {
            lane.height = heightOf(lane, rowPitch());
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
        Lane& lane = m_table.lanes[i];
        lane.visibleRows =
            std::min(rowsOf(i), m_maxPinnedRows == 0 ? kMaxPinnedRows : m_maxPinnedRows);
        lane.y = y;
        lane.height = heightOf(lane, rowPitch());
        y += lane.height;
    }
    m_pinnedHeight = m_stripsHeight + static_cast<float>(y);
}

void TrackLayout::setPinned(std::size_t lane, bool pinned) {
    Lane& changed = m_table.lanes[lane];
    if (changed.kind == LaneKind::GroupHeader) {
        return;
    }
    changed.pinned = pinned;
    placeRowsOf(lane);
}

void TrackLayout::setMaxPinnedRows(std::uint16_t rows) {
    m_maxPinnedRows = rows;
    place();
}

void TrackLayout::countRows(std::size_t lane) {
    m_table.lanes[lane].firstRow = m_table.firstRowOf(lane);
    m_table.lanes[lane].visibleRows = rowsOf(lane);
}

void TrackLayout::placeRowsOf(std::size_t lane) {
    countRows(lane);
    place();
}

void TrackLayout::setShowsAllRows(std::size_t lane, bool all) {
    Lane& changed = m_table.lanes[lane];
    changed.cutAbove = 0;
    changed.cutFrom = 0;
    changed.showsAllRows = all && changed.isLimited();
    changed.showsOuterFrames = false;
    changed.leastRows = 0;
    placeRowsOf(lane);
}

void TrackLayout::fillRoom(double height) {
    std::vector<std::size_t> limited;
    for (std::size_t at = 0; at < m_table.lanes.size(); ++at) {
        if (Lane& lane = m_table.lanes[at]; lane.maxRows > 0 && !lane.pinned) {
            lane.maxRows = lane.kind == LaneKind::Annotations ? kMaxAnnotationRows : kMaxThreadRows;
            lane.visibleRows = rowsOf(at);
            limited.push_back(at);
        }
    }
    if (limited.empty()) {
        return;
    }
    place();
    double room = height - m_contentHeight;
    for (bool grows = true; grows;) {
        grows = false;
        for (const std::size_t at : limited) {
            Lane& lane = m_table.lanes[at];
            const bool isCut = lane.height > 0 && m_table.rowsBelowLimit(at) > 0;
            if (isCut && room >= static_cast<double>(rowPitch())) {
                ++lane.maxRows;
                ++lane.visibleRows;
                room -= static_cast<double>(rowPitch());
                grows = true;
            }
        }
    }
    place();
}

void TrackLayout::setFolded(std::size_t lane, bool folded) {
    m_table.lanes[lane].folded = folded && m_table.lanes[lane].overflowRows > 0;
    placeRowsOf(lane);
}

void TrackLayout::setHidden(std::size_t lane, bool hidden) {
    m_table.lanes[lane].hidden = hidden;
    place();
}

std::size_t TrackLayout::hiddenCount() const {
    return static_cast<std::size_t>(std::count_if(m_table.lanes.begin(), m_table.lanes.end(),
                                                  [](const Lane& lane) { return lane.hidden; }));
}

void TrackLayout::showHidden() {
    for (Lane& lane : m_table.lanes) {
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

void TrackLayout::setHitTracks(std::span<const std::string> titles) {
    m_table.setHitStrips(titles);
    m_stripsHeight = placeStrips(m_table.strips);
    place();
}

void TrackLayout::setGroupCollapsed(std::size_t group, bool collapsed) {
    m_table.groups[group].collapsed = collapsed;
    m_table.lanes[m_table.groups[group].firstLane].collapsed = collapsed;
    place();
}

void TrackLayout::setLaneCollapsed(std::size_t lane, bool collapsed) {
    if (m_table.lanes[lane].kind == LaneKind::GroupHeader) {
        setGroupCollapsed(m_table.lanes[lane].group, collapsed);
        return;
    }
    if (m_table.lanes[lane].kind == LaneKind::More) {
        const Group& group = m_table.groups[m_table.lanes[lane].group];
        for (std::uint32_t at = 0; at < group.laneCount; ++at) {
            m_table.lanes[group.firstLane + at].isGoneTo = false;
        }
        m_table.lanes[lane].collapsed = collapsed;
        place();
        return;
    }
    if (m_table.lanes[lane].collapsible) {
        m_table.lanes[lane].collapsed = collapsed;
        placeRowsOf(lane);
    }
}

void TrackLayout::move(std::size_t lane, std::size_t neighbor, bool behind) {
    m_table.move(lane, neighbor, behind);
    m_table.sort = TrackSort::Hand;
    place();
}

void TrackLayout::setOrder(std::span<const std::uint32_t> wanted, TrackSort sort) {
    m_table.setOrder(wanted);
    m_table.sort = sort;
    place();
}

bool TrackLayout::setFilledRows(std::span<const std::uint16_t> rows) {
    bool changes = false;
    for (std::size_t at = 0; at < rows.size(); ++at) {
        Lane& lane = m_table.lanes[at];
        lane.filledRows = rows[at];
        if (m_table.firstRowOf(at) != lane.firstRow) {
            countRows(at);
            changes = true;
        }
    }
    if (changes) {
        place();
    }
    return changes;
}

int TrackLayout::cutAbove(std::size_t lane, std::uint16_t row, int rows) {
    constexpr int kContext = 1;  // the row above it stays
    Lane& of = m_table.lanes[lane];
    const int cut = std::clamp(row - kContext - of.firstRow, 0, rows);
    if (cut > 0) {
        of.cutAbove = static_cast<std::uint16_t>(of.firstRow + cut);
    }
    return cut;
}

int TrackLayout::cutBelow(std::size_t lane, int row, int rows) {
    Lane& of = m_table.lanes[lane];
    const int end = of.firstRow + of.visibleRows;
    const int cut = std::clamp(end - row - 1, 0, rows);
    if (cut > 0) {
        of.cutFrom = static_cast<std::uint16_t>(end - cut);
    }
    return cut;
}

bool TrackLayout::foldBetween(TrackId from, std::uint16_t fromRow, TrackId to, std::uint16_t toRow,
                              double height) {
    const std::vector<std::uint32_t> shown = m_visible;
    auto [upper, upperRow] = std::pair(laneOf(from), fromRow);
    auto [lower, lowerRow] = std::pair(laneOf(to), toRow);
    if (rowY(upper, upperRow) > rowY(lower, lowerRow)) {
        std::swap(upper, lower);
        std::swap(upperRow, lowerRow);
    }
    const auto first = std::find(shown.begin(), shown.end(), upper);
    const auto last = std::find(first, shown.end(), lower);
    if (first == last || last == shown.end()) {
        return false;  // on one track, or not shown
    }
    const auto extent = [&, top = upper, topRow = upperRow, bottom = lower, bottomRow = lowerRow] {
        return rowY(bottom, bottomRow) - rowY(top, topRow) + static_cast<double>(rowPitch());
    };
    const TrackLayout before = *this;
    int rows = static_cast<int>(std::ceil((extent() - height) / static_cast<double>(rowPitch())));
    rows -= cutAbove(lower, lowerRow, std::max(rows, 0));
    for (auto at = std::prev(last); at != first && rows > 0; --at) {
        const LaneKind kind = m_table.lanes[*at].kind;
        rows -= kind == LaneKind::Slices ? cutBelow(*at, m_table.lanes[*at].firstRow, rows) : 0;
    }
    cutBelow(upper, upperRow, std::max(rows, 0));
    for (std::size_t at = 0; at < m_table.lanes.size(); ++at) {
        countRows(at);
    }
    place();
    for (auto at = std::prev(last); at != first && extent() > height; --at) {
        const std::uint32_t group = m_table.lanes[*at].group;
        if (group != m_table.lanes[upper].group && group != m_table.lanes[lower].group) {
            setGroupCollapsed(group, true);
        }
    }
    if (extent() > height) {
        *this = before;
        return false;
    }
    return true;
}

bool TrackLayout::unfoldBetween() {
    bool changes = false;
    for (std::size_t at = 0; at < m_table.lanes.size(); ++at) {
        Lane& lane = m_table.lanes[at];
        if (lane.isCut()) {
            lane.cutAbove = 0;
            lane.cutFrom = 0;
            countRows(at);
            changes = true;
        }
    }
    if (changes) {
        place();
    }
    return changes;
}

// Rows that were visible stay so.
void TrackLayout::unfoldRow(Lane& lane, std::uint16_t row) {
    const auto end = static_cast<std::uint16_t>(lane.firstRow + lane.visibleRows);
    lane.cutAbove = 0;
    lane.cutFrom = 0;
    if (row < lane.firstRow) {
        lane.leastRows = std::max(lane.leastRows, end);
        lane.filledRows = std::min(lane.filledRows, static_cast<std::uint16_t>(row + 1));
        lane.showsOuterFrames |= row + 1 < lane.outerFrames;
    } else if (lane.maxRows > 0) {
        lane.leastRows = std::max(lane.leastRows, static_cast<std::uint16_t>(row + 1));
    }
}

void TrackLayout::reveal(TrackId track, std::uint16_t row) {
    const std::size_t lane = laneOf(track);
    if (lane == m_table.lanes.size()) {
        return;
    }
    m_table.lanes[lane].hidden = false;
    m_table.lanes[m_table.groups[m_table.lanes[lane].group].firstLane].hidden = false;
    if (!passesFilters(m_table.lanes[lane])) {
        m_filter.clear();
        m_only.clear();
    }
    m_table.lanes[lane].isGoneTo |= isInMore(m_table.lanes[lane]);
    setGroupCollapsed(m_table.lanes[lane].group, false);
    setLaneCollapsed(lane, false);
    if (row + m_table.lanes[lane].overflowRows >= m_table.allRows[lane]) {
        setFolded(lane, false);
    }
    if (!m_table.lanes[lane].showsRow(row)) {
        unfoldRow(m_table.lanes[lane], row);
        placeRowsOf(lane);
    }
}

std::vector<LaneFold> TrackLayout::folds() const {
    std::vector<LaneFold> folds;
    folds.reserve(m_table.lanes.size());
    for (std::size_t lane = 0; lane < m_table.lanes.size(); ++lane) {
        folds.push_back({m_table.lanes[lane], lane});
    }
    return folds;
}

void TrackLayout::exchangeFolds(std::span<LaneFold> folds) {
    for (LaneFold& fold : folds) {
        Lane& lane = m_table.lanes[fold.lane];
        std::swap<LaneState>(lane, fold);
        if (lane.kind == LaneKind::GroupHeader) {
            m_table.groups[lane.group].collapsed = lane.collapsed;
        }
        countRows(fold.lane);
    }
    place();
}

TrackLayout TrackLayout::reduced(std::span<const std::uint16_t> rowsOfLane) const {
    TrackLayout part;
    part.m_table = m_table.reduced(rowsOfLane);
    part.m_stripsHeight = placeStrips(part.m_table.strips);
    part.place();
    return part;
}

std::size_t TrackLayout::visibleAt(double contentY) const {
    const auto after =
        std::partition_point(m_visible.begin(), m_visible.end(),
                             [&](std::uint32_t lane) { return m_table.lanes[lane].y <= contentY; });
    return after == m_visible.begin() ? 0 : static_cast<std::size_t>(after - m_visible.begin()) - 1;
}

std::size_t TrackLayout::laneAt(double contentY) const {
    if (m_visible.empty() || contentY < 0) {
        return m_table.lanes.size();
    }
    const std::uint32_t lane = m_visible[visibleAt(contentY)];
    return contentY < m_table.lanes[lane].y + m_table.lanes[lane].height ? lane
                                                                         : m_table.lanes.size();
}

std::size_t TrackLayout::laneOf(TrackId track) const {
    return track.isValid() && m_table.laneOfTrack[track.index()] != LaneTable::kNone
               ? m_table.laneOfTrack[track.index()]
               : m_table.lanes.size();
}

double TrackLayout::rowY(std::size_t lane, std::uint16_t row) const {
    const Lane& place = m_table.lanes[lane];
    if (place.height == 0) {
        const Group& group = m_table.groups[place.group];
        if (isInMoreGroups(place)) {
            return m_table.lanes[m_table.groups[*m_table.moreGroups].firstLane].y;
        }
        const bool isBehindMore = isInMore(place) && !group.collapsed;
        return m_table.lanes[isBehindMore ? *group.more : group.firstLane].y;
    }
    const int last = std::max<int>(0, place.visibleRows - 1);
    return place.y + std::clamp(row - place.firstRow, 0, last) * static_cast<double>(rowPitch());
}

}  // namespace gaplight
