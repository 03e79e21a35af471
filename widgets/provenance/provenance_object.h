// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>

#include <QObject>
#include <QQmlEngine>
#include <QString>
#include <QUrl>

#include "core/session/session.h"
#include "widgets/session/pool_work.h"
#include "widgets/session/session_object.h"

namespace gaplight::ui {

// Files that say where the kernels of the shown trace come from: a trace of the capture of its
// graphs, and a log of torch.compile. Read and matched on a pool thread; the trace is then shown
// again with what they say, and its findings with the reasons of the log. They go with the trace.
class ProvenanceObject : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(State state READ state NOTIFY changed)
    // "graph_capture.json.gz: 6 of 6 replays found"; why a file was refused; empty without one.
    Q_PROPERTY(QString statusText READ statusText NOTIFY changed)

public:
    enum State { Empty, Loading, Ready, Failed };
    Q_ENUM(State)

    // `session` must outlive it.
    explicit ProvenanceObject(SessionObject& session, QObject* parent = nullptr);
    ~ProvenanceObject() override;

    // Whether a regular file begins as a log of torch.compile does, or a folder has such a log.
    [[nodiscard]] static bool isLogFile(const QString& path);

    // Onto the shown trace; either may be empty. No effect without a trace.
    void open(const QString& capture, const QString& log);
    // The same once the next trace is shown.
    void openAfterTrace(const QString& capture, const QString& log);
    // Opens the log among dropped files, if a trace is shown. False if not.
    Q_INVOKABLE bool openDropped(const QList<QUrl>& urls);

    State state() const { return m_state; }
    QString statusText() const { return m_statusText; }

Q_SIGNALS:
    void changed();

private:
    struct Files {
        QString capture;
        QString log;
        bool isEmpty() const { return capture.isEmpty() && log.isEmpty(); }
    };

    void receive(const Result<std::shared_ptr<const Session>>& result);
    void followTrace();
    void setState(State state, const QString& text);

    SessionObject& m_session;
    State m_state = Empty;
    QString m_statusText;
    Files m_awaited;                       // opened once a trace is shown
    std::shared_ptr<const Trace> m_trace;  // that the files are on
    std::stop_source m_stop;               // of the running work
    PoolWork<Result<std::shared_ptr<const Session>>> m_work;
};

}  // namespace gaplight::ui
