// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/model/overlay_table.h"

#include <algorithm>
#include <tuple>

namespace gaplight {
namespace {

// Sort key of a lane.
auto laneKey(OverlayKind kind, GpuId gpu, TrackId track) {
    return std::make_tuple(kind, gpu, track);
}
auto rowKey(const Overlay& overlay) {
    return std::make_tuple(overlay.kind, overlay.gpu, overlay.track, overlay.row);
}
// The same for two overlays at the same place.
auto placeKey(const Overlay& overlay) {
    return std::tuple_cat(rowKey(overlay),
                          std::make_tuple(overlay.range.begin, overlay.range.end, overlay.slice));
}
auto rankOf(const OverlaySource& source) {
    // -1 (no finding) sorts last.
    return std::make_pair(static_cast<std::uint32_t>(source.finding), source.occurrence);
}

// Label while no finding is current: that of the rule that measured the interval (the source
// without a finding, which sorts last), otherwise that of the highest-ranked finding with a label.
std::uint32_t preferredLabel(std::span<const OverlaySource> sources) {
    std::uint32_t label = 0;
    for (const OverlaySource& source : sources) {
        const bool isMeasuringRule =
            sources.back().finding < 0 && source.rule == sources.back().rule;
        if (source.label != 0 && isMeasuringRule) {
            return source.label;
        }
        label = label == 0 ? source.label : label;
    }
    return label;
}

std::vector<OverlaySource> mergeSamePlaces(std::vector<Overlay>& overlays) {
    std::vector<OverlaySource> sources;
    sources.reserve(overlays.size());
    std::size_t kept = 0;
    for (const Overlay& overlay : overlays) {
        if (kept == 0 || placeKey(overlays[kept - 1]) != placeKey(overlay)) {
            overlays[kept] = overlay;
            overlays[kept].firstSource = static_cast<std::uint32_t>(sources.size());
            overlays[kept].sourceCount = 0;
            ++kept;
        }
        Overlay& place = overlays[kept - 1];
        ++place.sourceCount;
        place.muted |= overlay.muted;
        sources.push_back(overlay.source);
    }
    overlays.resize(kept);
    for (Overlay& overlay : overlays) {
        const auto all = std::span(sources).subspan(overlay.firstSource, overlay.sourceCount);
        overlay.source.label = preferredLabel(all);
    }
    return sources;
}

// Splits one row (by start; `first` is the id of its first overlay) into lanes without overlap: an
// overlay that overlaps an earlier one moves to the next level. Appends the lanes.
void makeLevels(std::span<Overlay> row, std::size_t first, std::vector<OverlayLane>& lanes) {
    std::vector<Overlay> later;
    for (std::uint16_t level = 0; !row.empty(); ++level) {
        later.clear();
        std::size_t kept = 0;
        for (const Overlay& next : row) {
            const bool overlaps = kept > 0 && next.range.begin < row[kept - 1].range.end;
            if (overlaps && level < OverlayLane::kMaxLevels) {
                later.push_back(next);
            } else {
                row[kept++] = next;
            }
        }
        std::copy(later.begin(), later.end(), row.begin() + static_cast<std::ptrdiff_t>(kept));
        const Overlay& one = row.front();
        lanes.push_back({one.kind, one.row, level, one.gpu, one.track,
                         static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(kept)});
        first += kept;
        row = row.subspan(kept);
    }
}

std::span<const OverlayLane> lanesAt(std::span<const OverlayLane> all, OverlayKind kind, GpuId gpu,
                                     TrackId track) {
    const auto key = laneKey(kind, gpu, track);
    const auto keyOf = [](const OverlayLane& lane) {
        return laneKey(lane.kind, lane.gpu, lane.track);
    };
    const auto first = std::partition_point(
        all.begin(), all.end(), [&](const OverlayLane& lane) { return keyOf(lane) < key; });
    const auto last = std::partition_point(
        first, all.end(), [&](const OverlayLane& lane) { return keyOf(lane) == key; });
    return {first, last};
}

}  // namespace

OverlayTable OverlayTable::build(std::vector<Overlay> overlays, OverlayLabels labels) {
    std::sort(overlays.begin(), overlays.end(), [](const Overlay& a, const Overlay& b) {
        const auto placeA = placeKey(a);
        const auto placeB = placeKey(b);
        return placeA != placeB ? placeA < placeB : rankOf(a.source) < rankOf(b.source);
    });
    auto shared = std::make_shared<Shared>();
    shared->sources = mergeSamePlaces(overlays);
    shared->labels = labels.take();
    OverlayTable table;
    table.m_shared = std::move(shared);
    table.m_overlays = std::move(overlays);
    table.index();
    return table;
}

OverlayTable OverlayTable::filtered(const OverlayFilter& filter) const {
    OverlayTable table;
    table.m_shared = m_shared;
    table.m_finding = filter.finding;
    table.m_overlays.reserve(m_overlays.size());
    for (const Overlay& overlay : m_overlays) {
        const OverlaySource* shown = nullptr;
        for (const OverlaySource& source : sources(overlay)) {
            const bool isCurrent = filter.finding >= 0 && source.finding == filter.finding;
            const bool isShown = ((filter.rules >> source.rule) & 1U) != 0;
            if (isCurrent || (isShown && shown == nullptr)) {
                shown = &source;
            }
            if (isCurrent) {
                break;
            }
        }
        if (shown != nullptr) {
            table.m_overlays.push_back(overlay);
            OverlaySource& source = table.m_overlays.back().source;
            const bool isCurrent = filter.finding >= 0 && shown->finding == filter.finding;
            const std::uint32_t label =
                isCurrent && shown->label != 0 ? shown->label : source.label;
            source = *shown;
            source.label = label;
        }
    }
    table.index();
    return table;
}

void OverlayTable::index() {
    m_lanes.clear();
    // A filtered table is still in the order of its levels: sort by start again.
    const auto byBegin = [](const Overlay& a, const Overlay& b) {
        return std::make_tuple(a.range.begin, a.range.end) <
               std::make_tuple(b.range.begin, b.range.end);
    };
    for (std::size_t first = 0; first < m_overlays.size();) {
        std::size_t last = first + 1;
        while (last < m_overlays.size() && rowKey(m_overlays[last]) == rowKey(m_overlays[first])) {
            ++last;
        }
        const auto begin = m_overlays.begin() + static_cast<std::ptrdiff_t>(first);
        const auto end = m_overlays.begin() + static_cast<std::ptrdiff_t>(last);
        if (!std::is_sorted(begin, end, byBegin)) {
            std::stable_sort(begin, end, byBegin);
        }
        makeLevels(std::span(m_overlays).subspan(first, last - first), first, m_lanes);
        first = last;
    }
    m_lengthBefore.reserve(m_overlays.size() + 1);
    m_currentBefore.reserve(m_overlays.size() + 1);
    Duration length{};
    std::uint32_t current = 0;
    for (const Overlay& overlay : m_overlays) {
        m_lengthBefore.push_back(length);
        m_currentBefore.push_back(current);
        length += overlay.range.length();
        current += isCurrent(overlay) ? 1 : 0;
    }
    m_lengthBefore.push_back(length);
    m_currentBefore.push_back(current);
    indexSlices();
    indexSpans();
}

void OverlayTable::indexSlices() {
    m_ofSlice.reserve(m_overlays.size());
    for (const Overlay& overlay : m_overlays) {
        if (overlay.kind != OverlayKind::IdleGap && overlay.slice.isValid()) {
            m_ofSlice.emplace_back(overlay.slice, idOf(overlay));
        }
    }
    // Ids ascend with kinds.
    const auto key = [this](const std::pair<SliceId, OverlayId>& entry) {
        const Overlay& overlay = (*this)[entry.second];
        return std::make_tuple(entry.first, !isCurrent(overlay), entry.second);
    };
    const auto less = [&](const auto& a, const auto& b) { return key(a) < key(b); };
    if (!std::is_sorted(m_ofSlice.begin(), m_ofSlice.end(), less)) {
        std::sort(m_ofSlice.begin(), m_ofSlice.end(), less);
    }
}

void OverlayTable::indexSpans() {
    std::vector<bool> hasGaps;  // per finding
    for (const Overlay& overlay : m_overlays) {
        for (const OverlaySource& source : sources(overlay)) {
            if (overlay.kind == OverlayKind::IdleGap && source.finding >= 0) {
                const auto finding = static_cast<std::size_t>(source.finding);
                hasGaps.resize(std::max(hasGaps.size(), finding + 1));
                hasGaps[finding] = true;
            }
        }
    }
    for (const Overlay& overlay : m_overlays) {
        if (overlay.source.finding < 0) {
            continue;
        }
        const auto finding = static_cast<std::size_t>(overlay.source.finding);
        const bool isGap = overlay.kind == OverlayKind::IdleGap;
        const bool onlyGaps = overlay.source.weight <= OverlayWeight::Info ||
                              (finding < hasGaps.size() && hasGaps[finding]);
        if (isGap || !onlyGaps) {
            m_spans[static_cast<std::size_t>(overlay.source.weight)].push_back(overlay.range);
        }
    }
    for (std::vector<TimeRange>& spans : m_spans) {
        std::sort(spans.begin(), spans.end(),
                  [](TimeRange a, TimeRange b) { return a.begin < b.begin; });
        std::size_t kept = 0;
        for (const TimeRange& span : spans) {
            if (kept > 0 && span.begin <= spans[kept - 1].end) {
                spans[kept - 1].end = std::max(spans[kept - 1].end, span.end);
            } else {
                spans[kept++] = span;
            }
        }
        spans.resize(kept);
    }
}

std::string_view OverlayTable::label(const Overlay& overlay) const {
    return m_shared->labels[overlay.source.label];
}

std::span<const OverlaySource> OverlayTable::sources(const Overlay& overlay) const {
    return std::span(m_shared->sources).subspan(overlay.firstSource, overlay.sourceCount);
}

std::span<const Overlay> OverlayTable::gaps(GpuId gpu) const {
    const auto lanes = lanesAt(m_lanes, OverlayKind::IdleGap, gpu, {});
    return lanes.empty() ? std::span<const Overlay>() : overlays(lanes.front());
}

std::span<const OverlayLane> OverlayTable::lanes(OverlayKind kind, TrackId track) const {
    return lanesAt(m_lanes, kind, GpuId(), track);
}

OverlayId OverlayTable::ofSlice(SliceId slice) const {
    const auto at = std::partition_point(m_ofSlice.begin(), m_ofSlice.end(),
                                         [&](const auto& entry) { return entry.first < slice; });
    return at != m_ofSlice.end() && at->first == slice ? at->second : OverlayId();
}

Duration OverlayTable::totalLength(std::span<const Overlay> part) const {
    if (part.empty()) {
        return {};
    }
    const std::size_t first = idOf(part.front()).index();
    return m_lengthBefore[first + part.size()] - m_lengthBefore[first];
}

bool OverlayTable::isFaded(std::span<const Overlay> part) const {
    if (m_finding < 0 || part.empty()) {
        return false;
    }
    const std::size_t first = idOf(part.front()).index();
    return m_currentBefore[first + part.size()] == m_currentBefore[first];
}

}  // namespace gaplight
