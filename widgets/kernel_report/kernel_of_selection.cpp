// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/kernel_report/kernel_of_selection.h"

#include <QVariantMap>

#include "core/base/quantity_text.h"
#include "core/kernel_report/kernel_figures.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/kernel_report/kernel_rows.h"

namespace gaplight::ui {
namespace {

QVariantList stallList(const std::vector<StallReason>& stalls) {
    QVariantList list;
    for (const StallReason& stall : stalls) {
        list.push_back(QVariantMap{{QStringLiteral("name"), toQString(stall.name)},
                                   {QStringLiteral("share"), stall.share},
                                   {QStringLiteral("text"), toQString(percentText(stall.share))}});
    }
    return list;
}

}  // namespace

KernelOfSelection::KernelOfSelection(const KernelReportObject& report, const SliceDetails& slice,
                                     QObject* parent)
    : QObject(parent), m_report(report), m_slice(slice) {
    connect(&slice, &SliceDetails::sliceChanged, this, &KernelOfSelection::update);
    connect(&report, &KernelReportObject::changed, this, &KernelOfSelection::update);
}

void KernelOfSelection::update() {
    const LoadedKernels& data = m_report.data();
    const KernelMatch* match =
        data && m_slice.slice() >= 0
            ? data->matches.find(SliceId(static_cast<std::size_t>(m_slice.slice())))
            : nullptr;
    m_hasKernel = match != nullptr;
    if (match != nullptr) {
        const ReportKernel& kernel = data->report.kernels[match->kernel];
        m_title = tr("Nsight Compute, from another run: kernel %1 of %2%3")
                      .arg(match->kernel + 1)
                      .arg(data->report.kernels.size())
                      .arg(match->isAmbiguous ? tr(" (ambiguous)") : QString());
        m_rows.setRows(kernelRows(data->report, kernel));
        m_stalls = stallList(stallReasons(data->report, kernel));
    } else {
        m_title.clear();
        m_rows.setRows({});
        m_stalls.clear();
    }
    Q_EMIT changed();
}

}  // namespace gaplight::ui
