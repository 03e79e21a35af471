// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/json_sections.h"
#include "core/report/facts/report_sections.h"
#include "core/report/facts/track_facts.h"
#include "core/report/trace/report.h"

namespace gaplight {
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
