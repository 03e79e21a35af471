// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include <QPointF>

#include "widgets/timeline/timeline_view.h"

namespace gaplight::ui {

// A drag of a name, which moves its track within its group, or its group.
class TrackDrag {
public:
    explicit TrackDrag(TimelineView& view) : m_view(view) {}

    // `at`: on the name.
    void begin(QPointF at) { m_beganAt = at; }
    // Shows the place that the track would move to.
    void dragTo(double y);
    // Moves the track there; no effect where it cannot be moved to.
    void dropAt(double y);
    // Hides the place; call it after every drag.
    void end() { m_view.setDropY(std::nullopt); }

private:
    struct Target {
        std::size_t neighbor = 0;  // lane
        bool isBehind = false;
    };
    [[nodiscard]] std::size_t laneAt(double y) const;
    // Empty if the track cannot be moved to `y`.
    [[nodiscard]] std::optional<Target> targetAt(double y) const;

    TimelineView& m_view;
    QPointF m_beganAt;
};

}  // namespace gaplight::ui
