// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>

#include <QObject>
#include <QQmlEngine>
#include <QString>
#include <QUrl>

#include "core/kernel_report/matching/kernel_matches.h"
#include "widgets/session/pool_work.h"
#include "widgets/session/session_object.h"

namespace gaplight::ui {

// A kernel report, and its kernels among those of the shown trace.
struct MatchedKernels {
    KernelReport report;
    KernelMatches matches;
};
using LoadedKernels = std::shared_ptr<const MatchedKernels>;

// The kernel report on the shown trace: read and matched on a pool thread. It goes with the trace.
class KernelReportObject : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(State state READ state NOTIFY changed)
    // "ncu_run.ncu-rep: 46 of 46 kernels found, 138 of 138 launches"; why it was refused; empty
    // without a report.
    Q_PROPERTY(QString statusText READ statusText NOTIFY changed)

public:
    enum State { Empty, Loading, Ready, Failed };
    Q_ENUM(State)

    // `session` must outlive it.
    explicit KernelReportObject(SessionObject& session, QObject* parent = nullptr);
    ~KernelReportObject() override;

    // Whether a regular file begins as a report of Nsight Compute, or its CSV, does.
    [[nodiscard]] static bool isReportFile(const QString& path);

    // Onto the shown trace; no effect without one. A report that was shown is replaced.
    Q_INVOKABLE void open(const QString& path);
    // The same once the next trace is shown.
    void openAfterTrace(const QString& path) { m_awaited = path; }
    // Opens the report among dropped files, if a trace is shown or dropped with it. False if not.
    Q_INVOKABLE bool openDropped(const QList<QUrl>& urls);
    Q_INVOKABLE void close();

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] QString statusText() const { return m_statusText; }
    // Null without a report on the shown trace.
    [[nodiscard]] const LoadedKernels& data() const { return m_data; }

Q_SIGNALS:
    void changed();

private:
    void receive(const Result<LoadedKernels>& result);
    void followTrace();
    void setState(State state, const QString& text);

    SessionObject& m_session;
    State m_state = Empty;
    QString m_path;
    QString m_statusText;
    QString m_awaited;  // opened once a trace is shown
    LoadedKernels m_data;
    std::shared_ptr<const Trace> m_trace;  // that the report lies on
    std::stop_source m_stop;               // of the running work
    PoolWork<Result<LoadedKernels>> m_work;
};

}  // namespace gaplight::ui
