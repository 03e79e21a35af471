// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/model/overlay_places.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace gaplight {
namespace {

auto rowKey(const Overlay& overlay) {
    return std::make_tuple(overlay.kind, overlay.gpu, overlay.track, overlay.row);
}
// The same for two overlays at the same place.
auto placeKey(const Overlay& overlay) {
    return std::tuple_cat(rowKey(overlay),
                          std::make_tuple(overlay.range.begin, overlay.range.end, overlay.slice));
}
auto rankOf(const OverlaySource& source) {
    // No finding, -1, comes last.
    return std::make_pair(static_cast<std::uint32_t>(source.finding), source.occurrence);
}

// The label of an overlay while no finding is current: that of the rule which measured it (its
// source without a finding comes last), else of the best ranked source that has one.
std::uint32_t labelOf(std::span<const OverlaySource> sources) {
    std::uint32_t label = 0;
    for (const OverlaySource& source : sources) {
        const bool isAtHome = sources.back().finding < 0 && source.rule == sources.back().rule;
        if (source.label != 0 && isAtHome) {
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
        overlay.source.label = labelOf(all);
    }
    return sources;
}

std::vector<OverlayPlaceRow> rowsOf(const std::vector<Overlay>& overlays) {
    std::vector<OverlayPlaceRow> rows;
    Time end = Time::min();
    for (std::size_t number = 0; number < overlays.size(); ++number) {
        const Overlay& overlay = overlays[number];
        if (number == 0 || rowKey(overlays[number - 1]) != rowKey(overlay)) {
            rows.push_back({static_cast<std::uint32_t>(number), 0, false});
            end = Time::min();
        }
        ++rows.back().count;
        rows.back().overlaps = rows.back().overlaps || overlay.range.begin < end;
        end = std::max(end, overlay.range.end);
    }
    return rows;
}

std::size_t findingCount(std::span<const OverlaySource> sources) {
    return static_cast<std::size_t>(
        std::count_if(sources.begin(), sources.end(),
                      [](const OverlaySource& source) { return source.finding >= 0; }));
}

void listFindings(OverlayPlaces& places) {
    for (std::size_t number = 0; number < places.overlays.size(); ++number) {
        const Overlay& overlay = places.overlays[number];
        const auto sources = places.sourcesOf(overlay);
        const bool isShared = findingCount(sources) > 1;
        if (isShared) {
            places.shared.push_back(static_cast<std::uint32_t>(number));
        }
        std::uint64_t rules = 0;
        for (const OverlaySource& source : sources) {
            rules |= std::uint64_t{1} << source.rule;
            if (source.finding < 0) {
                continue;
            }
            const auto rank = static_cast<std::size_t>(source.finding);
            if (rank >= places.findings.size()) {
                places.findings.resize(rank + 1);
            }
            FindingOverlays& shown = places.findings[rank];
            if (shown.overlays.empty() || shown.overlays.back() != number) {
                shown.overlays.push_back(static_cast<std::uint32_t>(number));
            }
            shown.rules |= std::uint64_t{1} << source.rule;
            shown.isShared = shown.isShared || isShared;
            shown.hasGaps = shown.hasGaps || overlay.kind == OverlayKind::IdleGap;
        }
        places.rules.push_back(rules);
    }
}

void listCosts(OverlayPlaces& places) {
    std::map<std::tuple<std::int32_t, std::uint16_t, OverlayWeight>, std::vector<TimeRange>> costs;
    for (const Overlay& overlay : places.overlays) {
        const auto sources = places.sourcesOf(overlay);
        if (sources.front().finding >= 0 && findingCount(sources) == 1 &&
            places.isCost(overlay, sources.front())) {
            const OverlaySource& source = sources.front();
            costs[{source.finding, source.rule, source.weight}].push_back(overlay.range);
        }
    }
    for (auto& [source, spans] : costs) {
        joinRanges(spans);
        places.costs.push_back(
            {std::get<1>(source), std::get<2>(source), std::get<0>(source), std::move(spans)});
    }
}

}  // namespace

void joinRanges(std::vector<TimeRange>& ranges) {
    const auto byBegin = [](TimeRange a, TimeRange b) { return a.begin < b.begin; };
    if (!std::is_sorted(ranges.begin(), ranges.end(), byBegin)) {
        std::sort(ranges.begin(), ranges.end(), byBegin);
    }
    std::size_t kept = 0;
    for (const TimeRange& range : ranges) {
        if (kept > 0 && range.begin <= ranges[kept - 1].end) {
            ranges[kept - 1].end = std::max(ranges[kept - 1].end, range.end);
        } else {
            ranges[kept++] = range;
        }
    }
    ranges.resize(kept);
}

OverlayPlaces OverlayPlaces::build(std::vector<Overlay> overlays, OverlayLabels labels) {
    std::sort(overlays.begin(), overlays.end(), [](const Overlay& a, const Overlay& b) {
        const auto placeA = placeKey(a);
        const auto placeB = placeKey(b);
        return placeA != placeB ? placeA < placeB : rankOf(a.source) < rankOf(b.source);
    });
    OverlayPlaces places;
    places.sources = mergeSamePlaces(overlays);
    places.labels = labels.take();
    places.overlays = std::move(overlays);
    places.ranges.reserve(places.overlays.size());
    places.rules.reserve(places.overlays.size());
    for (std::size_t number = 0; number < places.overlays.size(); ++number) {
        const Overlay& overlay = places.overlays[number];
        places.ranges.push_back(overlay.range);
        if (overlay.kind != OverlayKind::IdleGap && overlay.slice.isValid()) {
            places.ofSlice.emplace_back(overlay.slice, static_cast<std::uint32_t>(number));
        }
    }
    std::sort(places.ofSlice.begin(), places.ofSlice.end());
    places.rows = rowsOf(places.overlays);
    listFindings(places);
    listCosts(places);
    return places;
}

const OverlaySource* OverlayPlaces::shownSource(const Overlay& overlay, std::uint64_t shownRules,
                                                std::int32_t current) const {
    const OverlaySource* first = nullptr;
    for (const OverlaySource& source : sourcesOf(overlay)) {
        if (current >= 0 && source.finding == current) {
            return &source;
        }
        if (first == nullptr && ((shownRules >> source.rule) & 1U) != 0) {
            first = &source;
        }
    }
    return first;
}

}  // namespace gaplight
