// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractListModel>
#include <QQmlEngine>

#include "core/detectors/engine/finding.h"
#include "widgets/session/trace_load.h"

namespace gaplight::ui {

// The evidence of one finding in time order, one row per interval.
class OccurrenceListModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY countChanged)

public:
    enum ItemRole {
        WhenRole = Qt::UserRole,  // since the trace's start
        LengthRole,
        ShareRole,  // of the longest, 0..1
        MarkRole,   // "gap", "sync", ... as on the timeline
        NoteRole,   // "host: named_modules"
        TrackRole,  // "GPU 0", "python · thread 434 (main)"
    };

    using QAbstractListModel::QAbstractListModel;

    // `finding` is one of `trace`; null: no rows.
    void show(LoadedTrace trace, const Finding* finding);
    [[nodiscard]] int count() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

Q_SIGNALS:
    void countChanged();

private:
    LoadedTrace m_trace;
    const Finding* m_finding = nullptr;
    Duration m_longest{1};
};

}  // namespace gaplight::ui
