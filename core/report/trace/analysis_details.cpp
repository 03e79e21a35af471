// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "core/analysis/idle/gap_cause.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/analysis/torch/python_frame.h"
#include "core/base/quantity_text.h"
#include "core/detectors/engine/finding_text.h"
#include "core/report/facts/idle_explanation_text.h"
#include "core/report/facts/report_sections.h"
#include "core/report/facts/track_facts.h"
#include "core/report/memory/memory_report.h"
#include "core/report/text/report_page.h"
#include "core/report/trace/analysis_details.h"
#include "core/report/trace/efficiency_section.h"

namespace gaplight {
namespace {

constexpr std::size_t kLongestGaps = 10;
constexpr std::size_t kLongestAnnotations = 20;

void writeActivity(const DeviceAnalysis& device, Duration gapThreshold, ReportPage& page) {
    const GpuActivityTotals& totals = device.totals;
    const Duration earlier = earlierWork(device);
    const Duration window = totals.window.length() - earlier;
    page.line("busy " + percentText(totals.busy, window) + " of " + durationText(window) +
              "; idle " + durationText(totals.idle - earlier) + " in " +
              countText(device.gaps.size(), "gap", "gaps") + ", of which " +
              durationText(device.gapsOverThresholdTotal) + " in " +
              countText(device.gapsOverThreshold) + " of at least " + durationText(gapThreshold));
    page.line(countText(totals.kernels, "kernel", "kernels") + ", " +
              countText(totals.memcpys, "copy", "copies") + ", " +
              countText(totals.memsets, "memset", "memsets") + " on " +
              countText(totals.streams, "stream", "streams"));
    writeGpuTime(device, page);
    const LaunchDelays& delays = device.launchDelays.queueEmpty;
    if (delays.count > 0) {
        page.line(countText(delays.count, "launch", "launches") + " into an empty queue: delay " +
                  durationText(*delays.p50) + " (50th percentile), " + durationText(*delays.p95) +
                  " (95th percentile)");
    }
}

// The class that most of the gap went to, and the code that explains it best.
std::string hostLabel(const Trace& trace, const Gap& gap, GapActivity activity) {
    const StringId cause = hostCauseOf(trace, gap);
    std::string words(gapActivityLabel(activity));
    return cause.isValid() ? words.append(" in ").append(functionOfFrame(trace.text(cause)))
                           : words;
}

PageTable gapTable(const ReportSubject& subject, const DeviceAnalysis& device) {
    std::vector<std::size_t> order(device.gaps.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    const std::size_t shown = std::min(order.size(), kLongestGaps);
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown),
                      order.end(), [&](std::size_t a, std::size_t b) {
                          const Duration lengthA = device.gaps[a].length();
                          const Duration lengthB = device.gaps[b].length();
                          return lengthA != lengthB ? lengthA > lengthB : a < b;
                      });
    PageTable table{{{"longest gaps at", Align::Right},
                     {"length", Align::Right},
                     {"why"},
                     {"host was in", Align::Left, 48},
                     {"ended by", Align::Left, 40}},
                    {}};
    for (std::size_t i = 0; i < shown; ++i) {
        const Gap& gap = device.gaps[order[i]];
        table.rows.push_back({durationText(gap.begin - subject.trace.range().begin),
                              durationText(gap.length()), std::string(triggerLabel(gap.trigger)),
                              hostLabel(subject.trace, gap, device.gapActivity[order[i]]),
                              shortKernelName(subject.trace.name(gap.activity))});
    }
    return table;
}

void writeExplanations(const ReportSubject& subject, const DeviceAnalysis& device,
                       ReportPage& page) {
    PageTable table{{{"what explains it"}, {"idle", Align::Right}, {"share", Align::Right}}, {}};
    for (const IdleExplanations& one : subject.findings.explanations) {
        if (one.gpu == device.totals.gpu) {
            for (const ExplainedTime& part : one.parts) {
                table.rows.push_back({causeName(part.reason), durationText(part.time),
                                      percentText(part.time, device.totals.idle)});
            }
        }
    }
    page.table(table);
}

void writeDeviceTables(const ReportSubject& subject, const DeviceAnalysis& device,
                       ReportPage& page) {
    page.heading(deviceTitle(subject.trace, device));
    writeActivity(device, subject.analysis.gapThreshold, page);
    const Duration idle = device.totals.idle;
    page.table(pageTable(partsTable({"why it was idle", "idle", "share"}, device.idleByTrigger,
                                    idle, triggerLabel)));
    page.table(pageTable(partsTable({"what the host did meanwhile", "idle", "share"},
                                    device.idleByActivity, idle, gapActivityLabel)));
    writeExplanations(subject, device, page);
    page.table(gapTable(subject, device));
}

}  // namespace

void writeAnalysisDetails(const ReportSubject& subject, ReportPage& page) {
    const std::vector<const DeviceAnalysis*> devices = shownDevices(subject);
    if (devices.empty()) {
        page.line(noActivityLine(subject));
    }
    for (const DeviceAnalysis* device : devices) {
        writeDeviceTables(subject, *device, page);
    }
    writeWhatIf(subject, page);
    writeCriticalPath(subject, page);
    writeSteps(subject, page);
    writeEfficiency(subject, page);
    if (!subject.analysis.blockingCallTotals.empty()) {
        page.heading("Blocking calls");
        page.table(pageTable(blockingCallsTable(subject)));
    }
    writeAnnotations(subject, kLongestAnnotations, page);
    writeIssues(subject, page);
}

namespace {

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

}  // namespace

std::vector<ChecklistItem> shownChecklist(const ReportSubject& subject) {
    std::vector<ChecklistItem> items = subject.findings.checklist;
    for (ChecklistItem& item : items) {
        if (item.question != ChecklistQuestion::MemoryStable || subject.memory == nullptr) {
            continue;
        }
        const auto& found = subject.memory->assessment.findings;
        const auto growth = std::ranges::find(found, "growth-per-step", &MemoryFinding::rule);
        if (growth != found.end()) {
            item.status = ChecklistStatus::Unhealthy;
            item.value = "memory snapshot: " + growth->title;
            item.applies = true;
        }
    }
    std::erase_if(items, [](const ChecklistItem& item) { return !item.applies; });
    return items;
}

void writeChecklist(const ReportSubject& subject, ReportPage& page) {
    const std::vector<ChecklistItem> items = shownChecklist(subject);
    if (items.empty()) {
        return;
    }
    page.heading("Checklist");
    PageTable table{{{"question"}, {"", Align::Left, 0, CellKind::Mark}, {"answer"}}, {}};
    if (page.isFull()) {
        table.columns.push_back({"limits"});
    }
    for (const ChecklistItem& item : items) {
        table.rows.push_back({std::string(checklistText(item.question)),
                              std::string(markText(markOf(item.status))), item.value, item.limits});
    }
    page.table(table);
}

}  // namespace gaplight
