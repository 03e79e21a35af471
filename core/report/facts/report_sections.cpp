// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/report_sections.h"

#include "core/base/duration_text.h"
#include "core/base/import_issue.h"
#include "core/base/quantity_text.h"
#include "core/report/facts/idle_explanation_text.h"
#include "core/report/facts/run_names.h"
#include "core/report/facts/track_facts.h"

namespace gaplight {
namespace {

constexpr std::size_t kSummaryParts = 3;  // what fits on a line

Mark markOf(ChecklistStatus status) {
    switch (status) {
        case ChecklistStatus::Healthy:
            return Mark::Healthy;
        case ChecklistStatus::Unhealthy:
            return Mark::Unhealthy;
        case ChecklistStatus::Unknown:
            break;
    }
    return Mark::Unknown;
}

PageTable annotationTable(const ReportSubject& subject, std::size_t count) {
    PageTable table{{{"annotation", Align::Left, 48},
                     {"count", Align::Right},
                     {"host", Align::Right},
                     {"kernels", Align::Right},
                     {"GPU busy", Align::Right},
                     {"blocking", Align::Right},
                     {"exposed idle", Align::Right}},
                    {}};
    for (const AnnotationTotals& row : subject.analysis.annotations) {
        if (table.rows.size() == count) {
            break;
        }
        table.rows.push_back({std::string(subject.trace.text(row.name)), countText(row.count),
                              durationText(row.total), countText(row.kernels),
                              durationText(row.gpuBusy), durationText(row.blocking),
                              durationText(row.exposedIdle)});
    }
    return table;
}
}  // namespace

std::vector<const DeviceAnalysis*> shownDevices(const ReportSubject& subject) {
    std::vector<const DeviceAnalysis*> shown;
    for (const DeviceAnalysis& device : subject.analysis.devices) {
        if (!subject.device || *subject.device == device.totals.gpu.device) {
            shown.push_back(&device);
        }
    }
    return shown;
}

bool isShown(const ReportSubject& subject, const Track& track) {
    return !subject.device || (track.gpu && track.gpu->device == *subject.device);
}

std::string deviceTitle(const Trace& trace, const DeviceAnalysis& device) {
    const std::string title = trace.gpuLabel(device.totals.gpu);
    return device.properties == nullptr || device.properties->name.empty()
               ? title
               : title + " · " + device.properties->name;
}

std::string noActivityLine(const ReportSubject& subject) {
    return subject.device ? "no activity of GPU " + std::to_string(*subject.device)
                          : "no GPU activity in this trace";
}

void writeChecklist(const ReportSubject& subject, ReportPage& page) {
    PageTable table{{{"question"}, {"", Align::Left, 0, CellKind::Mark}, {"answer"}}, {}};
    if (page.isFull()) {
        table.columns.push_back({"limits"});
    }
    for (const ChecklistItem& item : subject.findings.checklist) {
        table.rows.push_back({std::string(checklistText(item.question)),
                              std::string(markText(markOf(item.status))), item.value, item.limits});
    }
    page.table(table);
}

void writeAnnotations(const ReportSubject& subject, std::size_t count, ReportPage& page) {
    const std::size_t all = subject.analysis.annotations.size();
    if (all == 0) {
        return;
    }
    page.heading("Annotations");
    page.table(annotationTable(subject, count));
    if (all > count) {
        page.line("and " + countText(all - count) + " more; --format json lists all");
    }
}

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
    writeSettingsFiles(subject, page);
}

void writeSettingsFiles(const ReportSubject& subject, ReportPage& page) {
    for (const SettingsFile& file : subject.settingsFiles) {
        page.line(settingsFileText(file));
    }
}

void writeIdleSummary(const ReportSubject& subject, ReportPage& page) {
    const FindingSet& set = subject.findings;
    const std::string saving = subject.device ? std::string() : combinedSavingText(set);
    for (const IdleExplanations& one : set.explanations) {
        if (!one.isMuch() || (subject.device && *subject.device != one.gpu.device)) {
            continue;
        }
        const std::string line = subject.trace.gpuLabel(one.gpu) + " idle " +
                                 percentText(one.idle(), one.window) + ": " +
                                 joinedText(explanationParts(one, kSummaryParts));
        const bool isAlone = set.explanations.size() == 1;
        page.line(line + (isAlone && !saving.empty() ? "; " + saving + " to gain" : ""));
    }
}

void writeGpuTime(const GpuActivityTotals& totals, ReportPage& page) {
    const Duration window = totals.window.length();
    if (totals.communicationAlone > Duration::zero()) {
        page.line("computes " + percentText(totals.compute, window) + ", only communicates " +
                  percentText(totals.communicationAlone, window) + ", only copies " +
                  percentText(totals.copiesAlone, window) + ", idle " +
                  percentText(totals.idle, window));
    }
    if (totals.beforeCapture > 0) {
        page.line(countText(totals.beforeCapture, "activity was", "activities were") +
                  " launched before the capture began and not counted");
    }
}

void writeIssues(const ReportSubject& subject, ReportPage& page) {
    ImportIssues all = subject.trace.issues();
    all.merge(subject.analysis.issues);
    if (all.empty()) {
        return;
    }
    const bool hasBytes = subject.trace.facts().positionsAreBytes;
    PageTable table{{{"count", Align::Right},
                     {"what"},
                     {hasBytes ? "first byte" : "first event", Align::Right}},
                    {}};
    for (const ImportIssue& issue : all.list()) {
        table.rows.push_back({countText(issue.count), std::string(issueKindExplanation(issue.kind)),
                              countText(issue.firstPosition)});
    }
    page.heading("Import issues");
    page.table(table);
}

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
