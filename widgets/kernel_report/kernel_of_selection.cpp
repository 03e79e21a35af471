// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/kernel_report/kernel_of_selection.h"

#include "widgets/convert/quantity_string.h"

namespace gaplight::ui {

KernelOfSelection::KernelOfSelection(const KernelReportObject& report, const SliceDetails& slice,
                                     QObject* parent)
    : KernelDetails(parent), m_report(report), m_slice(slice) {
    connect(&slice, &SliceDetails::sliceChanged, this, &KernelOfSelection::update);
    connect(&report, &KernelReportObject::stateChanged, this, &KernelOfSelection::update);
}

void KernelOfSelection::update() {
    const LoadedKernels& data = m_report.data();
    const KernelMatch* match =
        data && m_slice.slice() >= 0
            ? data->matches.find(SliceId(static_cast<std::size_t>(m_slice.slice())))
            : nullptr;
    if (match == nullptr) {
        return clear();
    }
    show(data->report, match->kernel,
         QStringLiteral("Nsight Compute, from another run: kernel %1 of %2%3")
             .arg(countText(match->kernel + 1), countText(data->report.kernels.size()),
                  match->isAmbiguous ? QStringLiteral(" (ambiguous)") : QString()),
         false);
}

}  // namespace gaplight::ui
