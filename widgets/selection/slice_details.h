// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointer>
#include <QQmlEngine>
#include <QString>

#include "widgets/selection/slice_facts.h"
#include "widgets/session/pool_work.h"
#include "widgets/session/session_object.h"
#include "widgets/timeline/finding_walk.h"

namespace gaplight::ui {

// Details of the selected slice. Computed on a pool thread, which also reads the args; the rows of
// the previous slice are shown meanwhile.
class SliceDetails : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(qint64 slice READ slice WRITE setSlice NOTIFY sliceChanged)
    Q_PROPERTY(bool hasSlice READ hasSlice NOTIFY sliceChanged)
    // How its start is formatted, as TimelineItem::timeFormat.
    Q_PROPERTY(int timeFormat READ timeFormat WRITE setTimeFormat NOTIFY timeFormatChanged)
    Q_PROPERTY(QString name READ name NOTIFY sliceChanged)
    // As sourceAround(): "module.py:12".
    Q_PROPERTY(QString source READ source NOTIFY sliceChanged)
    // The finding that marks the slice, and the evidence of it: for TimelineItem::showFinding(). -1
    // and an empty title: none does.
    Q_PROPERTY(int finding READ finding NOTIFY findingChanged)
    Q_PROPERTY(int occurrence READ occurrence NOTIFY findingChanged)
    Q_PROPERTY(QString findingTitle READ findingTitle NOTIFY findingChanged)
    Q_PROPERTY(QString stackTitle READ stackTitle NOTIFY factsChanged)
    Q_PROPERTY(gaplight::ui::DetailListModel* facts READ facts CONSTANT)
    Q_PROPERTY(QString childrenTitle READ childrenTitle NOTIFY factsChanged)
    // Whether the slice is a kernel with known occupancy.
    Q_PROPERTY(bool hasOccupancy READ hasOccupancy NOTIFY factsChanged)
    Q_PROPERTY(gaplight::ui::DetailListModel* preceding READ preceding CONSTANT)
    Q_PROPERTY(gaplight::ui::DetailListModel* following READ following CONSTANT)
    Q_PROPERTY(gaplight::ui::DetailListModel* children READ children CONSTANT)
    Q_PROPERTY(gaplight::ui::DetailListModel* stack READ stack CONSTANT)
    Q_PROPERTY(gaplight::ui::DetailListModel* args READ args CONSTANT)

public:
    // `session` must outlive it.
    explicit SliceDetails(const SessionObject& session, QObject* parent = nullptr);

    qint64 slice() const { return m_slice; }
    // -1: nothing.
    void setSlice(qint64 slice);
    int timeFormat() const { return static_cast<int>(m_timeFormat); }
    void setTimeFormat(int format);
    // True while the details are being computed.
    bool collecting() const { return m_collecting; }
    bool hasSlice() const { return m_slice >= 0; }
    QString name() const;
    QString source() const;
    int finding() const { return m_finding.finding; }
    int occurrence() const { return m_finding.occurrence; }
    QString findingTitle() const;
    QString stackTitle() const { return m_stackTitle; }
    DetailListModel* facts() { return &m_facts; }
    QString childrenTitle() const { return m_childrenTitle; }
    const std::optional<OccupancyDiagram>& occupancy() const { return m_occupancy; }
    bool hasOccupancy() const { return m_occupancy.has_value(); }
    DetailListModel* preceding() { return &m_preceding; }
    DetailListModel* following() { return &m_following; }
    DetailListModel* children() { return &m_children; }
    DetailListModel* stack() { return &m_stack; }
    DetailListModel* args() { return &m_args; }

Q_SIGNALS:
    void sliceChanged();
    void findingChanged();
    void factsChanged();
    void timeFormatChanged();

private:
    void updateTrace();
    void updateFinding();
    void collect();
    void receive(SliceFacts facts);

    const SessionObject& m_session;
    const Trace* m_trace = nullptr;  // of m_slice; owned by the session
    qint64 m_slice = -1;
    FindingFocus m_finding;
    TimeFormat m_timeFormat = TimeFormat::Relative;
    bool m_collecting = false;
    QString m_stackTitle;
    QString m_childrenTitle;
    std::optional<OccupancyDiagram> m_occupancy;
    DetailListModel m_facts;
    DetailListModel m_preceding;
    DetailListModel m_following;
    DetailListModel m_children;
    DetailListModel m_stack;
    DetailListModel m_args;
    PoolWork<SliceFacts> m_work;
};

}  // namespace gaplight::ui
