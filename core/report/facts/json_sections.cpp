// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/json_sections.h"

#include <cstdint>

#include "core/base/import_issue.h"
#include "core/report/text/escaped_text.h"
#include "core/report/text/tool_version.h"

namespace gaplight {
namespace {

constexpr int kSchema = 1;

std::uint64_t counterValues(const Trace& trace) {
    std::uint64_t values = 0;
    for (const CounterSeries& series : trace.counterSeries()) {
        values += series.times.size();
    }
    return values;
}

Json jsonTrace(const Trace& trace) {
    const TraceFacts& facts = trace.facts();
    const TimeRange range = trace.range();
    return {{"path", facts.path},
            {"format", facts.format},
            {"compression", facts.compression},
            {"bytes", facts.bytes},
            {"events", facts.events},
            {"slices", trace.slices().size()},
            {"instants", trace.instants().size() + trace.memoryEvents().size()},
            {"flows", facts.flowEvents},
            {"counters", counterValues(trace)},
            {"begin_abs_ns", facts.baseTimeNs + ns(range.begin)},
            {"duration_ns", range.length().count()},
            {"with_stack", orNull(facts.withStack)},
            {"record_shapes", orNull(facts.recordShapes)},
            {"profile_memory", orNull(facts.profileMemory)}};
}

Json jsonClock(const SourceClock& clock) {
    return {{"offset_ns", clock.offsetNs},
            {"drift_ppm", clock.driftPpm},
            {"uncertainty_ns", clock.uncertaintyNs},
            {"calibrated", clock.isCalibrated}};
}

Json jsonSources(const Trace& trace) {
    Json sources = Json::array();
    for (const Source& source : trace.sources()) {
        sources.push_back({{"source", sources.size()},
                           {"path", source.path},
                           {"format", source.format},
                           {"rank", orNull(source.rank)},
                           {"world_size", orNull(source.worldSize)},
                           {"host", textOrNull(source.host)},
                           {"clock", jsonClock(source.clock)}});
    }
    return sources;
}

}  // namespace

Json jsonGpu(const std::optional<GpuId>& gpu) {
    return gpu ? Json{{"source", gpu->source.index()}, {"device", gpu->device}} : Json(nullptr);
}

Json jsonDeviceNumber(const std::optional<GpuId>& gpu) {
    return gpu ? Json(gpu->device) : Json(nullptr);
}

// Files that set thresholds, or that lie beside the trace and are not applied.
Json jsonSettingsFiles(const ReportSubject& subject) {
    Json files = Json::array();
    for (const SettingsFile& file : subject.settingsFiles) {
        files.push_back({{"path", file.path},
                         {"beside_trace", file.isBesideTrace},
                         {"settings", file.settings},
                         {"refusal", textOrNull(file.refusal)}});
    }
    return files;
}

Json jsonHead(const ReportSubject& subject) {
    return {{"schema", kSchema},
            {"tool", {{"name", "gaplight"}, {"version", toolVersion()}}},
            {"trace", jsonTrace(subject.trace)},
            {"sources", jsonSources(subject.trace)},
            {"settings_files", jsonSettingsFiles(subject)}};
}

Json jsonIssues(const ReportSubject& subject) {
    ImportIssues all = subject.trace.issues();
    all.merge(subject.analysis.issues);
    Json issues = Json::array();
    for (const ImportIssue& issue : all.list()) {
        issues.push_back(
            {{"kind", issueKindName(issue.kind)},
             {"count", issue.count},
             {"first_byte",
              subject.trace.facts().positionsAreBytes ? Json(issue.firstPosition) : Json(nullptr)},
             {"example", issue.example}});
    }
    return issues;
}

std::string jsonText(const Json& json) {
    std::string text = escapedJson(json.dump(2, ' ', false, Json::error_handler_t::replace));
    text += '\n';
    return text;
}

}  // namespace gaplight
