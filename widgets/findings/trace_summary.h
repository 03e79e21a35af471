// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QQmlEngine>
#include <QString>

#include "widgets/session/session_object.h"

namespace gaplight::ui {

// Facts of the open trace for the header and the status bar.
class TraceSummary : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(QString hardware READ hardware NOTIFY changed)
    Q_PROPERTY(QString busy READ busy NOTIFY changed)
    Q_PROPERTY(QString duration READ duration NOTIFY changed)
    Q_PROPERTY(QString slices READ slices NOTIFY changed)
    Q_PROPERTY(QString memory READ memory NOTIFY changed)

public:
    // `session` must outlive it.
    explicit TraceSummary(const SessionObject& session, QObject* parent = nullptr);

    // "NVIDIA H200", "2 × NVIDIA H200", "no GPU activity"; empty while that is not known yet.
    QString hardware() const;
    // "busy 9.8 %": of the windows of all GPUs together; empty without GPU work.
    QString busy() const;
    QString duration() const;
    QString slices() const;
    // Memory of the trace, its texts and its indexes.
    QString memory() const;

Q_SIGNALS:
    void changed();

private:
    const Session* shown() const;

    const SessionObject& m_session;
};

}  // namespace gaplight::ui
