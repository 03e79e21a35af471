// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/track_drag.h"

namespace gaplight::ui {

std::size_t TrackDrag::bandAt(double y) const {
    return m_view.hitAt(static_cast<float>(m_beganAt.x()), static_cast<float>(y)).band;
}

std::optional<TrackDrag::Target> TrackDrag::targetAt(double y) const {
    const auto bands = m_view.layout().bands();
    const std::size_t from = bandAt(m_beganAt.y());
    const std::size_t to = bandAt(y);
    if (from >= bands.size() || to >= bands.size() || bands[from].pinned || bands[to].pinned) {
        return std::nullopt;
    }
    const Band& moved = bands[from];
    const Band& beside = bands[to];
    const bool isGroup = moved.kind == BandKind::GroupHeader;
    const bool fits =
        isGroup ? beside.group != moved.group
                : beside.group == moved.group && to != from && beside.kind != BandKind::GroupHeader;
    return fits ? std::optional(Target{to, beside.y > moved.y}) : std::nullopt;
}

void TrackDrag::dragTo(double y) {
    const std::optional<Target> target = targetAt(y);
    if (!target) {
        return m_view.setDropY(std::nullopt);
    }
    const Band& beside = m_view.layout().bands()[target->neighbour];
    m_view.setDropY(beside.y + (target->isBehind ? static_cast<double>(beside.height) : 0));
}

void TrackDrag::dropAt(double y) {
    if (const std::optional<Target> target = targetAt(y)) {
        const std::size_t moved = bandAt(m_beganAt.y());
        m_view.changeTracks(
            [&](TrackLayout& tracks) { tracks.move(moved, target->neighbour, target->isBehind); });
    }
}

}  // namespace gaplight::ui
