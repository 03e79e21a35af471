// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <QObject>
#include <QPointF>
#include <QQmlEngine>
#include <QString>

#include "core/scene/interaction/hit_test.h"
#include "widgets/input/action.h"

namespace gaplight::ui {

class TimelineItem;

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

    [[nodiscard]] QString title() const;
    [[nodiscard]] bool isSlice() const { return m_slice.isValid(); }
    [[nodiscard]] bool leadsForward() const;
    [[nodiscard]] bool leadsBack() const;
    [[nodiscard]] QString source() const;
    [[nodiscard]] QString rule() const;
    [[nodiscard]] bool hasFinding() const { return m_mark && m_mark->source.finding >= 0; }

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
    Q_INVOKABLE void addNote();
    Q_INVOKABLE void goToFinding();
    Q_INVOKABLE void openTrackMenu();
    Q_INVOKABLE void hideTrack();

Q_SIGNALS:
    void changed();

private:
    [[nodiscard]] const Trace* trace() const;
    [[nodiscard]] std::string_view name() const;
    [[nodiscard]] std::size_t lane() const;
    // The selected mark of the current finding; an invalid overlay in the hit: none.
    [[nodiscard]] Hit hitOfFinding() const;

    TimelineItem& m_timeline;
    SliceId m_slice;
    std::optional<Overlay> m_mark;
    QString m_text;  // of the mark
    QPointF m_at;
};

}  // namespace gaplight::ui
