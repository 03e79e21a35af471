// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include <QObject>
#include <QQmlEngine>
#include <QString>

#include "core/kernel_report/matching/kernel_matches.h"
#include "core/report/kernel_report/kernel_list.h"
#include "core/session/report_plot.h"
#include "widgets/session/added_file_object.h"
#include "widgets/session/pool_work.h"

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
class KernelReportObject : public AddedFileObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    // "ncu_run.ncu-rep: 46 of 46 kernels found, 138 of 138 launches"; why it was refused; empty
    // without a report.
    Q_PROPERTY(QString statusText READ statusText NOTIFY stateChanged)
    Q_PROPERTY(bool hasData READ hasData NOTIFY stateChanged)
    // Error and progress of loading a report without a trace; what is left to read is not known.
    Q_PROPERTY(QString errorText READ errorText NOTIFY stateChanged)
    Q_PROPERTY(QString progressText READ progressText NOTIFY stateChanged)
    Q_PROPERTY(double progressShare READ progressShare CONSTANT)
    // "NVIDIA H200 · Nsight Compute 2025.3.1.0 · 46 kernels in 1.23 ms · python3.12".
    Q_PROPERTY(QString summary READ summary NOTIFY stateChanged)
    // Problems of the file, counted; empty without.
    Q_PROPERTY(QString issues READ issues NOTIFY stateChanged)

public:
    // `session` must outlive it.
    explicit KernelReportObject(SessionObject& session, QObject* parent = nullptr);
    ~KernelReportObject() override;

    // Whether a regular file begins as a report of Nsight Compute, or its CSV, does.
    [[nodiscard]] static bool isReportFile(const QString& path);

    // A report that was shown is replaced; one alone stays until the other is read.
    void open(const QString& path) override;
    Q_INVOKABLE void cancel();
    // Leaves the error page of a report alone.
    Q_INVOKABLE void dismissError();
    void close() override;
    // As SessionObject::leave(), of a report alone.
    bool leave() {
        const bool leaves = isAlone() && (state() == Loading || state() == Failed);
        if (leaves) {
            cancel();
            dismissError();
        }
        return leaves;
    }

    QString statusText() const { return m_statusText; }
    bool hasData() const { return m_data != nullptr; }
    QString errorText() const { return state() == Failed ? m_statusText : QString(); }
    QString progressText() const {
        return state() == Loading ? QStringLiteral("reading the kernels") : QString();
    }
    double progressShare() const { return -1; }
    QString summary() const;
    QString issues() const;
    // Null without a report.
    const LoadedKernels& data() const { return m_data; }

private:
    void receive(const Result<LoadedKernels>& result);
    // After a load that was given up: what was shown before, if anything.
    void returnToData();
    void setState(State state, const QString& text);

    QString m_statusText;
    LoadedKernels m_data;
    std::stop_source m_stop;  // of the running work
    PoolWork<Result<LoadedKernels>> m_work;
};

}  // namespace gaplight::ui
