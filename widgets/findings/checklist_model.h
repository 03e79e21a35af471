// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractListModel>
#include <QQmlEngine>

#include "core/detectors/engine/checklist.h"
#include "widgets/session/session_object.h"

namespace gaplight::ui {

// The checklist: questions with the answers of a trace.
class ChecklistModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY countChanged)
    Q_PROPERTY(int unhealthy READ unhealthy NOTIFY countChanged)

public:
    enum ItemRole {
        QuestionRole = Qt::UserRole,
        StatusRole,      // "healthy", "unhealthy", "unknown"
        StatusTextRole,  // the same as text
        ValueRole,
        LimitsRole,
        FindingRole,  // number of the finding that explains it, -1: none
    };

    // `session` must outlive it.
    explicit ChecklistModel(const SessionObject& session, QObject* parent = nullptr);

    [[nodiscard]] int count() const { return rowCount(); }
    [[nodiscard]] int unhealthy() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

Q_SIGNALS:
    void countChanged();

private:
    void reload();

    const SessionObject& m_session;
    LoadedTrace m_trace;
};

}  // namespace gaplight::ui
