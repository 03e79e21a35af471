// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

#include <QObject>
#include <QQmlEngine>
#include <QString>

#include "core/scene/layout/track_layout.h"

namespace gaplight::ui {

class TimelineItem;

// Menu of a track, a group (at its header), or all tracks.
class TrackMenu : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("part of the timeline")
    Q_PROPERTY(QString title READ title NOTIFY changed)
    Q_PROPERTY(bool isGroup READ isGroup NOTIFY changed)
    Q_PROPERTY(bool pinned READ pinned NOTIFY changed)
    Q_PROPERTY(bool collapsible READ collapsible NOTIFY changed)
    Q_PROPERTY(bool collapsed READ collapsed NOTIFY changed)
    // Whether the track has extra rows for overlapping slices, which can be hidden.
    Q_PROPERTY(int overflowRows READ overflowRows NOTIFY changed)
    Q_PROPERTY(bool folded READ folded NOTIFY changed)
    // Whether the selected range includes the track, or a track of the group.
    Q_PROPERTY(bool inRange READ inRange NOTIFY changed)
    Q_PROPERTY(bool hasLaunches READ hasLaunches NOTIFY changed)
    Q_PROPERTY(int hiddenCount READ hiddenCount NOTIFY changed)
    Q_PROPERTY(bool compact READ compact NOTIFY changed)
    Q_PROPERTY(QString filter READ filter WRITE setFilter NOTIFY changed)
    // Tracks pinned by the user.
    Q_PROPERTY(int pinnedCount READ pinnedCount NOTIFY changed)
    // "7 of 40 tracks"; empty without a filter.
    Q_PROPERTY(QString filterStatus READ filterStatus NOTIFY changed)

public:
    // `timeline` must outlive it.
    explicit TrackMenu(TimelineItem& timeline);

    // Sets the lane of the menu; the number of lanes: none.
    void setLane(std::size_t lane);
    // Call it after a change of the tracks outside this menu.
    void refresh() { Q_EMIT changed(); }

    [[nodiscard]] QString title() const;
    [[nodiscard]] bool isGroup() const;
    [[nodiscard]] bool pinned() const;
    [[nodiscard]] bool collapsible() const;
    [[nodiscard]] bool collapsed() const;
    [[nodiscard]] int overflowRows() const;
    [[nodiscard]] bool folded() const;
    [[nodiscard]] bool inRange() const;
    // True for a stream with known launches.
    [[nodiscard]] bool hasLaunches() const;
    [[nodiscard]] int hiddenCount() const;
    [[nodiscard]] bool compact() const;
    [[nodiscard]] QString filter() const;
    void setFilter(const QString& text);
    [[nodiscard]] QString filterStatus() const;
    [[nodiscard]] int pinnedCount() const;
    // Requests the menu of the track of the selected slice, else of the first visible track.
    void openAtSelection();

    Q_INVOKABLE void togglePinned();
    // Pins all tracks that match the filter, and clears it.
    Q_INVOKABLE void pinFiltered();
    Q_INVOKABLE void unpinAll();
    // Changes the maximum number of rows of pinned tracks by `rows`.
    Q_INVOKABLE void addPinnedRows(int rows);
    Q_INVOKABLE void toggleCollapsed();
    Q_INVOKABLE void toggleFolded();
    // Adds the track to the selected range (without one: to the visible range), or removes it.
    Q_INVOKABLE void toggleInRange();
    Q_INVOKABLE void hide();
    Q_INVOKABLE void showHidden();
    // Moves the track by `places` among the visible ones.
    Q_INVOKABLE void moveBy(int places);
    Q_INVOKABLE void toggleCompact();
    // Goes to the call that launched the first visible activity of the stream.
    Q_INVOKABLE void goToLaunch();

Q_SIGNALS:
    void changed();

private:
    [[nodiscard]] const TrackLayout& layout() const;
    [[nodiscard]] const Lane* lane() const;
    void edit(const std::function<void(TrackLayout&)>& change);

    TimelineItem& m_timeline;
    std::size_t m_lane = static_cast<std::size_t>(-1);
};

}  // namespace gaplight::ui
