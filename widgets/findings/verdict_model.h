// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QQmlEngine>
#include <QString>

#include "core/report/facts/trace_verdict.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/session/session_object.h"

namespace gaplight::ui {

// The verdict on the open trace in parts: text (without spaces around it), spaceAfter,
// finding (-1: none), name (of slices; empty: none).
class VerdictModel : public RowListModel<TraceVerdictPart> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(QString sentence READ sentence NOTIFY contentChanged)

public:
    // `session` must outlive it.
    explicit VerdictModel(const SessionObject& session, QObject* parent = nullptr);

    // All parts together; empty without a trace.
    QString sentence() const { return m_sentence; }

Q_SIGNALS:
    void contentChanged();

private:
    void reload();

    const SessionObject& m_session;
    QString m_sentence;
};

}  // namespace gaplight::ui
