// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "core/base/import_issue.h"
#include "core/base/quantity_text.h"
#include "core/report/facts/json_sections.h"
#include "core/report/facts/report_sections.h"
#include "core/report/facts/track_facts.h"
#include "core/report/text/report_page.h"
#include "core/report/trace/report.h"

namespace gaplight {
namespace {

std::string recorded(const char* what, const std::optional<bool>& value) {
    return std::string(what) + (value ? (*value ? " yes" : " no") : " unknown");
}

PageTable trackTable(const ReportSubject& subject) {
    const Trace& trace = subject.trace;
    PageTable table{{{"kind"},
                     {"process", Align::Left, 32},
                     {"track", Align::Left, 48},
                     {"slices", Align::Right},
                     {"depth", Align::Right},
                     {"overflow lanes", Align::Right}},
                    {}};
    for (const Track& track : trace.tracks()) {
        if (track.sliceCount == 0 || !isShown(subject, track)) {
            continue;
        }
        const std::size_t lanes = overflowLanes(track);
        table.rows.push_back({std::string(trackKindName(track.kind)),
                              processTitle(trace, track.process), trackTitle(trace, track),
                              countText(track.sliceCount), std::to_string(track.rows),
                              lanes == 0 ? "" : std::to_string(lanes)});
    }
    return table;
}

PageTable counterTable(const ReportSubject& subject) {
    PageTable table{{{"counter", Align::Left, 60}, {"values", Align::Right}}, {}};
    for (const CounterSeries& counter : subject.trace.counterSeries()) {
        table.rows.push_back(
            {counterTitle(subject.trace, counter), countText(counter.times.size())});
    }
    return table;
}

PageTable deviceTable(const ReportSubject& subject) {
    PageTable table{{{"GPU", Align::Right}, {"name"}, {"SMs", Align::Right}}, {}};
    for (const DeviceFacts& facts : deviceFacts(subject.trace)) {
        if (!subject.device || *subject.device == facts.gpu.device) {
            table.rows.push_back({gpuCell(subject.trace, facts.gpu),
                                  facts.name.empty() ? "unknown" : facts.name,
                                  facts.sms == 0 ? "" : std::to_string(facts.sms)});
        }
    }
    return table;
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
    writeTable("GPUs", deviceTable(subject), *page);
    writeTable("Tracks", trackTable(subject), *page);
    if (!subject.device) {
        writeTable("Counters", counterTable(subject), *page);
    }
    writeIssues(subject, *page);
    return page->take();
}

namespace {

Json jsonDeviceFacts(const ReportSubject& subject) {
    Json devices = Json::array();
    for (const DeviceFacts& facts : deviceFacts(subject.trace)) {
        if (!subject.device || *subject.device == facts.gpu.device) {
            devices.push_back({{"device", facts.gpu.device},
                               {"gpu", jsonGpu(facts.gpu)},
                               {"name", textOrNull(facts.name)},
                               {"sms", facts.sms == 0 ? Json(nullptr) : Json(facts.sms)}});
        }
    }
    return devices;
}

Json jsonTracks(const ReportSubject& subject) {
    const Trace& trace = subject.trace;
    Json tracks = Json::array();
    for (const Track& track : trace.tracks()) {
        if (track.sliceCount == 0 || !isShown(subject, track)) {
            continue;
        }
        tracks.push_back({{"kind", trackKindName(track.kind)},
                          {"process", processTitle(trace, track.process)},
                          {"name", trackTitle(trace, track)},
                          {"device", jsonDeviceNumber(track.gpu)},
                          {"gpu", jsonGpu(track.gpu)},
                          {"stream", orNull(track.stream)},
                          {"slices", track.sliceCount},
                          {"overflow_lanes", overflowLanes(track)}});
    }
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
    json["devices"] = jsonDeviceFacts(subject);
    json["tracks"] = jsonTracks(subject);
    const TraceFacts& facts = subject.trace.facts();
    if (!facts.format.ends_with("-json")) {
        for (const auto& [key, value] : facts.metadata) {
            json["source"][key] = Json::parse(value, nullptr, false);
        }
    }
    json["issues"] = jsonIssues(subject);
    return jsonText(json);
}

}  // namespace gaplight
