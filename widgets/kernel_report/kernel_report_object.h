// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include <QObject>
#include <QQmlEngine>
#include <QString>

#include "core/report/kernel_report/kernel_list.h"
#include "core/session/report_plot.h"
#include "widgets/session/added_file_object.h"

namespace gaplight::ui {

// A kernel report, and its kernels among those of the shown trace; alone, its plot and its table.
struct MatchedKernels : MatchedReport {
    ReportPlot plot;
    Table list;
    std::optional<KernelReportVerdict> verdict;
};
using LoadedKernels = std::shared_ptr<const MatchedKernels>;

// The kernel report of the window: on the shown trace, matched with it, or alone, with a page of
// its own.
class KernelReportObject : public AddedFileObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(bool hasData READ hasData NOTIFY stateChanged)
    // "NVIDIA H200 · Nsight Compute 2025.3.1.0 · 46 kernels in 1.23 ms · python3.12".
    Q_PROPERTY(QString summary READ summary NOTIFY stateChanged)
    // What takes most of the time, and what bounds it (kernelReportVerdict).
    Q_PROPERTY(QString verdict READ verdict NOTIFY stateChanged)
    // Problems of the file, counted; empty without.
    Q_PROPERTY(QString issues READ issues NOTIFY stateChanged)

public:
    // `session` must outlive it.
    explicit KernelReportObject(SessionObject& session, QObject* parent = nullptr);

    bool hasData() const { return m_data != nullptr; }
    QString summary() const;
    QString verdict() const;
    QString issues() const;
    // Null without a report.
    const LoadedKernels& data() const { return m_data; }

private:
    bool hasContent() const override { return hasData(); }
    void drop() override { m_data.reset(); }
    void take(const LoadedKernels& data);

    LoadedKernels m_data;
};

}  // namespace gaplight::ui
