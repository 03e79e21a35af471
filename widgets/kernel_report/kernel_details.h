// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <QObject>
#include <QQmlEngine>
#include <QString>
#include <QVariantList>

#include "core/kernel_report/kernel_report.h"
#include "widgets/kernel_report/kernel_report_object.h"
#include "widgets/selection/detail_list_model.h"
#include "widgets/selection/slice_details.h"

namespace gaplight::ui {

// What a kernel report says about one of its kernels.
class KernelDetails : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(bool hasKernel READ hasKernel NOTIFY changed)
    Q_PROPERTY(QString title READ title NOTIFY changed)
    Q_PROPERTY(gaplight::ui::DetailListModel* rows READ rows CONSTANT)
    // What its warps wait for, longest first: name, share (of 1), text ("28.2 %").
    Q_PROPERTY(QVariantList stalls READ stalls NOTIFY changed)
    // What they execute, most first, in the same form; empty where the report does not say.
    Q_PROPERTY(QVariantList instructions READ instructions NOTIFY changed)

public:
    using QObject::QObject;

    bool hasKernel() const { return m_hasKernel; }
    QString title() const { return m_title; }
    DetailListModel* rows() { return &m_rows; }
    QVariantList stalls() const { return m_stalls; }

    QVariantList instructions() const { return m_instructions; }

    // `kernel`: in KernelReport::kernels. `isAlone`: without a trace.
    void show(const KernelReport& report, std::size_t kernel, const QString& title, bool isAlone);
    void clear();

Q_SIGNALS:
    void changed();

private:
    bool m_hasKernel = false;
    QString m_title;
    DetailListModel m_rows;
    QVariantList m_stalls;
    QVariantList m_instructions;
};

// What the kernel report on a trace says about the selected kernel. The title is "Nsight Compute,
// from another run: kernel 4 of 46".
class KernelOfSelection : public KernelDetails {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")

public:
    // Both must outlive it.
    KernelOfSelection(const KernelReportObject& report, const SliceDetails& slice,
                      QObject* parent = nullptr);

private:
    void update();

    const KernelReportObject& m_report;
    const SliceDetails& m_slice;
};

}  // namespace gaplight::ui
