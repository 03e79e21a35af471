// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/track_layout.h"

#include <algorithm>

#include "core/scene/track_groups.h"

namespace gaplight {
namespace {

std::string counted(std::size_t count, const std::string& noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string groupDetail(const TrackGroup& group) {
    if (group.tracks.empty()) {
        return counted(group.counters.size(), "counter");
    }
    const char* noun = group.kind == GroupKind::Gpu    ? "stream"
                       : group.kind == GroupKind::Host ? "thread"
                                                       : "track";
    return counted(group.tracks.size(), noun);
}

std::string trackDetail(const Track& track) {
    return track.overlapping > 0 ? std::to_string(track.overlapping) + " overlap" : std::string();
}

float heightOf(const Band& band) {
    switch (band.kind) {
        case BandKind::GroupHeader:
            return TrackLayout::kHeaderHeight;
        case BandKind::Utilisation:
            break;
        case BandKind::Counter:
            return TrackLayout::kCounterHeight + TrackLayout::kBandGap;
        case BandKind::Slices:
            break;
    }
    return static_cast<float>(band.visibleRows) * TrackLayout::kRowPitch + TrackLayout::kBandGap -
           1;
}

std::vector<Band> bandsOf(const Trace& trace, const TrackGroup& group, std::uint32_t groupIndex,
                          std::span<const CounterLane> counters) {
    std::vector<Band> bands;
    const auto add = [&](BandKind kind, std::string title, std::string detail) -> Band& {
        Band band;
        band.kind = kind;
        band.group = groupIndex;
        band.title = std::move(title);
        band.detail = std::move(detail);
        bands.push_back(std::move(band));
        return bands.back();
    };
    add(BandKind::GroupHeader, groupTitle(trace, group), groupDetail(group)).collapsible = true;
    for (const TrackId id : group.tracks) {
        const Track& track = trace.tracks()[id.index()];
        Band& band = add(BandKind::Slices, trackTitle(trace, id), trackDetail(track));
        band.track = id;
        band.visibleRows = track.rows;
        band.collapsible = track.rows > 1;
    }
    for (const std::uint32_t counter : group.counters) {
        add(BandKind::Counter, counters[counter].title(), "").counter = counter;
    }
    return bands;
}

}  // namespace

TrackLayout TrackLayout::build(const Trace& trace, std::span<const CounterLane> counters) {
    TrackLayout layout;
    layout.m_bandOfTrack.assign(trace.tracks().size(), TrackId::kNone);
    for (const TrackGroup& group : groupTracks(trace, counters)) {
        const auto index = static_cast<std::uint32_t>(layout.m_groups.size());
        std::vector<Band> bands = bandsOf(trace, group, index, counters);
        Group entry;
        entry.kind = group.kind;
        entry.device = group.device;
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
            layout.m_bands.push_back(std::move(band));
        }
    }
    layout.pinGpus(trace);
    layout.place();
    return layout;
}

void TrackLayout::pinGpus(const Trace& trace) {
    // More would leave too little of the window for the tracks.
    constexpr std::size_t kMostGpus = 8;
    for (std::size_t i = 0; i < m_groups.size(); ++i) {
        if (m_groups[i].device && hasStreams(trace, m_groups[i]) && m_pinned.size() < kMostGpus) {
            Band band;
            band.kind = BandKind::Utilisation;
            band.group = static_cast<std::uint32_t>(i);
            band.title = m_groups[i].title;
            m_pinned.push_back(std::move(band));
        }
    }
    placePinned();
}

void TrackLayout::placePinned() {
    constexpr std::size_t kMostWithLabels = 2;
    const float labels = m_pinned.size() <= kMostWithLabels ? kGapLabelHeight : 0;
    for (Band& band : m_pinned) {
        band.y = m_pinnedHeight;
        band.height = labels + kUtilisationHeight + kBandGap;
        m_pinnedHeight += band.height;
    }
}

bool TrackLayout::hasStreams(const Trace& trace, const Group& group) const {
    const auto bands = std::span(m_bands).subspan(group.firstBand, group.bandCount);
    return std::any_of(bands.begin(), bands.end(), [&](const Band& band) {
        return band.track.isValid() && trace.tracks()[band.track.index()].kind == TrackKind::Stream;
    });
}

void TrackLayout::place() {
    m_visible.clear();
    double y = 0;
    for (std::size_t i = 0; i < m_bands.size(); ++i) {
        Band& band = m_bands[i];
        const bool isHeader = band.kind == BandKind::GroupHeader;
        if (isHeader && i > 0) {
            y += kGroupGap;
        }
        band.y = y;
        band.height = !isHeader && m_groups[band.group].collapsed ? 0 : heightOf(band);
        y += band.height;
        if (band.height > 0) {
            m_visible.push_back(static_cast<std::uint32_t>(i));
        }
    }
    m_contentHeight = y;
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
    m_bands[band].visibleRows = collapsed ? std::uint16_t{1} : m_allRows[band];
    place();
}

void TrackLayout::reveal(TrackId track) {
    const std::size_t band = bandOf(track);
    if (band == m_bands.size()) {
        return;
    }
    setGroupCollapsed(m_bands[band].group, false);
    setBandCollapsed(band, false);
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
            part.m_bands.push_back(std::move(band));
        }
        if (part.m_bands.size() == first + 1) {  // its header alone
            part.m_bands.pop_back();
            part.m_allRows.pop_back();
            continue;
        }
        const auto kept = static_cast<std::uint32_t>(part.m_bands.size()) - first;
        if (kept < group.bandCount) {
            part.m_bands[first].detail.clear();  // it counts all of them
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
    part.placePinned();
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
    return place.y + std::min<int>(row, last) * static_cast<double>(kRowPitch);
}

}  // namespace gaplight
