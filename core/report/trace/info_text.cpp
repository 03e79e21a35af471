// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "core/base/import_issue.h"
#include "core/base/quantity_text.h"
#include "core/report/facts/json_sections.h"
#include "core/report/facts/report_sections.h"
#include "core/report/facts/track_facts.h"
#include "core/report/table/table.h"
#include "core/report/text/report_page.h"
#include "core/report/trace/report.h"

namespace gaplight {
namespace {

std::string recorded(const char* what, const std::optional<bool>& value) {
    return std::string(what) + (value ? (*value ? " yes" : " no") : " unknown");
}

Table trackTable(const ReportSubject& subject) {
    const Trace& trace = subject.trace;
    std::vector<const Track*> shown;
    for (const Track& track : trace.tracks()) {
        if (track.sliceCount > 0 && isShown(subject, track)) {
            shown.push_back(&track);
        }
    }
    const auto lanesOf = [](auto* track) { return overflowLanes(*track); };
    return tableOf(
        shown,
        column("kind", "kind", Unit::Text, [](auto* track) { return trackKindName(track->kind); }),
        column("process", "process", {Unit::Text, 32},
               [&](auto* track) { return processTitle(trace, track->process); }),
        column("name", "track", {Unit::Text, 48},
               [&](auto* track) { return trackTitle(trace, *track); }),
        column("device", "", Unit::Number,
               [](auto* track) { return jsonDeviceNumber(track->gpu); }),
        column("gpu", "", Unit::Text, [](auto* track) { return jsonGpu(track->gpu); }),
        column("stream", "", Unit::Number, &Track::stream),
        column("slices", "slices", Unit::Count, &Track::sliceCount),
        column("", "depth", Unit::Number, &Track::rows),
        column("overflow_lanes", "", Unit::Number, lanesOf),
        column("", "overflow lanes", {Unit::Number, 0, ""},
               [&](auto* track) { return knownIf(lanesOf(track) > 0, lanesOf(track)); }));
}

PageTable counterTable(const ReportSubject& subject) {
    PageTable table{{{"counter", Align::Left, 60}, {"values", Align::Right}}, {}};
    for (const CounterSeries& counter : subject.trace.counterSeries()) {
        table.rows.push_back(
            {counterTitle(subject.trace, counter), countText(counter.times.size())});
    }
    return table;
}

Table deviceTable(const ReportSubject& subject) {
    std::vector<DeviceFacts> devices = deviceFacts(subject.trace);
    std::erase_if(devices, [&](auto& one) { return !subject.includes(one.gpu); });
    return tableOf(
        devices, column("device", "", Unit::Number, [](auto& one) { return one.gpu.device; }),
        column("gpu", "", Unit::Text, [](auto& one) { return jsonGpu(one.gpu); }),
        column("", "GPU", Unit::Figure, [&](auto& one) { return gpuCell(subject.trace, one.gpu); }),
        column("name", "name", {Unit::Text, 0, "unknown"},
               [](auto& one) { return knownIf(!one.name.empty(), one.name); }),
        column("sms", "SMs", {Unit::Number, 0, ""},
               [](auto& one) { return knownIf(one.sms > 0, one.sms); }));
}

std::string valueText(const nlohmann::json& value) {
    return value.is_number_unsigned() ? countText(value.get<std::uint64_t>())
           : value.is_string()        ? value.get<std::string>()
                                      : value.dump();
}

// What a file that is no JSON says of itself, a line for each member of a value; that of JSON is in
// its top-level values.
PageTable sourceTable(const TraceFacts& facts) {
    PageTable table{{{"what"}, {"recorded", Align::Left, 100}}, {}};
    if (facts.format.ends_with("-json")) {
        return table;
    }
    for (const auto& [key, json] : facts.metadata) {
        const nlohmann::json value = nlohmann::json::parse(json, nullptr, false);
        if (!value.is_structured()) {
            table.rows.push_back({key, valueText(value)});
            continue;
        }
        bool isFirst = true;
        for (const auto& [name, part] : value.items()) {
            table.rows.push_back({isFirst ? key : "", value.is_object()
                                                          ? name + ": " + valueText(part)
                                                          : valueText(part)});
            isFirst = false;
        }
    }
    return table;
}

void writeTable(const char* heading, const PageTable& table, ReportPage& page) {
    if (!table.rows.empty()) {
        page.heading(heading);
        page.table(table);
    }
}

}  // namespace

std::string infoText(const ReportSubject& subject, PageStyle style) {
    const Trace& trace = subject.trace;
    const TraceFacts& facts = trace.facts();
    const auto page = makePage(style);
    writeTraceHead(subject, *page);
    page->line(
        countText(facts.events, "event", "events") + ": " +
        countText(trace.slices().size(), "slice", "slices") + ", " +
        countText(facts.flowEvents, "flow event", "flow events") + ", " +
        countText(trace.instants().size() + trace.memoryEvents().size(), "instant", "instants"));
    page->line(recorded("stacks", facts.withStack) + ", " + recorded("shapes", facts.recordShapes) +
               ", " + recorded("memory", facts.profileMemory));
    writeTable("Source", sourceTable(facts), *page);
    writeTable("GPUs", pageTable(deviceTable(subject)), *page);
    writeTable("Tracks", pageTable(trackTable(subject)), *page);
    if (!subject.device) {
        writeTable("Counters", counterTable(subject), *page);
    }
    writeIssues(subject, *page);
    return page->take();
}

namespace {

Json jsonTracks(const ReportSubject& subject) {
    const Trace& trace = subject.trace;
    Json tracks = tableJson(trackTable(subject));
    if (subject.device) {
        return tracks;
    }
    for (const CounterSeries& counter : trace.counterSeries()) {
        tracks.push_back({{"kind", "counter"},
                          {"process", processTitle(trace, counter.process)},
                          {"name", counterTitle(trace, counter)},
                          {"device", nullptr},
                          {"gpu", nullptr},
                          {"stream", nullptr},
                          {"slices", 0},
                          {"overflow_lanes", 0}});
    }
    return tracks;
}

}  // namespace

std::string infoJson(const ReportSubject& subject) {
    Json json = jsonHead(subject);
    json["devices"] = tableJson(deviceTable(subject));
    json["tracks"] = jsonTracks(subject);
    const TraceFacts& facts = subject.trace.facts();
    if (!facts.format.ends_with("-json")) {
        for (const auto& [key, value] : facts.metadata) {
            json["source"][key] = Json::parse(value, nullptr, false);
        }
    }
    json["issues"] = tableJson(importIssuesTable(subject));
    return jsonText(json);
}

}  // namespace gaplight
