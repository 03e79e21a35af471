// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QQmlEngine>
#include <QString>
#include <QVariantList>

#include "widgets/kernel_report/kernel_report_object.h"
#include "widgets/selection/detail_list_model.h"
#include "widgets/selection/slice_details.h"

namespace gaplight::ui {

// What the kernel report on a trace says about the selected kernel.
class KernelOfSelection : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(bool hasKernel READ hasKernel NOTIFY changed)
    // "Nsight Compute, from another run: kernel 4 of 46".
    Q_PROPERTY(QString title READ title NOTIFY changed)
    Q_PROPERTY(gaplight::ui::DetailListModel* rows READ rows CONSTANT)
    // What its warps wait for, longest first: name, share (of 1), text ("28.2 %").
    Q_PROPERTY(QVariantList stalls READ stalls NOTIFY changed)

public:
    // Both must outlive it.
    KernelOfSelection(const KernelReportObject& report, const SliceDetails& slice,
                      QObject* parent = nullptr);

    [[nodiscard]] bool hasKernel() const { return m_hasKernel; }
    [[nodiscard]] QString title() const { return m_title; }
    [[nodiscard]] DetailListModel* rows() { return &m_rows; }
    [[nodiscard]] QVariantList stalls() const { return m_stalls; }

Q_SIGNALS:
    void changed();

private:
    void update();

    const KernelReportObject& m_report;
    const SliceDetails& m_slice;
    bool m_hasKernel = false;
    QString m_title;
    DetailListModel m_rows;
    QVariantList m_stalls;
};

}  // namespace gaplight::ui
