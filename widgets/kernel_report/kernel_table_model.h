// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <QQmlEngine>

#include "widgets/kernel_report/kernel_details.h"
#include "widgets/kernel_report/kernel_report_object.h"
#include "widgets/tables/table_model.h"

namespace gaplight::ui {

// The kernels of a report alone as a table, and the details of the selected one.
class KernelTableModel : public TableModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(gaplight::ui::KernelDetails* details READ details CONSTANT)

public:
    // As kernelListTable() has them.
    enum Column {
        Order,
        Name,
        Duration,
        Compute,
        Memory,
        Occupancy,
        AtMost,
        Registers,
        Grid,
        Block
    };

    // `report` must outlive it.
    explicit KernelTableModel(KernelReportObject& report, QObject* parent = nullptr);

    KernelReportObject& report() const { return m_report; }
    KernelDetails* details() { return &m_details; }
    // Kernels of the rows, in KernelReport::kernels.
    std::vector<std::uint32_t> shownKernels() const;

private:
    void followReport();
    void showDetails();

    KernelReportObject& m_report;
    LoadedKernels m_data;  // of a report alone; null: none
    KernelDetails m_details;
};

}  // namespace gaplight::ui
