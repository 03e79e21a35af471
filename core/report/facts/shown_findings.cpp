// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/shown_findings.h"

namespace gaplight {

std::vector<const Finding*> shownFindings(const ReportSubject& subject) {
    std::vector<const Finding*> shown;
    for (const Finding& finding : subject.findings.findings) {
        const auto& gpu = finding.where.gpu;
        if (!subject.device || !gpu || gpu->device == *subject.device) {
            shown.push_back(&finding);
        }
    }
    return shown;
}

}  // namespace gaplight
