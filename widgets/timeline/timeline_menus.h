// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include <QObject>
#include <QPointF>
#include <QQmlEngine>
#include <QString>

#include "core/scene/interaction/hit_test.h"
#include "core/scene/layout/track_layout.h"
#include "widgets/input/action.h"

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
    Q_PROPERTY(gaplight::ui::TrackMenu::Order order READ order NOTIFY changed)
    Q_PROPERTY(gaplight::ui::TrackMenu::Grouping grouping READ grouping NOTIFY changed)
    // "7 of 40 tracks"; empty without a filter.
    Q_PROPERTY(QString filterStatus READ filterStatus NOTIFY changed)

public:
    // As TrackSort.
    enum Order { AsUsual, ByName, ByBusyTime, ByFirstEvent, ByHand };
    Q_ENUM(Order)
    // As TrackGrouping.
    enum Grouping { OfProcesses, OfNames, OfAll };
    Q_ENUM(Grouping)

    // `timeline` must outlive it.
    explicit TrackMenu(TimelineItem& timeline);

    // Sets the lane of the menu; the number of lanes: none.
    void setLane(std::size_t lane);
    // Call it after a change of the tracks outside this menu.
    void refresh() { Q_EMIT changed(); }

    QString title() const;
    bool isGroup() const;
    bool pinned() const;
    bool collapsible() const;
    bool collapsed() const;
    int overflowRows() const;
    bool folded() const;
    bool inRange() const;
    // True for a stream with known launches.
    bool hasLaunches() const;
    int hiddenCount() const;
    bool compact() const;
    QString filter() const;
    void setFilter(const QString& text);
    QString filterStatus() const;
    int pinnedCount() const;
    Order order() const { return static_cast<Order>(layout().sort()); }
    Grouping grouping() const { return static_cast<Grouping>(layout().grouping()); }
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
    // Of all groups and tracks.
    Q_INVOKABLE void collapseAll();
    Q_INVOKABLE void expandAll();
    // Sorts the tracks of every group.
    Q_INVOKABLE void sortBy(gaplight::ui::TrackMenu::Order order);
    Q_INVOKABLE void groupBy(gaplight::ui::TrackMenu::Grouping grouping);
    // Moves the track by `places` among the visible ones.
    Q_INVOKABLE void moveBy(int places);
    Q_INVOKABLE void toggleCompact();
    // Goes to the call that launched the first visible activity of the stream.
    Q_INVOKABLE void goToLaunch();

Q_SIGNALS:
    void changed();
    // By sortBy(), groupBy(), collapseAll() or expandAll().
    void sorted(gaplight::ui::TrackMenu::Order order);
    void grouped(gaplight::ui::TrackMenu::Grouping grouping);
    void allCollapsed();
    void allExpanded();

private:
    const TrackLayout& layout() const;
    const Lane* lane() const;
    void edit(const std::function<void(TrackLayout&)>& change);

    TimelineItem& m_timeline;
    std::size_t m_lane = static_cast<std::size_t>(-1);
};

// Menu of a slice or a mark (an overlay of the timeline): copying, searching, arrows, range, note,
// finding, track. A slice with a mark has the actions of both.
class SliceMenu : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("part of the timeline")
    Q_PROPERTY(QString title READ title NOTIFY changed)
    Q_PROPERTY(bool isSlice READ isSlice NOTIFY changed)
    // Whether arrows start (end) at the slice.
    Q_PROPERTY(bool leadsForward READ leadsForward NOTIFY changed)
    Q_PROPERTY(bool leadsBack READ leadsBack NOTIFY changed)
    // The slice begins a step, and there are others to compare it with.
    Q_PROPERTY(bool isStep READ isStep NOTIFY changed)
    // As sourceAround(): "module.py:12".
    Q_PROPERTY(QString source READ source NOTIFY changed)
    // Id of the rule of the mark; empty without a mark.
    Q_PROPERTY(QString rule READ rule NOTIFY changed)
    Q_PROPERTY(bool hasFinding READ hasFinding NOTIFY changed)

public:
    // `timeline` must outlive it.
    explicit SliceMenu(TimelineItem& timeline) : m_timeline(timeline) {}

    // Requests the menu of a slice, which it selects, or of a mark; false for any other hit.
    bool open(const Hit& hit, QPointF at);
    // The same for the selected slice, else for the selected mark of the current finding.
    bool openAtSelection();
    // Performs an action of the menu on the selected slice. False for other actions.
    bool perform(Action action);

    QString title() const;
    bool isSlice() const { return m_slice.isValid(); }
    bool leadsForward() const;
    bool leadsBack() const;
    bool isStep() const { return step().has_value(); }
    QString source() const;
    QString rule() const;
    bool hasFinding() const { return m_mark && m_mark->source.finding >= 0; }

    // Copies the name of the slice as recorded, or the text and times of the mark.
    Q_INVOKABLE void copyName() const;
    Q_INVOKABLE void copySource() const;
    // Requests the line in an editor; also where there is none, which is then reported.
    Q_INVOKABLE void openSource();
    // Requests a search for all slices of this name.
    Q_INVOKABLE void findSameName();
    // From the slice to its kernel or dependent, or back to its launch.
    Q_INVOKABLE void followArrow(bool forward);
    Q_INVOKABLE void selectRange();
    // Selects the range of the step.
    Q_INVOKABLE void selectStep();
    Q_INVOKABLE void addNote();
    Q_INVOKABLE void goToFinding();
    Q_INVOKABLE void openTrackMenu();
    Q_INVOKABLE void hideTrack();

Q_SIGNALS:
    void changed();

private:
    // That the slice begins; empty where it has no median to compare it with.
    std::optional<TimeRange> step() const;
    const Trace* trace() const;
    std::string_view name() const;
    std::size_t lane() const;
    // The selected mark of the current finding; an invalid overlay in the hit: none.
    Hit hitOfFinding() const;

    TimelineItem& m_timeline;
    SliceId m_slice;
    std::optional<Overlay> m_mark;
    QString m_text;  // of the mark
    QPointF m_at;
};

// Chooses the context menu for a place in a timeline, and remembers where it was opened.
class TimelineMenus {
public:
    // `timeline` must outlive it.
    explicit TimelineMenus(TimelineItem& timeline)
        : m_timeline(timeline), m_track(timeline), m_slice(timeline) {}

    [[nodiscard]] TrackMenu& track() { return m_track; }
    [[nodiscard]] SliceMenu& slice() { return m_slice; }

    // By a right click: requests the menu of the ruler, a slice, a mark or a track.
    void openAt(QPointF at);
    // By a key: that of the selected slice or mark, else of the selected track.
    void openAtSelection();
    // Sets cursor A (0) or B (1) where the menu was opened, or at the selection if by a key.
    void placeCursor(int cursor);

private:
    TimelineItem& m_timeline;
    TrackMenu m_track;
    SliceMenu m_slice;
    std::optional<QPointF> m_openedAt;  // empty: by a key
};

}  // namespace gaplight::ui
