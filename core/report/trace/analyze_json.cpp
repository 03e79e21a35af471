// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <utility>

#include "core/base/printable_text.h"
#include "core/report/facts/json_sections.h"
#include "core/report/facts/report_sections.h"
#include "core/report/facts/serving_tables.h"
#include "core/report/facts/trace_verdict.h"
#include "core/report/kernel_report/kernel_report_pages.h"
#include "core/report/memory/memory_report.h"
#include "core/report/provenance/provenance_report.h"
#include "core/report/trace/efficiency_section.h"
#include "core/report/trace/findings_json.h"
#include "core/report/trace/report.h"

namespace gaplight {
namespace {

Json jsonGpuTime(const GpuActivityTotals& totals) {
    return {{"compute", totals.compute.count()},
            {"communication_alone", totals.communicationAlone.count()},
            {"copies_alone", totals.copiesAlone.count()},
            {"idle", totals.idle.count()}};
}

// Rule ids with `-`; sums to idle_ns. Null without findings.
Json jsonExplanations(const FindingSet& findings, GpuId gpu) {
    const auto at = std::find_if(findings.explanations.begin(), findings.explanations.end(),
                                 [&](const IdleExplanations& one) { return one.gpu == gpu; });
    if (at == findings.explanations.end()) {
        return nullptr;
    }
    Json json = Json::object();
    for (const ExplainedTime& part : at->parts) {
        json[std::string(part.reason.name())] = part.time.count();
    }
    return json;
}

// By the name of an IdleClass; sums to idle_ns. Null without findings.
Json jsonIdleClasses(const FindingSet& findings, GpuId gpu) {
    for (const IdleExplanations& one : findings.explanations) {
        if (one.gpu == gpu) {
            return jsonTimes(one.byClass(), idleClassName);
        }
    }
    return nullptr;
}

Json jsonDevice(const DeviceAnalysis& device, Duration gapThreshold) {
    const GpuActivityTotals& totals = device.totals;
    const LaunchDelays& delays = device.launchDelays.queueEmpty;
    return {{"device", totals.gpu.device},
            {"gpu", jsonGpu(totals.gpu)},
            {"window_ns", totals.window.length().count()},
            {"busy_ns", totals.busy.count()},
            {"idle_ns", totals.idle.count()},
            {"utilisation", totals.utilization()},
            {"gpu_time_ns", jsonGpuTime(totals)},
            {"before_capture", totals.beforeCapture},
            {"kernels", totals.kernels},
            {"memcpys", totals.memcpys},
            {"memsets", totals.memsets},
            {"streams", totals.streams},
            {"gaps", device.gaps.size()},
            {"gaps_over_threshold", device.gapsOverThreshold},
            {"gaps_over_threshold_ns", device.gapsOverThresholdTotal.count()},
            {"gap_threshold_ns", gapThreshold.count()},
            {"idle_by_trigger_ns", jsonTimes(device.idleByTrigger, gapTriggerName)},
            {"idle_by_filler_ns", jsonTimes(device.idleByActivity, gapActivityName)},
            {"queue_empty_launches", delays.count},
            {"queue_empty_delay_p50_ns", nsOrNull(delays.p50)},
            {"queue_empty_delay_p95_ns", nsOrNull(delays.p95)}};
}

void addDevices(const ReportSubject& subject, const JsonDocument::AddValue& add) {
    for (const DeviceAnalysis& device : subject.analysis.devices) {
        if (!subject.device || *subject.device == device.totals.gpu.device) {
            Json json = jsonDevice(device, subject.analysis.gapThreshold);
            json["idle_by_explanation_ns"] = jsonExplanations(subject.findings, device.totals.gpu);
            json["idle_by_class_ns"] = jsonIdleClasses(subject.findings, device.totals.gpu);
            add(json);
        }
    }
}

Json jsonSteps(const ReportSubject& subject) {
    const Steps& steps = subject.analysis.steps;
    const Time begin = subject.trace.range().begin;
    Json rows = Json::array();
    for (const StepRow& row : steps.rows) {
        rows.push_back({{"begin_ns", (row.host.begin - begin).count()},
                        {"duration_ns", row.host.length().count()},
                        {"time_ns", row.span.length().count()},
                        {"kernels", row.kernels},
                        {"launches", steps.hasLaunches ? Json(row.launches) : Json()},
                        {"gpu_busy_ns", row.gpuBusy.count()},
                        {"gpu_idle_ns", row.gpuIdle.count()},
                        {"blocking_calls", row.blockingCalls}});
    }
    Json all{{"source", stepSourceName(steps.markers.source)},
             {"unit", steps.markers.unit},
             {"count", steps.rows.size()},
             {"rows", std::move(rows)}};
    if (!steps.markers.stepsOfKind.empty()) {
        all["steps_of_kind"] = steps.markers.stepsOfKind;
    }
    return all;
}

}  // namespace

std::string analyzeJson(const ReportSubject& subject) {
    JsonDocument text;
    text.addMembers(jsonHead(subject));
    text.add("verdict", printable(verdictOf(subject).text()));
    text.add("issues", tableJson(importIssuesTable(subject)));
    text.addList("devices", [&](const JsonDocument::AddValue& add) { addDevices(subject, add); });
    text.addTable("blocking_calls", blockingCallsTable(subject));
    text.addTable("annotations", annotationsTable(subject));
    text.add("steps", jsonSteps(subject));
    if (subject.analysis.serving != nullptr) {
        text.add("serving", jsonServing(subject));
    }
    text.add("replay", jsonReplay(subject));
    text.add("what_if", jsonWhatIf(subject));
    text.add("critical_path", jsonCriticalPath(subject));
    text.add("findings", jsonFindings(subject));
    text.add("not_applicable", jsonNotApplicable(subject));
    if (!subject.findings.failedRules.empty()) {
        text.add("failed_rules", jsonFailedRules(subject));
    }
    text.add("checklist", jsonChecklist(subject));
    text.add("kernel_report", subject.kernels == nullptr
                                  ? Json(nullptr)
                                  : jsonKernelReport(*subject.kernels, false));
    addKernels(subject, text);
    text.add("roofline", jsonRoofline(subject));
    text.add("memory", subject.memory == nullptr ? Json(nullptr) : jsonMemory(*subject.memory));
    text.add("provenance", subject.provenance == nullptr
                               ? Json(nullptr)
                               : jsonProvenance(subject.trace, *subject.provenance));
    return text.take();
}

}  // namespace gaplight
