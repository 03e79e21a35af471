// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/kernel_report/kernel_plot_item.h"

#include <algorithm>

#include "core/base/quantity_text.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {

void KernelPlotItem::setTable(KernelTableModel* table) {
    if (!replaceSource(m_table, table)) {
        return;
    }
    if (m_table) {
        connect(m_table, &KernelTableModel::rowsChanged, this, &KernelPlotItem::updatePlot);
        connect(m_table, &KernelTableModel::currentChanged, this, &KernelPlotItem::followSelection);
    }
    updatePlot();
}

void KernelPlotItem::updatePlot() {
    m_data = m_table && m_table->count() > 0 ? m_table->report().data() : nullptr;
    m_plot = m_data ? plotOfKernels(m_data->plot, m_table->shownKernels()) : ReportPlot{};
    clearPoints();
    followSelection();
    Q_EMIT plotChanged();
}

void KernelPlotItem::followSelection() {
    const qint64 kernel = m_data ? m_table->target(m_table->current()) : -1;
    const auto found = std::ranges::find(m_plot.kernels, kernel);
    setSelected(found != m_plot.kernels.end()
                    ? std::optional<std::size_t>(found - m_plot.kernels.begin())
                    : std::nullopt);
}

QString KernelPlotItem::caption() const {
    if (!m_data) {
        return {};
    }
    const QString what =
        m_plot.isRoofline ? QStringLiteral("Roofline under the peaks at this run's clocks")
                          : QStringLiteral("Throughputs; without counts of operations no roofline");
    return m_plot.unknown == 0 ? what
                               : QStringLiteral("%1 · %2 without these figures")
                                     .arg(what, countText(m_plot.unknown, "kernel", "kernels"));
}

QString KernelPlotItem::notice() const {
    return m_data && m_plot.kernels.empty()
               ? QStringLiteral(
                     "The report has neither counts of operations nor throughputs: measure with "
                     "`ncu --set full`")
               : QString();
}

bool KernelPlotItem::draw(DisplayList& list) {
    if (m_plot.kernels.empty()) {
        drawnMarks().clear();
        return false;
    }
    if (m_plot.isRoofline) {
        RooflineInput input{m_plot.rooflinePoints,
                            m_plot.ceilings,
                            m_plot.bytesPerSecond,
                            listWidth(),
                            listHeight(),
                            hovered(),
                            selected()};
        buildRoofline(input, measure(), list, drawnMarks());
    } else {
        ThroughputInput input{m_plot.throughputPoints, listWidth(), listHeight(), hovered(),
                              selected()};
        buildThroughputPlot(input, measure(), list, drawnMarks());
    }
    return true;
}

QString KernelPlotItem::tip(std::size_t point) const {
    const std::uint32_t kernel = m_plot.kernels[point];
    const QStringList cells = m_table->value(m_table->rowOf(kernel), "cells").toStringList();
    QStringList lines{QStringLiteral("%1 · kernel %2")
                          .arg(cells[KernelTableModel::Name], cells[KernelTableModel::Order])};
    if (m_plot.isRoofline) {
        const RooflinePoint& rates = m_plot.rooflinePoints[point];
        QString text = toQString(gaplight::bytesText(rates.bytesPerSecond)) + QStringLiteral("/s");
        if (rates.flopsPerSecond > 0) {
            text += QStringLiteral(" · %1 TFLOP/s")
                        .arg(toQString(gaplight::teraText(rates.flopsPerSecond)));
        }
        lines << text;
    }
    lines << QStringLiteral("%1 · compute %2 · memory %3")
                 .arg(cells[KernelTableModel::Duration], cells[KernelTableModel::Compute],
                      cells[KernelTableModel::Memory]);
    return lines.join(QLatin1Char('\n'));
}

void KernelPlotItem::select(std::size_t point) {
    m_table->setCurrent(m_table->rowOf(m_plot.kernels[point]));
}

}  // namespace gaplight::ui
