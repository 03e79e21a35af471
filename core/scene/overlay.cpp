// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/overlay.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace gaplight {
namespace {

auto sortKey(const Overlay& overlay) {
    return std::make_tuple(overlay.kind, overlay.device, overlay.track, overlay.slice,
                           overlay.range.begin);
}

}  // namespace

OverlayTable OverlayTable::build(std::vector<Overlay> overlays) {
    OverlayTable table;
    table.m_overlays = std::move(overlays);
    std::stable_sort(table.m_overlays.begin(), table.m_overlays.end(),
                     [](const Overlay& a, const Overlay& b) { return sortKey(a) < sortKey(b); });
    const auto firstCall = std::partition_point(
        table.m_overlays.begin(), table.m_overlays.end(),
        [](const Overlay& overlay) { return overlay.kind == OverlayKind::IdleGap; });
    table.m_gapCount = static_cast<std::size_t>(firstCall - table.m_overlays.begin());
    table.m_lengthBefore.reserve(table.m_overlays.size() + 1);
    Duration sum{};
    for (const Overlay& overlay : table.m_overlays) {
        table.m_lengthBefore.push_back(sum);
        sum += overlay.range.length();
    }
    table.m_lengthBefore.push_back(sum);
    return table;
}

Duration OverlayTable::totalLength(std::span<const Overlay> part) const {
    if (part.empty()) {
        return {};
    }
    const std::size_t first = idOf(part.front()).index();
    return m_lengthBefore[first + part.size()] - m_lengthBefore[first];
}

std::span<const Overlay> OverlayTable::gaps(std::int32_t device) const {
    const auto all = std::span(m_overlays).first(m_gapCount);
    const auto first = std::partition_point(
        all.begin(), all.end(), [&](const Overlay& gap) { return gap.device < device; });
    const auto last = std::partition_point(
        first, all.end(), [&](const Overlay& gap) { return gap.device == device; });
    return {first, last};
}

std::span<const Overlay> OverlayTable::blockingCalls(TrackId track) const {
    const auto all = std::span(m_overlays).subspan(m_gapCount);
    const auto first = std::partition_point(
        all.begin(), all.end(), [&](const Overlay& call) { return call.track < track; });
    const auto last = std::partition_point(
        first, all.end(), [&](const Overlay& call) { return call.track == track; });
    return {first, last};
}

OverlayId OverlayTable::ofSlice(SliceId slice) const {
    const auto all = std::span(m_overlays).subspan(m_gapCount);
    // Tracks lie in the order of their slices, so calls are sorted by slice over all tracks.
    const auto at = std::partition_point(all.begin(), all.end(),
                                         [&](const Overlay& call) { return call.slice < slice; });
    return at != all.end() && at->slice == slice ? idOf(*at) : OverlayId();
}

}  // namespace gaplight
