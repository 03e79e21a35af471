// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointer>
#include <QQmlEngine>

#include "core/session/report_plot.h"
#include "widgets/efficiency/kernel_point_item.h"
#include "widgets/kernel_report/kernel_table_model.h"

namespace gaplight::ui {

// The plot of the kernels that the table of a report shows: a roofline, or where their operations
// were not counted compute over memory throughput. The selected kernel is the table's.
class KernelPlotItem : public KernelPointItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        gaplight::ui::KernelTableModel* table READ table WRITE setTable NOTIFY plotChanged REQUIRED)
    // "Roofline at the clocks of this run"; empty without a report.
    Q_PROPERTY(QString caption READ caption NOTIFY plotChanged)
    // Why nothing is drawn; empty: something is.
    Q_PROPERTY(QString notice READ notice NOTIFY plotChanged)

public:
    explicit KernelPlotItem(QQuickItem* parent = nullptr) : KernelPointItem(parent) {}

    KernelTableModel* table() const { return m_table; }
    void setTable(KernelTableModel* table);
    QString caption() const;
    QString notice() const;
    const ReportPlot& plot() const { return m_plot; }

Q_SIGNALS:
    void plotChanged();

protected:
    [[nodiscard]] bool draw(DisplayList& list) override;
    std::size_t pointCount() const override { return m_plot.kernels.size(); }
    QString tip(std::size_t point) const override;
    void select(std::size_t point) override;
    void choose() override {}

private:
    void updatePlot();
    void followSelection();

    QPointer<KernelTableModel> m_table;
    LoadedKernels m_data;  // that the plot is of; null: none
    ReportPlot m_plot;
};

}  // namespace gaplight::ui
