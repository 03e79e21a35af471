// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/report_sections.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/counted_activities.h"
#include "core/base/import_issue.h"
#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/base/statistics.h"
#include "core/report/facts/idle_explanation_text.h"
#include "core/report/facts/report_subject.h"
#include "core/report/facts/serving_tables.h"
#include "core/report/facts/track_facts.h"

namespace gaplight {
namespace {

constexpr std::size_t kSummaryParts = 3;  // what fits on a line

}  // namespace

Table annotationsTable(const ReportSubject& subject) {
    return tableOf(
        subject.analysis.annotations,
        column("name", "annotation", {Unit::Text, 48},
               [&](auto& row) { return subject.trace.text(row.name); }),
        column("count", "count", Unit::Count, &AnnotationTotals::count),
        column("total_ns", "host", Unit::Nanoseconds, &AnnotationTotals::total),
        column("kernels", "kernels", Unit::Count, &AnnotationTotals::kernels),
        column("gpu_busy_ns", "GPU busy", Unit::Nanoseconds, &AnnotationTotals::gpuBusy),
        column("blocking_calls", "", Unit::Count, &AnnotationTotals::blockingCalls),
        column("blocking_ns", "blocking", Unit::Nanoseconds, &AnnotationTotals::blocking),
        column("exposed_idle_ns", "exposed idle", Unit::Nanoseconds,
               &AnnotationTotals::exposedIdle));
}

Table blockingCallsTable(const ReportSubject& subject) {
    return tableOf(
        subject.analysis.blockingCallTotals,
        column("name", "call", Unit::Text, [&](auto& row) { return subject.trace.text(row.name); }),
        column("count", "count", Unit::Count, &BlockingCallTotals::count),
        column("total_ns", "total", Unit::Nanoseconds, &BlockingCallTotals::total),
        column("profiler", "", Unit::Count, &BlockingCallTotals::byProfiler),
        column("", "by the profiler", {Unit::Count, 0, ""},
               [](auto& row) { return knownIf(row.byProfiler > 0, row.byProfiler); }));
}

std::vector<const DeviceAnalysis*> shownDevices(const ReportSubject& subject) {
    std::vector<const DeviceAnalysis*> shown;
    for (const DeviceAnalysis& device : subject.analysis.devices) {
        if (!subject.device || *subject.device == device.totals.gpu.device) {
            shown.push_back(&device);
        }
    }
    return shown;
}

std::vector<const DeviceAnalysis*> judgedDevices(const ReportSubject& subject) {
    std::vector<const DeviceAnalysis*> judged = shownDevices(subject);
    std::erase_if(judged, [&](const DeviceAnalysis* device) {
        return device->graphsUnderRecorded ||
               (!subject.device && isSideGpu(subject.analysis, *device));
    });
    return judged;
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
                          : "no GPU activity that Gaplight knows in this trace";
}

void writeAnnotations(const ReportSubject& subject, std::size_t count, ReportPage& page) {
    const std::size_t all = subject.analysis.annotations.size();
    if (all == 0) {
        return;
    }
    page.heading("Annotations");
    page.table(pageTable(annotationsTable(subject), count));
    if (all > count) {
        page.line("and " + countText(all - count) + " more" +
                  page.hint("; --format json lists all"));
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
    for (const FailedRule& failed : subject.findings.failedRules) {
        page.line("rule failed: " + failed.text());
    }
}

void writeIdleSummary(const ReportSubject& subject, std::size_t count, ReportPage& page) {
    const FindingSet& set = subject.findings;
    std::size_t written = 0;
    for (const IdleExplanations& one : set.explanations) {
        if (!one.isMuch() || (subject.device && *subject.device != one.gpu.device) ||
            ++written > count) {
            continue;
        }
        const Duration window = one.window - one.earlier();
        page.prose(subject.trace.gpuLabel(one.gpu) + " idle " +
                   percentText(one.idle() - one.earlier(), window) + " of " + durationText(window) +
                   ": " + joinedText(explanationParts(one, kSummaryParts)));
    }
    if (written > count) {
        page.line("and " + countText(written - count, "more GPU", "more GPUs"));
    }
}

void writeGpuTime(const DeviceAnalysis& device, ReportPage& page) {
    const GpuActivityTotals& totals = device.totals;
    const Duration earlier = earlierWork(device);
    const Duration window = totals.window.length() - earlier;
    if (totals.communicationAlone > Duration::zero()) {
        page.line("computes " + percentText(totals.compute, window) + ", only communicates " +
                  percentText(totals.communicationAlone, window) + ", only copies " +
                  percentText(totals.copiesAlone, window) + ", idle " +
                  percentText(totals.idle - earlier, window));
    }
    if (earlier > Duration::zero()) {
        page.line("runs work from before the capture for another " + durationText(earlier));
    }
    if (totals.beforeCapture > 0) {
        page.line(countText(totals.beforeCapture, "activity was", "activities were") +
                  " launched before the capture began and not counted");
    }
}

Table importIssuesTable(const ReportSubject& subject) {
    ImportIssues all = subject.trace.issues();
    all.merge(subject.analysis.issues);
    const bool hasBytes = subject.trace.facts().positionsAreBytes;
    return tableOf(
        all.list(),
        column("kind", "", Unit::Text, [](auto& issue) { return issueKindName(issue.kind); }),
        column("count", "count", Unit::Count, &ImportIssue::count),
        column("", "what", Unit::Text,
               [](auto& issue) { return issueKindExplanation(issue.kind); }),
        column("first_byte", "", Unit::Count,
               [&](auto& issue) { return hasBytes ? Json(issue.firstPosition) : Json(); }),
        column("", hasBytes ? "first byte" : "first event", Unit::Count,
               &ImportIssue::firstPosition),
        column("example", "", Unit::Text, &ImportIssue::example));
}

void writeIssues(const ReportSubject& subject, ReportPage& page) {
    const Table issues = importIssuesTable(subject);
    if (!issues.rows.empty()) {
        page.heading("Import issues");
        page.table(pageTable(issues));
    }
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

namespace {

constexpr std::size_t kUnitNames = 6;

// The times of the step of median time, which add up; of an even number of steps the mean of the
// two in the middle.
StepRow medianStep(std::span<const StepRow> rows) {
    std::vector<const StepRow*> steps;
    for (const StepRow& row : rows) {
        steps.push_back(&row);
    }
    const auto pair = middlePair(steps, [](const StepRow* row) { return row->span.length(); });
    const StepRow& lower = *pair.first;
    const StepRow& upper = *pair.second;
    const auto meanRange = [](TimeRange a, TimeRange b) {
        return TimeRange{a.begin, a.begin + (a.length() + b.length()) / 2};
    };
    StepRow median = lower;
    median.span = meanRange(lower.span, upper.span);
    median.host = meanRange(lower.host, upper.host);
    median.gpuBusy = (lower.gpuBusy + upper.gpuBusy) / 2;
    median.gpuIdle = (lower.gpuIdle + upper.gpuIdle) / 2;
    return median;
}

// Counts are medians of their own.
std::vector<std::string> cells(std::string title, std::span<const StepRow> rows, bool hasLaunches) {
    const StepRow median = medianStep(rows);
    return {std::move(title),
            durationText(median.span.length()),
            durationText(median.gpuBusy),
            durationText(median.gpuIdle),
            durationText(median.host.length()),
            countText(lowerMedianOf(rows, [](const StepRow& row) { return row.kernels; })),
            hasLaunches
                ? countText(lowerMedianOf(rows, [](const StepRow& row) { return row.launches; }))
                : std::string("–"),
            countText(lowerMedianOf(rows, [](const StepRow& row) { return row.blockingCalls; }))};
}

std::string recognizedBy(const StepMarkers& markers) {
    const std::string_view kind = markers.source == StepSource::Kernels ? "kernels that repeat: "
                                  : !markers.stepsOfKind.empty() ? "annotations of several kinds: "
                                  : markers.source == StepSource::Annotations
                                      ? "annotations that repeat: "
                                      : "";
    std::string unit;
    for (std::size_t at = 0; at < std::min(markers.unit.size(), kUnitNames); ++at) {
        appendItem(unit, (markers.stepsOfKind.empty() ? std::string()
                                                      : countText(markers.stepsOfKind[at]) + " ") +
                             printable(markers.unit[at]));
    }
    return std::string(kind) + unit + (markers.unit.size() > kUnitNames ? ", …" : "");
}

}  // namespace

void writeSteps(const ReportSubject& subject, ReportPage& page) {
    const Steps& steps = subject.analysis.steps;
    if (steps.markers.source == StepSource::Iterations) {
        writeServing(subject, page);
        return;
    }
    if (steps.markers.source == StepSource::None || steps.rows.empty()) {
        return;
    }
    page.heading("Steps");
    page.line(countText(steps.rows.size(), "step", "steps") + ", recognized by " +
              recognizedBy(steps.markers));
    PageTable table{{{"step"},
                     {"time", Align::Right},
                     {"GPU busy", Align::Right},
                     {"GPU idle", Align::Right},
                     {"host", Align::Right},
                     {"kernels", Align::Right},
                     {"launches", Align::Right},
                     {"blocking calls", Align::Right}},
                    {}};
    const std::span<const StepRow> rows = steps.rows;
    // In a later part of a trace no step is the first.
    const std::size_t warmUp = steps.markers.firstNumber == 0 ? 1 : 0;
    if (warmUp > 0) {
        table.rows.push_back(cells("first", rows.first(warmUp), steps.hasLaunches));
    }
    if (rows.size() > warmUp) {
        const std::span<const StepRow> others = rows.subspan(warmUp);
        table.rows.push_back(cells(
            "median of " + std::string(warmUp > 0 ? "the other " : "") + countText(others.size()),
            others, steps.hasLaunches));
    }
    if (const std::size_t gpus = subject.analysis.devices.size(); gpus > 1) {
        page.line("busy and idle times are sums over " + countText(gpus, "GPU", "GPUs"));
    }
    page.table(table);
}

namespace {

std::string_view pathWords(PathKind kind) {
    constexpr std::array<std::string_view, kPathKinds> kWords{
        "host between calls", "launching",           "kernels", "copies", "blocking calls",
        "collectives",        "GPU waiting to start"};
    return kWords.at(static_cast<std::size_t>(kind));
}

// "12.1 ms less (3.2 %), 1.03× as fast".
std::string gainText(const WhatIfAnswer& answer) {
    if (answer.saving == Duration::zero()) {
        return "nothing gained";
    }
    const Duration change = std::max(answer.saving, -answer.saving);
    return fmt::format("{} {} ({}), {} as fast", durationText(change),
                       answer.saving > Duration::zero() ? "less" : "more",
                       percentText(change, answer.measured), factorText(answer.speedUp));
}

}  // namespace

void writeWhatIf(const ReportSubject& subject, ReportPage& page) {
    if (subject.whatIf == nullptr) {
        return;
    }
    const WhatIfAnswer& answer = *subject.whatIf;
    page.heading("What if");
    for (const std::string& edit : answer.edits) {
        page.item("·", edit);
    }
    if (answer.measured == Duration::zero()) {
        page.line("there is no GPU activity to replay");
        return;
    }
    if (!answer.trusted) {
        page.line("no saving is given: the replay of this trace misses its measured window by " +
                  percentText(answer.modelError, PercentForm::Error));
        return;
    }
    page.line(fmt::format("window {} → {}: {}", durationText(answer.replayed),
                          durationText(answer.window), gainText(answer)));
    if (answer.firstUse > Duration::zero()) {
        page.line("first use, " + durationText(answer.firstUse) + ", is left out of both");
    }
    if (answer.stepBefore && answer.step) {
        page.line(fmt::format("median step {} → {}", durationText(*answer.stepBefore),
                              durationText(*answer.step)));
    }
    if (answer.unprofiledBefore && answer.unprofiled) {
        const Duration less = *answer.unprofiledBefore - *answer.unprofiled;
        page.line(fmt::format("without the profiler about {} → {} ({} {})",
                              durationText(*answer.unprofiledBefore),
                              durationText(*answer.unprofiled),
                              percentText(std::max(less, -less), *answer.unprofiledBefore),
                              less < Duration::zero() ? "more" : "less"));
    }
    page.line(fmt::format("model error {}{}", percentText(answer.modelError, PercentForm::Error),
                          answer.modelError > kReplayWarnError ? ": the saving is rough" : ""));
}

void writeCriticalPath(const ReportSubject& subject, ReportPage& page) {
    if (subject.criticalPath == nullptr) {
        return;
    }
    const auto& totals = subject.criticalPath->totals;
    const Duration whole = std::accumulate(totals.begin(), totals.end(), Duration{});
    page.heading(subject.whatIf == nullptr ? "Critical path"
                                           : "Critical path of the changed program");
    page.table(pageTable(partsTable({"goes through", "time", "share"}, totals, whole, pathWords)));
}

Json jsonWhatIf(const ReportSubject& subject) {
    if (subject.whatIf == nullptr) {
        return nullptr;
    }
    const WhatIfAnswer& answer = *subject.whatIf;
    Json json{{"edits", answer.edits},
              {"window_ns", nullptr},
              {"saving_ns", nullptr},
              {"saving_share", nullptr},
              {"speed_up", nullptr},
              {"step_before_ns", nullptr},
              {"step_ns", nullptr},
              {"unprofiled_before_ns", nullptr},
              {"unprofiled_window_ns", nullptr},
              {"model_error", answer.modelError},
              {"trusted", answer.trusted}};
    if (!answer.trusted) {
        return json;
    }
    json["window_ns"] = answer.window.count();
    json["saving_ns"] = answer.saving.count();
    json["saving_share"] =
        static_cast<double>(answer.saving.count()) / static_cast<double>(answer.measured.count());
    json["speed_up"] = answer.speedUp;
    if (answer.stepBefore && answer.step) {
        json["step_before_ns"] = answer.stepBefore->count();
        json["step_ns"] = answer.step->count();
    }
    if (answer.unprofiledBefore && answer.unprofiled) {
        json["unprofiled_before_ns"] = answer.unprofiledBefore->count();
        json["unprofiled_window_ns"] = answer.unprofiled->count();
    }
    return json;
}

Json jsonCriticalPath(const ReportSubject& subject) {
    if (subject.criticalPath == nullptr) {
        return nullptr;
    }
    Json json = Json::array();
    for (std::size_t kind = 0; kind < kPathKinds; ++kind) {
        json.push_back({{"kind", pathKindName(static_cast<PathKind>(kind))},
                        {"total_ns", subject.criticalPath->totals[kind].count()}});
    }
    return json;
}

}  // namespace gaplight
