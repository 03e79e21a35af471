// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

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
    Q_PROPERTY(bool linked READ linked WRITE setLinked NOTIFY linkedChanged)

public:
    explicit LinkedViews(QObject* parent = nullptr) : QObject(parent) {}

    [[nodiscard]] TimelineItem* first() const { return m_first; }
    void setFirst(TimelineItem* item);
    [[nodiscard]] TimelineItem* second() const { return m_second; }
    void setSecond(TimelineItem* item);
    [[nodiscard]] ComparisonObject* comparison() const { return m_comparison; }
    void setComparison(ComparisonObject* comparison);
    [[nodiscard]] bool linked() const { return m_linked; }
    // Linked again, the second view goes to where the first one is.
    void setLinked(bool linked);

    // Shows where a row of the comparison lies in both runs, side by side even while linked.
    Q_INVOKABLE void showRow(const gaplight::ui::ComparisonListModel* rows, int row);

Q_SIGNALS:
    void viewsChanged();
    void linkedChanged();

private:
    void watch(TimelineItem* item);
    // The range and width of an item, to restore the range when the width changes.
    struct Seen {
        float width = 0;
        TimeRange range;
    };

    void follow(TimelineItem& from);
    void remember(const TimelineItem& item);
    [[nodiscard]] Seen& seenOf(const TimelineItem& item) {
        return &item == m_first ? m_seenFirst : m_seenSecond;
    }
    void pointTo(const TimelineItem& from);
    [[nodiscard]] bool canFollow() const;
    [[nodiscard]] TimelineItem& partnerOf(const TimelineItem& item) const;
    // An instant of one item's trace as one of the other's.
    [[nodiscard]] Time mapped(const TimelineItem& from, Time time) const;

    QPointer<TimelineItem> m_first;
    QPointer<TimelineItem> m_second;
    QPointer<ComparisonObject> m_comparison;
    Seen m_seenFirst;
    Seen m_seenSecond;
    bool m_linked = true;
    bool m_following = false;  // what changes now is our doing
};

}  // namespace gaplight::ui
