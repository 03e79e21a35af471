// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QQmlEngine>

#include "core/detectors/engine/checklist.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/session/session_object.h"

namespace gaplight::ui {

// The checklist: questions about a trace, each with a value and a status.
class ChecklistModel : public RowListModel<ChecklistItem> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY countChanged)
    Q_PROPERTY(int unhealthy READ unhealthy NOTIFY countChanged)

public:
    // `session` must outlive it.
    explicit ChecklistModel(const SessionObject& session, QObject* parent = nullptr);

    int unhealthy() const;

Q_SIGNALS:
    void countChanged();

private:
    void reload();

    const SessionObject& m_session;
};

}  // namespace gaplight::ui
