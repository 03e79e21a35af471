// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QQmlEngine>

#include "core/scene/model/overlay_table.h"
#include "widgets/session/session_object.h"
#include "widgets/tables/table_model.h"

namespace gaplight::ui {

// GPU gaps and blocking calls of the overlays: gaps, then calls, the longest first, since the
// length of a blocking call is not idle time. The target of a row is its OverlayId.
class IdleTableModel : public TableModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int gapCount READ gapCount NOTIFY contentChanged)
    // "shorter than 100 µs: 2,695 gaps, 54.0 ms"; empty if there are none.
    Q_PROPERTY(QString shorter READ shorter NOTIFY contentChanged)

public:
    // `session` must outlive it.
    explicit IdleTableModel(const SessionObject& session, QObject* parent = nullptr);

    int gapCount() const { return m_gapCount; }
    QString shorter() const;

Q_SIGNALS:
    void contentChanged();
    // Rows that were chosen.
    void gapChosen(int overlay);
    void sliceChosen(qint64 slice);

private:
    void reload();
    void show(qint64 target);

    const SessionObject& m_session;
    LoadedTrace m_trace;
    int m_gapCount = 0;
};

// Import issues: errors in the file that did not prevent loading.
class IssueTableModel : public TableModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    // Kinds that change a figure: events were lost or have wrong times.
    Q_PROPERTY(int harmful READ harmful NOTIFY contentChanged)

public:
    // `session` must outlive it.
    explicit IssueTableModel(const SessionObject& session, QObject* parent = nullptr);

    int harmful() const { return m_harmful; }

Q_SIGNALS:
    void contentChanged();

private:
    void reload();

    const SessionObject& m_session;
    int m_harmful = 0;
};

}  // namespace gaplight::ui
