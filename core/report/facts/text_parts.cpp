// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/text_parts.h"

#include "core/base/duration_text.h"
#include "core/base/import_issue.h"
#include "core/base/quantity_text.h"
#include "core/report/facts/run_names.h"

namespace gaplight {

std::string traceLine(const ReportSubject& subject) {
    const TraceFacts& facts = subject.trace.facts();
    return facts.format +
           (facts.compression == "none" ? std::string() : " in " + facts.compression) + ", " +
           bytesText(facts.bytes) + ", " +
           countText(subject.trace.slices().size(), "slice", "slices") + ", " +
           durationText(subject.trace.range().length());
}

void writeTraceHead(const ReportSubject& subject, ReportPage& page) {
    const TraceFacts& facts = subject.trace.facts();
    page.title(facts.path == "-" ? "standard input" : displayedPath(facts.path, page.style()));
    page.line(traceLine(subject));
}

void writeIssues(const ReportSubject& subject, ReportPage& page) {
    ImportIssues all = subject.trace.issues();
    all.merge(subject.analysis.issues);
    if (all.empty()) {
        return;
    }
    PageTable table{{{"count", Align::Right}, {"what"}, {"first byte", Align::Right}}, {}};
    for (const ImportIssue& issue : all.list()) {
        table.rows.push_back({countText(issue.count), std::string(issueKindExplanation(issue.kind)),
                              countText(issue.firstByte)});
    }
    page.heading("Import issues");
    page.table(table);
}

}  // namespace gaplight
