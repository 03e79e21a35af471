// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// gaps    = gaps >= min_gap that the host left, other than for a data loader, a compiler or the
//           profiler
// hotspot = a function, operator or annotation that keeps the GPU idle while it runs: at least
//           half of all its time is inside those gaps; found by inclusive time, callers merged
//           (core/analysis/causes/host_hotspots.h)
// region  = an annotation or user function, at least half of which is inside gaps of any length,
//           which the profiler does not explain (core/analysis/causes/waiting_regions.h)
// fires where a hotspot's callers' time inside the gaps >= min_share of the window and >= min_time,
//       and it is no work of the framework's own (isRuntimesWork), which gpu-idle names; or where
//       a region's, without the profiler, >= min_region
// edits   = the callers' calls take no time inside the gaps; for a region, which does work that
//           cannot all go, its calls take no host time: an upper bound
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/causes/host_hotspots.h"
#include "core/analysis/causes/waiting_regions.h"
#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/idle/gap_cause.h"
#include "core/base/share.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/shared/host_cures.h"
#include "core/detectors/shared/host_finding.h"

namespace gaplight {
namespace {

constexpr std::array kHostHotspotThresholds{
    Threshold{"min_gap", ThresholdUnit::Nanoseconds, microseconds(100),
              "gaps at least this long are looked at", "diffusers profiling guide"},
    Threshold{"min_share", ThresholdUnit::Share, percent(4) / 10,
              "share of the window that the GPU is idle while the code runs",
              "diffusers profiling guide: runs of one program differed by as much"},
    Threshold{"min_time", ThresholdUnit::Nanoseconds, microseconds(500),
              "time inside gaps below which code is not named",
              "in a capture this short less is a few calls, and chance"},
    Threshold{"min_region", ThresholdUnit::Share, percent(10),
              "share of the window that the GPU waits in a region, the profiler's part left out",
              "what is made of thousands of short pieces is not changed for less"},
};

constexpr std::array kHostHotspotValues{
    DeclaredValue{"why", QuantityKind::Case, false, "code region"},
    DeclaredValue{"fix", QuantityKind::Case, false, "code region"},
    DeclaredValue{"region_share", QuantityKind::Share, true},
    DeclaredValue{"note", QuantityKind::Rows},
    DeclaredValue{"caller", QuantityKind::Text},
    DeclaredValue{"function", QuantityKind::Text},
    DeclaredValue{"chain", QuantityKind::Case, false, "one two"},
    DeclaredValue{"user_function", QuantityKind::Text, true},
    DeclaredValue{"callers", QuantityKind::Rows, true},
    DeclaredValue{"caller_idle", QuantityKind::Nanoseconds, true},
    DeclaredValue{"calls", QuantityKind::Count, true},
    DeclaredValue{"run", QuantityKind::Case, true, "one several"},
    DeclaredValue{"window_share", QuantityKind::Share},
    DeclaredValue{"calls_per_step", QuantityKind::Count, true},
    DeclaredValue{"function_idle", QuantityKind::Nanoseconds, true},
    DeclaredValue{"cure", QuantityKind::Text, true},
    DeclaredValue{"advice", QuantityKind::Text, true},
    DeclaredValue{"stacks", QuantityKind::Case, true, "recorded"},
};

constexpr std::size_t kHostHotspotMaxFindings = 5;
constexpr std::size_t kMaxRegions = 3;
// The most callers that a finding names; min_share is divided among so many.
constexpr std::size_t kMaxCallers = 3;

void setCallers(const PlaceFinder& places, const HostHotspot& hotspot, FindingValues& values) {
    ValueRows rows;
    for (const HostHotspot::Caller& caller : hotspot.callers) {
        if (rows.size() < kMaxCallers) {
            FindingValues& row = rows.emplace_back();
            row.set("caller", shortCodeName(places.textOf(caller.function)));
            row.set("caller_idle", caller.inGaps);
            row.set("calls", static_cast<std::int64_t>(caller.slices.size()));
        }
    }
    values.set("callers", std::move(rows));
    values.set("run", CaseName{hotspot.callers.size() > 1 ? "several" : "one"});
}

// A saving is exact where the function takes this share of what its caller does in the gaps.
constexpr std::int64_t kExactFunctionPercent = 60;

// The finding with its count, costs, evidence and edits, without its place and other values.
Finding measured(const Trace& trace, const PlaceFinder& places, const StepIndex& steps,
                 const HostHotspot& hotspot) {
    const SliceTable& slices = trace.slices();
    Finding found;
    found.rule = "host-hotspot";
    found.cost.gpuIdle = hotspot.inGaps;
    std::vector<Time> starts;
    ValueRows notes;
    for (const HostHotspot::Caller& caller : hotspot.callers) {
        found.count += caller.slices.size();
        notes.emplace_back().set("caller", shortCodeName(places.textOf(caller.function)));
        for (const SliceId slice : caller.slices) {
            found.cost.host += slices.duration(slice);
            starts.push_back(slices.start(slice));
            const TrackId track = trace.trackOf(slice);
            found.evidence.push_back({EvidenceShape::Bracket,
                                      {},
                                      track,
                                      slice,
                                      slices.range(slice),
                                      static_cast<std::uint32_t>(notes.size() - 1)});
        }
        for (const TimeRange& range : caller.ranges) {
            found.edits.push_back(
                {ReplayEdit::Kind::ScaleHost, {}, trace.trackOf(caller.slices.front()), range, 0});
        }
    }
    std::stable_sort(
        found.evidence.begin(), found.evidence.end(),
        [](const Evidence& a, const Evidence& b) { return a.range.begin < b.range.begin; });
    found.perStep = steps.medianPerStep(starts);
    found.values.set("note", std::move(notes));
    return found;
}

Finding findingOf(const DetectorInput& input, const StepIndex& steps, const HostHotspot& hotspot,
                  Duration window) {
    const Trace& trace = input.trace;
    Finding found = measured(trace, input.places, steps, hotspot);
    const Place place = input.places.placeOf(hotspot.callers.front().slices.front());
    found.where.annotation = input.places.textOf(place.annotation);
    found.where.op = trace.text(place.op);
    found.where.python = shortFrame(trace.text(place.python));
    const std::string_view caller = input.places.textOf(hotspot.callers.front().function);
    const StringId callerName = hotspot.callers.front().function;
    const bool isUsers = input.places.isUserFrame(callerName) || caller == found.where.annotation;
    const std::string callerText = shortCodeName(caller);
    const std::string functionText = shortCodeName(input.places.textOf(hotspot.function));
    FindingValues& values = found.values;
    values.set("why", CaseName{"code"});
    values.set("fix", CaseName{"code"});
    values.set("caller", callerText);
    values.set("function", functionText);
    values.set("chain", CaseName{callerText == functionText ? "one" : "two"});
    if (!isUsers && !found.where.python.empty()) {
        values.set("user_function", shortCodeName(found.where.python));
    }
    setCallers(input.places, hotspot, values);
    values.set("window_share", shareOf(hotspot.inGaps, window));
    if (found.perStep >= 1) {
        values.set("calls_per_step", static_cast<std::int64_t>(found.perStep));
    }
    if (hotspot.function != callerName) {
        values.set("function_idle", hotspot.covered);
    }
    HostAdvice advice = hostAdvice(trace.text(hotspot.function), caller, isInLoop(found, steps));
    values.set("cure", std::move(advice.key));
    values.set("advice", std::move(advice.text));
    if (hasPythonStacks(trace)) {
        values.set("stacks", CaseName{"recorded"});
    }
    // Where the advice is about the function alone, the edits, which remove the caller, are too
    // much.
    const HostCure* cure = hostCureOf(trace.text(hotspot.function), {});
    found.isBound = hotspot.function != callerName && cure != nullptr && !cure->isInherent &&
                    cure != hostCureOf(caller, {}) &&
                    !reachesPercent(hotspot.covered, hotspot.inGaps, kExactFunctionPercent);
    return found;
}

// A region whose host time is an upper bound of what can be gained.
Finding regionFinding(const DetectorInput& input, const StepIndex& steps,
                      const WaitingRegion& region, Duration window) {
    const Trace& trace = input.trace;
    const SliceTable& slices = trace.slices();
    Finding found;
    found.rule = "host-hotspot";
    found.count = region.slices.size();
    found.cost.gpuIdle = region.inGaps;
    found.cost.host = region.host;
    std::vector<Time> starts;
    for (const SliceId slice : region.slices) {
        const TrackId track = trace.trackOf(slice);
        const TimeRange range = slices.range(slice);
        starts.push_back(range.begin);
        found.evidence.push_back({EvidenceShape::Bracket, {}, track, slice, range, 0});
        found.edits.push_back({ReplayEdit::Kind::ScaleHost, {}, track, range, 0});
    }
    std::stable_sort(
        found.evidence.begin(), found.evidence.end(),
        [](const Evidence& a, const Evidence& b) { return a.range.begin < b.range.begin; });
    found.isBound = true;
    found.isDroppedAsPart = true;
    found.perStep = steps.medianPerStep(starts);
    const Place place = input.places.placeOf(region.slices.front());
    found.where.annotation = input.places.textOf(place.annotation);
    found.where.python = shortFrame(trace.text(place.python));
    FindingValues& values = found.values;
    const std::string name = shortCodeName(input.places.textOf(region.function));
    values.set("why", CaseName{"region"});
    values.set("fix", CaseName{"region"});
    values.set("caller", name);
    values.set("function", name);
    values.set("chain", CaseName{"one"});
    values.set("region_share", shareOf(region.inGaps, region.host));
    values.set("window_share", shareOf(region.inGaps, window));
    if (found.perStep >= 1) {
        values.set("calls_per_step", static_cast<std::int64_t>(found.perStep));
    }
    ValueRows notes;
    notes.emplace_back().set("caller", name);
    values.set("note", std::move(notes));
    if (hasPythonStacks(trace)) {
        values.set("stacks", CaseName{"recorded"});
    }
    return found;
}

void addRegions(const DetectorInput& input, const StepIndex& steps, Duration window,
                std::vector<Finding>& findings) {
    const auto isNamed = [&](const WaitingRegion& region) {
        const std::string name = shortCodeName(input.places.textOf(region.function));
        return std::any_of(findings.begin(), findings.end(), [&](const Finding& finding) {
            return finding.values.text("caller") == name;
        });
    };
    const Duration enough = shareOfTime(window, input.settings.ppm("min_region"));
    std::size_t added = 0;
    for (const WaitingRegion& region :
         waitingRegions(input.trace, input.analysis, input.places, input.shared.overhead, enough)) {
        if (added < kMaxRegions && !isNamed(region)) {
            findings.push_back(regionFinding(input, steps, region, window));
            ++added;
        }
    }
}

DetectorResult detectHostHotspot(const DetectorInput& input) {
    if (input.analysis.devices.empty()) {
        return {{}, "no GPU activity was recorded"};
    }
    const Duration window = measuredWindow(input.analysis).length();
    HotspotLimits limits;
    limits.minGap = input.settings.time("min_gap");
    limits.minTime = shareOfTime(window, input.settings.ppm("min_share"));
    limits.minTime = std::max(limits.minTime, input.settings.time("min_time"));
    const Duration enough = limits.minTime;
    limits.minTime /= kMaxCallers;
    const StepIndex steps(input.analysis.steps);
    DetectorResult result;
    for (const HostHotspot& hotspot : hostHotspots(input.trace, input.launches, input.analysis,
                                                   input.places, input.shared.heldUp, limits)) {
        if (result.findings.size() < kHostHotspotMaxFindings && hotspot.inGaps >= enough &&
            !isRuntimesWork(input, hotspot.callers.front().slices.front())) {
            result.findings.push_back(findingOf(input, steps, hotspot, window));
        }
    }
    addRegions(input, steps, window, result.findings);
    return result;
}

}  // namespace

const Detector& hostHotspotRule() {
    static const Detector kRule{{.id = "host-hotspot",
                                 .name = "Host hotspot",
                                 .question = "Which functions run while the GPU has nothing to do?",
                                 .thresholds = kHostHotspotThresholds,
                                 .values = kHostHotspotValues,
                                 .idleClass = IdleClass::Host,
                                 .idlePhrase = "because of a host hotspot",
                                 .isGeneric = true,
                                 .namesIdleTime = true},
                                detectHostHotspot};
    return kRule;
}

}  // namespace gaplight
