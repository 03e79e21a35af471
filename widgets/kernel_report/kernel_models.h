// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QQmlEngine>

#include "widgets/kernel_report/kernel_details.h"
#include "widgets/kernel_report/kernel_report_object.h"
#include "widgets/kernel_report/kernel_table_model.h"

namespace gaplight::ui {

// A kernel report in a window: the file, its kernels, and that of what is selected in the trace.
class KernelModels : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(gaplight::ui::KernelReportObject* file READ file CONSTANT)
    Q_PROPERTY(gaplight::ui::KernelOfSelection* ofSelection READ ofSelection CONSTANT)
    Q_PROPERTY(gaplight::ui::KernelTableModel* table READ table CONSTANT)

public:
    // Both must outlive it: `session` and `details` of the trace of the window.
    KernelModels(SessionObject& session, const SliceDetails& details)
        : m_file(session), m_ofSelection(m_file, details), m_table(m_file) {}

    KernelReportObject* file() { return &m_file; }
    KernelOfSelection* ofSelection() { return &m_ofSelection; }
    KernelTableModel* table() { return &m_table; }

private:
    KernelReportObject m_file;
    KernelOfSelection m_ofSelection;
    KernelTableModel m_table;
};

}  // namespace gaplight::ui
