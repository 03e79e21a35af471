// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/report/report.h"
#include "core/report/shown_findings.h"

namespace gaplight {
namespace {

// RFC 4180: quoted where it must be, lines end in CR LF.
std::string csvLine(const std::vector<std::string>& cells) {
    std::string line;
    for (const std::string& cell : cells) {
        line += line.empty() && &cell == &cells.front() ? "" : ",";
        if (cell.find_first_of(",\"\r\n") == std::string::npos) {
            line += cell;
            continue;
        }
        line += '"';
        for (const char c : cell) {
            line += c == '"' ? std::string_view("\"\"") : std::string_view(&c, 1);
        }
        line += '"';
    }
    return line + "\r\n";
}

}  // namespace

std::string findingsCsv(const ReportSubject& subject) {
    std::string text = csvLine({"detector", "severity", "title", "count", "per_step", "gpu_idle_ns",
                                "host_ns", "saving_ns", "saving_share", "annotation", "op",
                                "python", "device", "why", "fix", "confidence"});
    for (const Finding* finding : shownFindings(subject)) {
        const FindingCost& cost = finding->cost;
        const FindingPlace& where = finding->where;
        text += csvLine(
            {std::string(finding->detector), std::string(severityName(finding->severity)),
             finding->title, std::to_string(finding->count), fmt::format("{:g}", finding->perStep),
             std::to_string(cost.gpuIdle.count()), std::to_string(cost.host.count()),
             cost.saving ? std::to_string(cost.saving->count()) : "",
             cost.saving ? fmt::format("{:.6f}", cost.savingShare) : "", where.annotation, where.op,
             where.python, where.device ? std::to_string(*where.device) : "", finding->why,
             finding->fix, finding->confidence});
    }
    return text;
}

}  // namespace gaplight
