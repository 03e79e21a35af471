// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/kernel_report/kernel_details.h"

#include <QVariantMap>

#include "core/base/quantity_text.h"
#include "core/kernel_report/kernel_figures.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/kernel_report/kernel_rows.h"

namespace gaplight::ui {
namespace {

QVariantMap shareOf(const std::string& name, double share) {
    return {{QStringLiteral("name"), toQString(name)},
            {QStringLiteral("share"), share},
            {QStringLiteral("text"), toQString(gaplight::percentText(share))}};
}

}  // namespace

void KernelDetails::show(const KernelReport& report, std::size_t kernel, const QString& title,
                         bool isAlone) {
    const ReportKernel& shown = report.kernels[kernel];
    m_hasKernel = true;
    m_title = title;
    m_rows.setRows(kernelRows(report, shown, isAlone));
    m_stalls.clear();
    for (const StallReason& stall : stallReasons(report, shown)) {
        m_stalls.push_back(shareOf(stall.name, stall.share));
    }
    m_instructions.clear();
    for (const InstructionShare& one : instructionMix(report, shown)) {
        m_instructions.push_back(shareOf(one.name, one.share));
    }
    Q_EMIT changed();
}

void KernelDetails::clear() {
    m_hasKernel = false;
    m_title.clear();
    m_rows.setRows({});
    m_stalls.clear();
    m_instructions.clear();
    Q_EMIT changed();
}

}  // namespace gaplight::ui
