// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/kernel_report/kernel_table_model.h"

#include <QStringList>

#include "widgets/convert/qt_text.h"

namespace gaplight::ui {

KernelTableModel::KernelTableModel(KernelReportObject& report, QObject* parent)
    : TableModel(parent), m_report(report) {
    connect(&report, &KernelReportObject::stateChanged, this, &KernelTableModel::followReport);
    connect(this, &TableModel::currentChanged, this, &KernelTableModel::showDetails);
}

void KernelTableModel::followReport() {
    const LoadedKernels data = m_report.alone() ? m_report.data() : nullptr;
    if (data != m_data) {
        m_data = data;
        setTable({});  // what was sorted and filtered is not of the next report
        setTable(data ? data->list : Table());
        if (data && data->verdict) {
            setCurrent(static_cast<int>(data->verdict->kernel));  // as yet each kernel is its row
        }
    }
}

void KernelTableModel::showDetails() {
    const qint64 kernel = target(current());
    if (kernel < 0) {
        m_details.clear();
        return;
    }
    const QStringList cells = value(current(), "cells").toStringList();
    m_details.show(m_data->report, static_cast<std::size_t>(kernel),
                   QStringLiteral("Kernel %1 of %2: %3, grid %4, block %5")
                       .arg(cells[Order], countText(m_data->list.rows.size()), cells[Name],
                            cells[Grid], cells[Block]),
                   true);
}

std::vector<std::uint32_t> KernelTableModel::shownKernels() const {
    std::vector<std::uint32_t> kernels;
    for (int row = 0; row < count(); ++row) {
        kernels.push_back(static_cast<std::uint32_t>(target(row)));
    }
    return kernels;
}

}  // namespace gaplight::ui
