// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// gaps    = gaps >= min_gap that the host left, other than for a data loader, a compiler or the
//           profiler
// hotspot = a function, operator or annotation that keeps the GPU idle while it runs: at least
//           half of all its time lies inside those gaps; found by inclusive time, callers merged
//           (core/analysis/causes/host_hotspots.h)
// fires where its callers' time inside the gaps >= min_share of the window and >= min_time
// edits   = its callers' calls take no time inside the gaps
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/causes/host_hotspots.h"
#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/idle/host_cause.h"
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
};

constexpr std::array kHostHotspotValues{
    DeclaredValue{"note", QuantityKind::Rows},
    DeclaredValue{"caller", QuantityKind::Text},
    DeclaredValue{"function", QuantityKind::Text},
    DeclaredValue{"chain", QuantityKind::Case, false, "one two"},
    DeclaredValue{"user_function", QuantityKind::Text, true},
    DeclaredValue{"callers", QuantityKind::Rows},
    DeclaredValue{"caller_idle", QuantityKind::Nanoseconds, true},
    DeclaredValue{"calls", QuantityKind::Count, true},
    DeclaredValue{"run", QuantityKind::Case, false, "one several"},
    DeclaredValue{"window_share", QuantityKind::Share},
    DeclaredValue{"calls_per_step", QuantityKind::Count, true},
    DeclaredValue{"function_idle", QuantityKind::Nanoseconds, true},
    DeclaredValue{"cure", QuantityKind::Text},
    DeclaredValue{"advice", QuantityKind::Text},
    DeclaredValue{"stacks", QuantityKind::Case, true, "recorded"},
};

constexpr std::size_t kHostHotspotMaxFindings = 5;
// The most callers that a finding names; min_share is divided among so many.
constexpr std::size_t kMaxCallers = 3;

void setCallers(const Trace& trace, const HostHotspot& hotspot, FindingValues& values) {
    ValueRows rows;
    for (const HostHotspot::Caller& caller : hotspot.callers) {
        if (rows.size() < kMaxCallers) {
            FindingValues& row = rows.emplace_back();
            row.set("caller", shortCodeName(trace.text(caller.function)));
            row.set("caller_idle", caller.inGaps);
            row.set("calls", static_cast<std::int64_t>(caller.slices.size()));
        }
    }
    values.set("callers", std::move(rows));
    values.set("run", CaseName{hotspot.callers.size() > 1 ? "several" : "one"});
}

// The finding with its count, costs, evidence and edits, without its place and other values.
Finding measured(const Trace& trace, const StepIndex& steps, const HostHotspot& hotspot) {
    const SliceTable& slices = trace.slices();
    Finding found;
    found.detector = "host-hotspot";
    found.cost.gpuIdle = hotspot.inGaps;
    std::vector<Time> starts;
    ValueRows notes;
    for (const HostHotspot::Caller& caller : hotspot.callers) {
        found.count += caller.slices.size();
        notes.emplace_back().set("caller", shortCodeName(trace.text(caller.function)));
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
    Finding found = measured(trace, steps, hotspot);
    const Place place = input.places.placeOf(hotspot.callers.front().slices.front());
    found.where.annotation = trace.text(place.annotation);
    found.where.op = trace.text(place.op);
    found.where.python = shortFrame(trace.text(place.python));
    const std::string_view caller = trace.text(hotspot.callers.front().function);
    const StringId callerName = hotspot.callers.front().function;
    const bool isUsers = input.places.isUserFrame(callerName) || caller == found.where.annotation;
    const std::string callerText = shortCodeName(caller);
    const std::string functionText = shortCodeName(trace.text(hotspot.function));
    FindingValues& values = found.values;
    values.set("caller", callerText);
    values.set("function", functionText);
    values.set("chain", CaseName{callerText == functionText ? "one" : "two"});
    if (!isUsers && !found.where.python.empty()) {
        values.set("user_function", shortCodeName(found.where.python));
    }
    setCallers(trace, hotspot, values);
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
    return found;
}

DetectorResult detectHostHotspot(const DetectorInput& input) {
    if (input.analysis.devices.empty()) {
        return {{}, "no GPU activity was recorded"};
    }
    const Duration window = measuredWindow(input.analysis).length();
    HotspotLimits limits;
    limits.minGap = input.settings.time("min_gap");
    limits.minTime = Duration(
        static_cast<std::int64_t>(static_cast<double>(window.count()) *
                                  (static_cast<double>(input.settings.ppm("min_share")) / 1e6)));
    limits.minTime = std::max(limits.minTime, input.settings.time("min_time"));
    const Duration enough = limits.minTime;
    limits.minTime /= kMaxCallers;
    const StepIndex steps(input.analysis.steps);
    DetectorResult result;
    for (const HostHotspot& hotspot :
         hostHotspots(input.trace, input.launches, input.analysis, input.places, limits)) {
        if (result.findings.size() < kHostHotspotMaxFindings && hotspot.inGaps >= enough) {
            result.findings.push_back(findingOf(input, steps, hotspot, window));
        }
    }
    return result;
}

}  // namespace

const Detector& hostHotspotRule() {
    static const Detector kRule{"host-hotspot",
                                "Host hotspot",
                                "Which functions run while the GPU has nothing to do?",
                                kHostHotspotThresholds,
                                detectHostHotspot,
                                kHostHotspotValues,
                                true};
    return kRule;
}

}  // namespace gaplight
