// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <fmt/format.h>

#include "core/report/facts/report_sections.h"
#include "core/report/facts/track_facts.h"
#include "core/report/text/escaped_text.h"
#include "core/report/trace/report.h"

namespace gaplight {
std::string findingsCsv(const ReportSubject& subject) {
    std::string text = csvLine({"detector", "severity", "title", "count", "per_step", "gpu_idle_ns",
                                "host_ns", "saving_ns", "saving_share", "annotation", "op",
                                "python", "device", "why", "fix", "confidence"});
    for (const Finding* finding : shownFindings(subject)) {
        const FindingCost& cost = finding->cost;
        const FindingPlace& where = finding->where;
        text +=
            csvLine({std::string(finding->rule), std::string(severityName(finding->severity)),
                     titleWithSaving(*finding), std::to_string(finding->count),
                     fmt::format("{:g}", finding->perStep), std::to_string(cost.gpuIdle.count()),
                     std::to_string(cost.host.count()),
                     cost.saving ? std::to_string(cost.saving->count()) : "",
                     cost.saving ? fmt::format("{:.6f}", cost.savingShare) : "", where.annotation,
                     where.op, where.python, where.gpu ? gpuCell(subject.trace, *where.gpu) : "",
                     finding->why, finding->fix, finding->confidence});
    }
    return text;
}

}  // namespace gaplight
