// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include <QObject>
#include <QQmlEngine>
#include <QString>
#include <QUrl>

#include "core/kernel_report/matching/kernel_matches.h"
#include "core/report/kernel_report/kernel_list.h"
#include "core/session/report_plot.h"
#include "widgets/session/pool_work.h"
#include "widgets/session/session_object.h"

namespace gaplight::ui {

// A kernel report, and its kernels among those of the shown trace; alone, its plot and its table.
struct MatchedKernels {
    KernelReport report;
    KernelMatches matches;
    ReportPlot plot;
    std::vector<ListedKernel> list;
};
using LoadedKernels = std::shared_ptr<const MatchedKernels>;

// The kernel report of the window, read on a pool thread: on the shown trace, matched with it, with
// which it goes; or alone, with a page of its own.
class KernelReportObject : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(State state READ state NOTIFY changed)
    // "ncu_run.ncu-rep: 46 of 46 kernels found, 138 of 138 launches"; why it was refused; empty
    // without a report.
    Q_PROPERTY(QString statusText READ statusText NOTIFY changed)
    // Whether it is, or is to be, a report without a trace.
    Q_PROPERTY(bool alone READ alone NOTIFY changed)
    Q_PROPERTY(bool hasData READ hasData NOTIFY changed)
    Q_PROPERTY(QString path READ path NOTIFY changed)
    Q_PROPERTY(QString fileName READ fileName NOTIFY changed)
    // Error and progress of loading a report without a trace; what is left to read is not known.
    Q_PROPERTY(QString errorText READ errorText NOTIFY changed)
    Q_PROPERTY(QString progressText READ progressText NOTIFY changed)
    Q_PROPERTY(double progressShare READ progressShare CONSTANT)
    // "NVIDIA H200 · Nsight Compute 2025.3.1.0 · 46 kernels in 1.23 ms · python3.12".
    Q_PROPERTY(QString summary READ summary NOTIFY changed)
    // Problems of the file, counted; empty without.
    Q_PROPERTY(QString issues READ issues NOTIFY changed)

public:
    enum State { Empty, Loading, Ready, Failed };
    Q_ENUM(State)

    // `session` must outlive it.
    explicit KernelReportObject(SessionObject& session, QObject* parent = nullptr);
    ~KernelReportObject() override;

    // Whether a regular file begins as a report of Nsight Compute, or its CSV, does.
    [[nodiscard]] static bool isReportFile(const QString& path);

    // Onto the shown trace, else alone. A report that was shown is replaced; one alone stays until
    // the other is read.
    Q_INVOKABLE void open(const QString& path);
    // The same once the next trace is shown.
    void openAfterTrace(const QString& path) { m_awaited = path; }
    // Opens the report among dropped files, and the trace beside it. False if there is none.
    Q_INVOKABLE bool openDropped(const QList<QUrl>& urls);
    Q_INVOKABLE void cancel();
    // Leaves the error page of a report alone.
    Q_INVOKABLE void dismissError();
    Q_INVOKABLE void close();
    // As SessionObject::leave(), of a report alone.
    bool leave() {
        const bool leaves = m_isAlone && (m_state == Loading || m_state == Failed);
        if (leaves) {
            cancel();
            dismissError();
        }
        return leaves;
    }

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] QString statusText() const { return m_statusText; }
    [[nodiscard]] bool alone() const { return m_state != Empty && m_isAlone; }
    // Whether its page fills the window.
    [[nodiscard]] bool isPageShown() const {
        return alone() && m_state == Ready && m_session.state() == SessionObject::Empty;
    }
    [[nodiscard]] bool hasData() const { return m_data != nullptr; }
    [[nodiscard]] QString path() const { return m_path; }
    [[nodiscard]] QString fileName() const;
    [[nodiscard]] QString errorText() const { return m_state == Failed ? m_statusText : QString(); }
    [[nodiscard]] QString progressText() const {
        return m_state == Loading ? tr("reading the kernels") : QString();
    }
    [[nodiscard]] double progressShare() const { return -1; }
    [[nodiscard]] QString summary() const;
    [[nodiscard]] QString issues() const;
    // Null without a report.
    [[nodiscard]] const LoadedKernels& data() const { return m_data; }

Q_SIGNALS:
    void changed();
    // A report was opened alone; for the list of recent files.
    void opened(const QString& path);

private:
    void receive(const Result<LoadedKernels>& result);
    void followTrace();
    // After a load that was given up: what was shown before, if anything.
    void returnToData();
    void setState(State state, const QString& text);

    SessionObject& m_session;
    State m_state = Empty;
    bool m_isAlone = false;
    QString m_path;
    QString m_statusText;
    QString m_awaited;  // opened once a trace is shown
    LoadedKernels m_data;
    std::shared_ptr<const Trace> m_trace;  // that the report lies on; null: it is alone
    std::stop_source m_stop;               // of the running work
    PoolWork<Result<LoadedKernels>> m_work;
};

}  // namespace gaplight::ui
