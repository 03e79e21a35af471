// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/report/memory/memory_report.h"
#include "core/report/memory/memory_tables.h"
#include "core/report/text/escaped_text.h"

namespace gaplight {
namespace {

constexpr std::size_t kMaxLines = 100;  // of holders and lifetimes

Json jsonMoment(Moment moment) {
    return moment == 0 ? Json(nullptr) : Json(moment - 1);
}

Json jsonState(const MemorySubject& subject, const MemoryModel& model, const Fragmentation& state) {
    return {
        {"event", jsonMoment(state.moment)},
        {"time_us", subject.snapshot.hasTimes ? Json(model.timeUs(state.moment)) : Json(nullptr)},
        {"allocated", state.allocated},
        {"active", state.active},
        {"reserved", state.reserved},
        {"fragmentation", state.share()},
        {"largest_hole", state.largestHole},
        {"holes", state.holes}};
}

Json jsonDeviceMemory(const MemorySubject& subject, std::size_t at) {
    const MemoryModel& model = subject.snapshot.devices[at];
    const DeviceMemoryFacts& facts = subject.assessment.devices[at];
    const Moment last = model.lastMoment();
    const bool hasTimes = subject.snapshot.hasTimes && !model.events.empty();
    return {
        {"device", model.device},
        {"events", model.events.size()},
        {"begin_us", hasTimes ? Json(model.timeUs(0)) : Json(nullptr)},
        {"end_us", hasTimes ? Json(model.timeUs(last)) : Json(nullptr)},
        {"allocations", model.allocations.size()},
        {"allocated_at_start", model.allocated.front()},
        {"allocated_at_end", model.allocated.back()},
        {"block_bytes_at_end", model.finalSegments.empty() ? Json() : Json(blockBytesAtEnd(model))},
        {"reserved_at_start", model.reservedAt(0)},
        {"reserved_at_end", model.reservedAt(last)},
        {"peak", jsonState(subject, model, facts.peak)},
        {"reserved_peak", jsonState(subject, model, facts.reservedPeak)},
        {"holders", tableJson(holdersTable(subject, facts), kMaxLines)},
        {"pools", tableJson(poolsTable(subject, facts))},
        {"lifetimes", tableJson(lifetimesTable(subject, facts), kMaxLines)},
        {"steps", tableJson(stepsMemoryTable(facts))},
        {"annotations", tableJson(annotationMemoryTable(facts, false))}};
}

Json jsonPlacement(const std::optional<SnapshotPlacement>& placement) {
    if (!placement) {
        return nullptr;
    }
    return {{"placed_by", placedByName(placement->placedBy)},
            {"matched", placement->matched},
            {"offset_ns", placement->offset.count()},
            {"uncertainty_ns", nsOrNull(placement->uncertainty)}};
}

Json jsonSnapshotHead(const MemorySubject& subject) {
    std::size_t events = 0;
    for (const MemoryModel& model : subject.snapshot.devices) {
        events += model.events.size();
    }
    return jsonDocument({{"snapshot",
                          {{"path", subject.snapshot.path},
                           {"format", "pytorch-memory-snapshot"},
                           {"events", events},
                           {"call_stacks", subject.snapshot.stacks.size()},
                           {"annotations", subject.snapshot.annotations.size()},
                           {"has_times", subject.snapshot.hasTimes}}}});
}

}  // namespace

Json jsonMemoryFindings(const MemorySubject& subject) {
    Json findings = Json::array();
    for (const MemoryFinding& finding : subject.assessment.findings) {
        if (subject.includes(finding.device)) {
            findings.push_back({{"rule", finding.rule},
                                {"severity", severityName(finding.severity)},
                                {"title", finding.title},
                                {"why", finding.why},
                                {"fix", finding.fix},
                                {"confidence", textOrNull(finding.confidence)},
                                {"device", finding.device},
                                {"line", finding.frame.isValid()
                                             ? Json(subject.assessment.frames.text(finding.frame))
                                             : Json(nullptr)},
                                {"bytes", finding.bytes}});
        }
    }
    return findings;
}

Json jsonMemory(const MemorySubject& subject) {
    std::int64_t allocated = 0;
    std::int64_t reserved = 0;
    Json holders = Json::array();
    Json devices = Json::array();
    for (std::size_t at = 0; at < subject.snapshot.devices.size(); ++at) {
        const DeviceMemoryFacts& facts = subject.assessment.devices[at];
        if (!subject.includes(facts.device)) {
            continue;
        }
        if (devices.empty() || facts.peak.allocated > allocated) {
            holders = tableJson(holdersTable(subject, facts), kMaxLines);
        }
        allocated = std::max(allocated, facts.peak.allocated);
        reserved = std::max(reserved, facts.reservedPeak.reserved);
        devices.push_back(jsonDeviceMemory(subject, at));
    }
    Json notApplicable = Json::array();
    for (const NotApplicable& rule : subject.assessment.notApplicable) {
        notApplicable.push_back({{"rule", rule.rule}, {"reason", rule.reason}});
    }
    return {{"path", subject.snapshot.path},
            {"placement", jsonPlacement(subject.placement)},
            {"peak_allocated", allocated},
            {"peak_reserved", reserved},
            {"holders", std::move(holders)},
            {"devices", std::move(devices)},
            {"findings", jsonMemoryFindings(subject)},
            {"not_applicable", std::move(notApplicable)},
            {"issues", jsonIssueCounts(subject.snapshot.issues.counts, snapshotIssueName)}};
}

std::string memoryJson(const MemorySubject& subject) {
    Json json = jsonSnapshotHead(subject);
    json["memory"] = jsonMemory(subject);
    return jsonText(json);
}

std::string memoryInfoJson(const MemorySubject& subject) {
    Json json = jsonSnapshotHead(subject);
    json["devices"] = tableJson(snapshotDevicesTable(subject));
    json["issues"] = jsonIssueCounts(subject.snapshot.issues.counts, snapshotIssueName);
    return jsonText(json);
}

std::string memoryCsv(const MemorySubject& subject) {
    std::string csv = csvLine({"device", "event", "time_us", "action", "address", "size", "stream",
                               "allocated", "reserved", "line"});
    for (const MemoryModel& model : subject.snapshot.devices) {
        if (!subject.includes(model.device)) {
            continue;
        }
        for (std::size_t at = 0; at < model.events.size(); ++at) {
            const AllocatorEvent& event = model.events[at];
            const auto moment = static_cast<Moment>(at + 1);
            const FrameId frame = subject.assessment.frames.of(event.stack);
            csv += csvLine(
                {std::to_string(model.device), std::to_string(at), std::to_string(event.timeUs),
                 std::string(allocatorActionName(event.action)), std::to_string(event.address),
                 std::to_string(event.size),
                 std::to_string(event.stream < subject.snapshot.streams.size()
                                    ? subject.snapshot.streams[event.stream]
                                    : 0),
                 std::to_string(model.allocated[moment]), std::to_string(model.reservedAt(moment)),
                 frame.isValid() ? subject.assessment.frames.text(frame) : ""});
        }
    }
    return csv;
}

}  // namespace gaplight
