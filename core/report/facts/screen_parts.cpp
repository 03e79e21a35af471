// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/screen_parts.h"

#include "core/base/duration_text.h"
#include "core/base/quantity_text.h"
#include "core/report/facts/track_facts.h"

namespace gaplight {
namespace {

// The shape alone tells: a page may have no colour.
std::string_view statusMark(ChecklistStatus status) {
    switch (status) {
        case ChecklistStatus::Healthy:
            return "✓";
        case ChecklistStatus::Unhealthy:
            return "✗";
        case ChecklistStatus::Unknown:
            break;
    }
    return "–";
}

TextTable annotationTable(const ReportSubject& subject, std::size_t count) {
    TextTable table{{{"annotation", Align::Left, 48},
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
    std::string title = trace.gpuLabel(device.totals.gpu);
    for (const DeviceFacts& facts : deviceFacts(trace)) {
        if (facts.gpu == device.totals.gpu && !facts.name.empty()) {
            title += " · " + facts.name;
        }
    }
    return title;
}

std::string noActivityLine(const ReportSubject& subject) {
    return subject.device ? "no activity of GPU " + std::to_string(*subject.device)
                          : "no GPU activity in this trace";
}

void writeChecklist(const ReportSubject& subject, TextPage& page) {
    TextTable table{{{"question"}, {""}, {"answer"}, {"limits"}}, {}};
    if (page.style() != PageStyle::Markdown) {
        table.columns.pop_back();
    }
    for (const ChecklistItem& item : subject.findings.checklist) {
        std::vector<std::string>& row = table.rows.emplace_back();
        row = {std::string(checklistText(item.question)), std::string(statusMark(item.status)),
               item.value};
        if (page.style() == PageStyle::Markdown) {
            row.push_back(item.limits);
        }
    }
    page.table(table);
}

void writeAnnotations(const ReportSubject& subject, std::size_t count, TextPage& page) {
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

}  // namespace gaplight
