// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QQmlEngine>

#include "widgets/kernel_report/kernel_details.h"
#include "widgets/kernel_report/kernel_report_object.h"
#include "widgets/selection/slice_details.h"

namespace gaplight::ui {

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
