// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/layout/track_layout.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/base/glob.h"
#include "core/scene/layout/group_bands.h"
#include "core/scene/layout/track_groups.h"

namespace gaplight {
TrackLayout TrackLayout::build(const Trace& trace, std::span<const CounterLane> counters,
                               std::span<const AnnotationRows> annotations) {
    TrackLayout layout;
    layout.m_bandOfTrack.assign(trace.tracks().size(), TrackId::kNone);
    for (const TrackGroup& group : groupTracks(trace, counters)) {
        const auto index = static_cast<std::uint32_t>(layout.m_groups.size());
        std::vector<Band> bands = bandsOf(trace, group, index, counters, annotations);
        Group entry;
        entry.kind = group.kind;
        entry.gpu = group.gpu;
        entry.process = group.process;
        entry.title = bands.front().title;
        entry.firstBand = static_cast<std::uint32_t>(layout.m_bands.size());
        entry.bandCount = static_cast<std::uint32_t>(bands.size());
        layout.m_groups.push_back(std::move(entry));
        for (Band& band : bands) {
            if (band.track.isValid()) {
                layout.m_bandOfTrack[band.track.index()] =
                    static_cast<std::uint32_t>(layout.m_bands.size());
            }
            layout.m_allRows.push_back(band.visibleRows);
            layout.m_order.push_back(static_cast<std::uint32_t>(layout.m_bands.size()));
            layout.m_bands.push_back(std::move(band));
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
            Band band;
            band.kind = BandKind::Utilisation;
            band.group = static_cast<std::uint32_t>(i);
            band.title = m_groups[i].title;
            m_pinned.push_back(std::move(band));
        }
    }
    placeStrips();
}

void TrackLayout::placeStrips() {
    constexpr std::size_t kMaxStripsWithLabels = 2;
    const float labels = m_pinned.size() <= kMaxStripsWithLabels ? kGapLabelHeight : 0;
    for (Band& band : m_pinned) {
        band.y = m_stripsHeight;
        band.height = labels + kUtilisationHeight + kBandGap;
        m_stripsHeight += band.height;
    }
}

bool TrackLayout::hasStreams(const Trace& trace, const Group& group) const {
    const auto bands = std::span(m_bands).subspan(group.firstBand, group.bandCount);
    return std::any_of(bands.begin(), bands.end(), [&](const Band& band) {
        return band.track.isValid() && trace.tracks()[band.track.index()].kind == TrackKind::Stream;
    });
}

float TrackLayout::heightOf(const Band& band) const {
    switch (band.kind) {
        case BandKind::GroupHeader:
            return kHeaderHeight;
        case BandKind::Counter:
            return kCounterHeight + kBandGap;
        case BandKind::Utilisation:
        case BandKind::Annotations:
        case BandKind::Slices:
            break;
    }
    return static_cast<float>(band.visibleRows) * rowPitch() + kBandGap - 1;
}

bool TrackLayout::passesFilters(const Band& band) const {
    if (band.hidden || m_bands[m_groups[band.group].firstBand].hidden) {
        return false;
    }
    if (!m_only.empty() && !(band.track.isValid() && m_only[band.track.index()])) {
        return false;
    }
    return matchesFilter(m_filter, band.title) ||
           matchesFilter(m_filter, m_groups[band.group].title);
}

// A group without a visible band has no header either.
void TrackLayout::place() {
    m_visible.clear();
    m_pinnedTracks.clear();
    double y = 0;
    std::vector<std::uint32_t> pending;  // header of a group, until a band follows it
    for (const std::uint32_t i : m_order) {
        Band& band = m_bands[i];
        band.height = 0;
        if (band.kind == BandKind::GroupHeader) {
            pending.assign(1, i);
            band.y = y;
            continue;
        }
        if (!passesFilters(band)) {
            band.y = y;
            continue;
        }
        if (band.pinned) {
            m_pinnedTracks.push_back(i);
        }
        for (const std::uint32_t header : std::exchange(pending, {})) {
            y += m_visible.empty() ? 0 : kGroupGap;
            m_bands[header].y = y;
            m_bands[header].height = kHeaderHeight;
            y += kHeaderHeight;
            m_visible.push_back(header);
        }
        band.y = y;
        if (!band.pinned && !m_groups[band.group].collapsed) {
            band.height = heightOf(band);
            y += band.height;
            m_visible.push_back(i);
        }
    }
    m_contentHeight = y;
    placePinnedTracks();
}

void TrackLayout::placePinnedTracks() {
    double y = 0;
    for (const std::uint32_t i : m_pinnedTracks) {
        Band& band = m_bands[i];
        band.visibleRows =
            std::min(rowsOf(i), m_maxPinnedRows == 0 ? kMaxPinnedRows : m_maxPinnedRows);
        band.y = y;
        band.height = heightOf(band);
        y += band.height;
    }
    m_pinnedHeight = m_stripsHeight + static_cast<float>(y);
}

void TrackLayout::setCompact(bool compact) {
    m_isCompact = compact;
    place();
}

void TrackLayout::setPinned(std::size_t band, bool pinned) {
    Band& changed = m_bands[band];
    if (changed.kind == BandKind::GroupHeader) {
        return;
    }
    changed.pinned = pinned;
    changed.visibleRows = rowsOf(band);
    place();
}

void TrackLayout::setMaxPinnedRows(std::uint16_t rows) {
    m_maxPinnedRows = rows;
    place();
}

std::uint16_t TrackLayout::rowsOf(std::size_t band) const {
    const Band& of = m_bands[band];
    if (of.collapsed) {
        return 1;
    }
    return static_cast<std::uint16_t>(m_allRows[band] - (of.folded ? of.overflowRows : 0));
}

void TrackLayout::setFolded(std::size_t band, bool folded) {
    m_bands[band].folded = folded && m_bands[band].overflowRows > 0;
    m_bands[band].visibleRows = rowsOf(band);
    place();
}

void TrackLayout::setHidden(std::size_t band, bool hidden) {
    m_bands[band].hidden = hidden;
    place();
}

std::size_t TrackLayout::hiddenCount() const {
    return static_cast<std::size_t>(std::count_if(m_bands.begin(), m_bands.end(),
                                                  [](const Band& band) { return band.hidden; }));
}

void TrackLayout::showHidden() {
    for (Band& band : m_bands) {
        band.hidden = false;
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
    m_bands[m_groups[group].firstBand].collapsed = collapsed;
    place();
}

void TrackLayout::setBandCollapsed(std::size_t band, bool collapsed) {
    if (m_bands[band].kind == BandKind::GroupHeader) {
        setGroupCollapsed(m_bands[band].group, collapsed);
        return;
    }
    if (!m_bands[band].collapsible) {
        return;
    }
    m_bands[band].collapsed = collapsed;
    m_bands[band].visibleRows = rowsOf(band);
    place();
}

void TrackLayout::move(std::size_t band, std::size_t neighbour, bool behind) {
    const Band& moved = m_bands[band];
    const Band& beside = m_bands[neighbour];
    const bool isGroup = moved.kind == BandKind::GroupHeader;
    if (band == neighbour ||
        (isGroup ? moved.group == beside.group
                 : moved.group != beside.group || beside.kind == BandKind::GroupHeader)) {
        return;
    }
    const auto belongs = [&](std::uint32_t i, std::size_t to) {
        return isGroup ? m_bands[i].group == m_bands[to].group : i == to;
    };
    std::vector<std::uint32_t> taken;
    std::vector<std::uint32_t> rest;
    for (const std::uint32_t i : m_order) {
        (belongs(i, band) ? taken : rest).push_back(i);
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
    const std::size_t count = m_bands.size();
    std::vector<std::size_t> rank(count);
    for (std::size_t at = 0; at < count; ++at) {
        rank[m_order[at]] = wanted.size() + at;
    }
    for (std::size_t at = 0; at < wanted.size(); ++at) {
        rank[wanted[at]] = at;
    }
    const auto key = [&](std::uint32_t i) {
        const std::uint32_t header = m_groups[m_bands[i].group].firstBand;
        return std::make_tuple(rank[header], i != header, rank[i]);
    };
    std::sort(m_order.begin(), m_order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
    place();
}

void TrackLayout::reveal(TrackId track) {
    const std::size_t band = bandOf(track);
    if (band == m_bands.size()) {
        return;
    }
    m_bands[band].hidden = false;
    m_bands[m_groups[m_bands[band].group].firstBand].hidden = false;
    if (!passesFilters(m_bands[band])) {
        m_filter.clear();
        m_only.clear();
    }
    m_bands[band].folded = false;
    setGroupCollapsed(m_bands[band].group, false);
    setBandCollapsed(band, false);
    setFolded(band, false);
}

TrackLayout TrackLayout::reduced(std::span<const std::uint16_t> rowsOfBand) const {
    TrackLayout part;
    part.m_bandOfTrack.assign(m_bandOfTrack.size(), TrackId::kNone);
    for (std::size_t from = 0; from < m_groups.size(); ++from) {
        Group group = m_groups[from];
        const auto number = static_cast<std::uint32_t>(part.m_groups.size());
        const auto first = static_cast<std::uint32_t>(part.m_bands.size());
        group.collapsed = false;
        for (std::size_t at = group.firstBand; at < group.firstBand + group.bandCount; ++at) {
            if (m_bands[at].kind != BandKind::GroupHeader && rowsOfBand[at] == 0) {
                continue;
            }
            Band band = m_bands[at];
            band.group = number;
            band.collapsible = false;
            band.collapsed = false;
            band.pinned = false;
            band.hidden = false;
            band.visibleRows = std::min(rowsOfBand[at], m_allRows[at]);
            if (band.kind == BandKind::Slices && band.visibleRows < m_allRows[at]) {
                band.detail =
                    std::to_string(band.visibleRows) + " of " + counted(m_allRows[at], "row");
            }
            if (band.track.isValid()) {
                part.m_bandOfTrack[band.track.index()] =
                    static_cast<std::uint32_t>(part.m_bands.size());
            }
            part.m_allRows.push_back(m_allRows[at]);
            part.m_order.push_back(static_cast<std::uint32_t>(part.m_bands.size()));
            part.m_bands.push_back(std::move(band));
        }
        if (part.m_bands.size() == first + 1) {  // only the header is left
            part.m_bands.pop_back();
            part.m_allRows.pop_back();
            part.m_order.pop_back();
            continue;
        }
        const auto kept = static_cast<std::uint32_t>(part.m_bands.size()) - first;
        if (kept < group.bandCount) {
            part.m_bands[first]
                .detail.clear();  // the text counts all tracks, including removed ones
        }
        group.firstBand = first;
        group.bandCount = kept;
        for (const Band& pinned : m_pinned) {
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
                             [&](std::uint32_t band) { return m_bands[band].y <= contentY; });
    return after == m_visible.begin() ? 0 : static_cast<std::size_t>(after - m_visible.begin()) - 1;
}

std::size_t TrackLayout::bandAt(double contentY) const {
    if (m_visible.empty() || contentY < 0) {
        return m_bands.size();
    }
    const std::uint32_t band = m_visible[visibleAt(contentY)];
    return contentY < m_bands[band].y + m_bands[band].height ? band : m_bands.size();
}

std::size_t TrackLayout::bandOf(TrackId track) const {
    return track.isValid() && m_bandOfTrack[track.index()] != TrackId::kNone
               ? m_bandOfTrack[track.index()]
               : m_bands.size();
}

double TrackLayout::rowY(std::size_t band, std::uint16_t row) const {
    const Band& place = m_bands[band];
    if (place.height == 0) {
        return m_bands[m_groups[place.group].firstBand].y;
    }
    const int last = std::max(0, static_cast<int>(place.visibleRows) - 1);
    return place.y + std::min<int>(row, last) * static_cast<double>(rowPitch());
}

}  // namespace gaplight
