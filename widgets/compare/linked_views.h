// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include <QObject>
#include <QPointer>
#include <QQmlEngine>

#include "widgets/compare/comparison_list_model.h"
#include "widgets/compare/comparison_object.h"
#include "widgets/timeline/timeline_item.h"

namespace gaplight::ui {

// Links two timelines: zoom, pan and cursor of one are mapped to the other by the comparison's
// alignment. Rows scroll independently.
class LinkedViews : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        gaplight::ui::TimelineItem* first READ first WRITE setFirst NOTIFY viewsChanged REQUIRED)
    Q_PROPERTY(
        gaplight::ui::TimelineItem* second READ second WRITE setSecond NOTIFY viewsChanged REQUIRED)
    Q_PROPERTY(gaplight::ui::ComparisonObject* comparison READ comparison WRITE setComparison NOTIFY
                   viewsChanged REQUIRED)
    // Linked views have one scale, and the instants at their left edges correspond, by GPU steps;
    // otherwise both ends of what they show correspond.
    Q_PROPERTY(bool oneScale READ oneScale WRITE setOneScale NOTIFY linkedChanged)
    Q_PROPERTY(bool linked READ linked WRITE setLinked NOTIFY linkedChanged)

public:
    explicit LinkedViews(QObject* parent = nullptr) : QObject(parent) {}

    TimelineItem* first() const { return m_first; }
    void setFirst(TimelineItem* item);
    TimelineItem* second() const { return m_second; }
    void setSecond(TimelineItem* item);
    ComparisonObject* comparison() const { return m_comparison; }
    void setComparison(ComparisonObject* comparison);
    bool linked() const { return m_linked; }
    // Linking moves the second view to the place of the first one.
    void setLinked(bool linked);
    bool oneScale() const { return m_oneScale; }
    void setOneScale(bool oneScale);

    // Shows the intervals of a row of the comparison in both timelines, even while they are linked.
    Q_INVOKABLE void showRow(const gaplight::ui::ComparisonListModel* rows, qint64 target);

Q_SIGNALS:
    void viewsChanged();
    void linkedChanged();

private:
    void watch(TimelineItem* item);
    // The range and width of an item, to restore the range when the width changes.
    struct ShownRange {
        float width = 0;
        TimeRange range;
    };

    void follow(TimelineItem& from);
    // Sorts or groups the tracks of the other one, linked or not.
    void toPartner(const TimelineItem& from, const std::function<void(TrackMenu&)>& change);
    // Moves the second view to the place of the first one, also if that is where it was.
    void followFirst();
    void recordRange(const TimelineItem& item);
    [[nodiscard]] ShownRange& shownRangeOf(const TimelineItem& item) {
        return &item == m_first ? m_shownFirst : m_shownSecond;
    }
    void moveCursor(const TimelineItem& from);
    bool canFollow() const;
    TimelineItem& partnerOf(const TimelineItem& item) const;
    // The instant of the other trace that corresponds to `time` in the trace of `from`.
    Time mapTime(const TimelineItem& from, Time time) const;
    TimeRange mapRange(const TimelineItem& from, TimeRange range) const;
    // Lets both views show all of both runs at one scale. Shows all if the traces are others than
    // before.
    void shareRange();
    // Records the compared traces; true if they are others than those recorded, in any order.
    bool recordTraces(const ComparedTraces& traces);

    QPointer<TimelineItem> m_first;
    QPointer<TimelineItem> m_second;
    QPointer<ComparisonObject> m_comparison;
    std::weak_ptr<const Trace> m_traceOfA;
    std::weak_ptr<const Trace> m_traceOfB;
    // What the views show after A and B were exchanged: what each run showed before.
    std::optional<std::pair<TimeRange, TimeRange>> m_swapped;
    ShownRange m_shownFirst;
    ShownRange m_shownSecond;
    bool m_linked = true;
    bool m_oneScale = true;
    bool m_following = false;  // true while this object changes a view
};

}  // namespace gaplight::ui
