// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/track_drag.h"

namespace gaplight::ui {

std::size_t TrackDrag::laneAt(double y) const {
    return m_view.hitAt(static_cast<float>(m_beganAt.x()), static_cast<float>(y)).lane;
}

std::optional<TrackDrag::Target> TrackDrag::targetAt(double y) const {
    const auto lanes = m_view.layout().lanes();
    const std::size_t from = laneAt(m_beganAt.y());
    const std::size_t to = laneAt(y);
    if (from >= lanes.size() || to >= lanes.size() || lanes[from].pinned || lanes[to].pinned) {
        return std::nullopt;
    }
    const Lane& moved = lanes[from];
    const Lane& beside = lanes[to];
    const bool isGroup = moved.kind == LaneKind::GroupHeader;
    const bool fits =
        isGroup ? beside.group != moved.group
                : beside.group == moved.group && to != from && beside.kind != LaneKind::GroupHeader;
    return fits ? std::optional(Target{to, beside.y > moved.y}) : std::nullopt;
}

void TrackDrag::dragTo(double y) {
    const std::optional<Target> target = targetAt(y);
    if (!target) {
        return m_view.setDropY(std::nullopt);
    }
    const Lane& beside = m_view.layout().lanes()[target->neighbor];
    m_view.setDropY(beside.y + (target->isBehind ? static_cast<double>(beside.height) : 0));
}

void TrackDrag::dropAt(double y) {
    if (const std::optional<Target> target = targetAt(y)) {
        const std::size_t moved = laneAt(m_beganAt.y());
        m_view.changeTracks(
            [&](TrackLayout& tracks) { tracks.move(moved, target->neighbor, target->isBehind); });
    }
}

}  // namespace gaplight::ui
