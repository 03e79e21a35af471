// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "core/report/memory/memory_report.h"
#include "core/report/text/escaped_text.h"
#include "core/report/text/tool_version.h"

namespace gaplight {
namespace {

constexpr std::size_t kMaxLines = 100;  // of holders and lifetimes

bool isShownDevice(const MemorySubject& subject, std::int32_t device) {
    return !subject.device || *subject.device == device;
}

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

Json jsonHolders(const MemorySubject& subject, const DeviceMemoryFacts& facts) {
    Json holders = Json::array();
    for (const MemoryHolder& holder : facts.holders) {
        if (holders.size() == kMaxLines) {
            break;
        }
        holders.push_back(
            {{"line", holder.frame.isValid() ? Json(subject.assessment.frames.text(holder.frame))
                                             : Json(nullptr)},
             {"bytes", holder.bytes},
             {"count", holder.count},
             {"largest", holder.largest},
             {"from_before", holder.fromBefore}});
    }
    return holders;
}

Json jsonRanges(const std::vector<RangeMemory>& ranges) {
    Json rows = Json::array();
    for (std::size_t at = 0; at < ranges.size(); ++at) {
        const RangeMemory& range = ranges[at];
        rows.push_back(
            {{"label", range.label},
             {"allocated", range.allocatedBytes},
             {"freed", range.freedBytes},
             {"peak", range.peak},
             {"held_at_end", range.heldAtEnd},
             {"growth", at == 0 ? Json(nullptr) : Json(range.growth(ranges[at - 1].heldAtEnd))},
             {"allocations", range.allocations},
             {"segments_taken", range.segmentsTaken},
             {"segment_bytes_taken", range.segmentBytesTaken},
             {"segments_returned", range.segmentsReturned}});
    }
    return rows;
}

// By name, in the order of their first occurrence.
Json jsonAnnotationMemory(const std::vector<RangeMemory>& ranges) {
    std::map<std::string_view, std::size_t> places;
    Json rows = Json::array();
    for (const RangeMemory& range : ranges) {
        const auto [place, isNew] = places.try_emplace(range.label, rows.size());
        if (isNew) {
            rows.push_back(
                {{"name", range.label}, {"count", 0}, {"allocated", 0}, {"freed", 0}, {"peak", 0}});
        }
        Json& row = rows[place->second];
        row["count"] = row["count"].get<std::int64_t>() + 1;
        row["allocated"] = row["allocated"].get<std::int64_t>() + range.allocatedBytes;
        row["freed"] = row["freed"].get<std::int64_t>() + range.freedBytes;
        row["peak"] = std::max(row["peak"].get<std::int64_t>(), range.peak);
    }
    return rows;
}

Json jsonPools(const MemorySubject& subject, const DeviceMemoryFacts& facts) {
    Json pools = Json::array();
    for (const PoolTotals& pool : facts.pools) {
        pools.push_back({{"stream", pool.stream < subject.snapshot.streams.size()
                                        ? subject.snapshot.streams[pool.stream]
                                        : 0},
                         {"pool", pool.isSmallPool ? "small" : "large"},
                         {"allocated", pool.allocated},
                         {"reserved", pool.reserved},
                         {"segments", pool.segments}});
    }
    return pools;
}

Json jsonLifetimes(const MemorySubject& subject, const DeviceMemoryFacts& facts) {
    Json lines = Json::array();
    for (const FrameLifetime& line : facts.lifetimes) {
        if (lines.size() == kMaxLines) {
            break;
        }
        lines.push_back(
            {{"line", line.frame.isValid() ? Json(subject.assessment.frames.text(line.frame))
                                           : Json(nullptr)},
             {"count", line.count},
             {"bytes", line.bytes},
             {"freed", line.freed},
             {"median_lifetime_us",
              line.freed == 0 ? Json(nullptr) : Json(line.medianLifetimeUs)}});
    }
    return lines;
}

Json jsonDeviceMemory(const MemorySubject& subject, std::size_t at) {
    const MemoryModel& model = subject.snapshot.devices[at];
    const DeviceMemoryFacts& facts = subject.assessment.devices[at];
    const Moment last = model.lastMoment();
    const bool hasTimes = subject.snapshot.hasTimes && !model.events.empty();
    return {{"device", model.device},
            {"events", model.events.size()},
            {"begin_us", hasTimes ? Json(model.timeUs(0)) : Json(nullptr)},
            {"end_us", hasTimes ? Json(model.timeUs(last)) : Json(nullptr)},
            {"allocations", model.allocations.size()},
            {"allocated_at_start", model.allocated.front()},
            {"allocated_at_end", model.allocated.back()},
            {"reserved_at_start", model.reservedAt(0)},
            {"reserved_at_end", model.reservedAt(last)},
            {"peak", jsonState(subject, model, facts.peak)},
            {"reserved_peak", jsonState(subject, model, facts.reservedPeak)},
            {"holders", jsonHolders(subject, facts)},
            {"pools", jsonPools(subject, facts)},
            {"lifetimes", jsonLifetimes(subject, facts)},
            {"steps", jsonRanges(facts.steps)},
            {"annotations", jsonAnnotationMemory(facts.annotations)}};
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

Json jsonSnapshotIssues(const SnapshotIssues& issues) {
    Json list = Json::array();
    for (std::size_t at = 0; at < SnapshotIssues::kKinds; ++at) {
        const auto kind = static_cast<SnapshotIssueKind>(at);
        if (issues.count(kind) > 0) {
            list.push_back({{"kind", snapshotIssueName(kind)}, {"count", issues.count(kind)}});
        }
    }
    return list;
}

Json jsonSnapshotHead(const MemorySubject& subject) {
    std::size_t events = 0;
    for (const MemoryModel& model : subject.snapshot.devices) {
        events += model.events.size();
    }
    return {{"schema", 1},
            {"tool", {{"name", "gaplight"}, {"version", toolVersion()}}},
            {"snapshot",
             {{"path", subject.snapshot.path},
              {"format", "pytorch-memory-snapshot"},
              {"events", events},
              {"call_stacks", subject.snapshot.stacks.size()},
              {"annotations", subject.snapshot.annotations.size()},
              {"has_times", subject.snapshot.hasTimes}}}};
}

}  // namespace

Json jsonMemoryFindings(const MemorySubject& subject) {
    Json findings = Json::array();
    for (const MemoryFinding& finding : subject.assessment.findings) {
        if (isShownDevice(subject, finding.device)) {
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
        if (!isShownDevice(subject, facts.device)) {
            continue;
        }
        if (devices.empty() || facts.peak.allocated > allocated) {
            holders = jsonHolders(subject, facts);
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
            {"issues", jsonSnapshotIssues(subject.snapshot.issues)}};
}

std::string memoryJson(const MemorySubject& subject) {
    Json json = jsonSnapshotHead(subject);
    json["memory"] = jsonMemory(subject);
    return jsonText(json);
}

std::string memoryInfoJson(const MemorySubject& subject) {
    Json json = jsonSnapshotHead(subject);
    Json devices = Json::array();
    for (const MemoryModel& model : subject.snapshot.devices) {
        if (isShownDevice(subject, model.device)) {
            devices.push_back({{"device", model.device},
                               {"events", model.events.size()},
                               {"allocations", model.allocations.size()},
                               {"segments", model.segments.size()}});
        }
    }
    json["devices"] = std::move(devices);
    json["issues"] = jsonSnapshotIssues(subject.snapshot.issues);
    return jsonText(json);
}

std::string memoryCsv(const MemorySubject& subject) {
    std::string csv = csvLine({"device", "event", "time_us", "action", "address", "size", "stream",
                               "allocated", "reserved", "line"});
    for (const MemoryModel& model : subject.snapshot.devices) {
        if (!isShownDevice(subject, model.device)) {
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
