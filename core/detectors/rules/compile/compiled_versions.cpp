// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/rules/compile/compiled_versions.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "core/analysis/causes/idle_overlap.h"
#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/slices/slice_scan.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/rules/compile/logged_reasons.h"

namespace gaplight {
namespace {

struct VersionUse {
    std::map<std::int32_t, std::vector<SliceId>> regions;                // by version
    std::map<std::size_t, std::map<std::int32_t, std::uint64_t>> steps;  // steady step → versions
    std::uint64_t runs = 0;

    [[nodiscard]] std::int32_t highest() const { return regions.rbegin()->first; }

    // Every steady step runs the same versions, and more than one: they belong to different
    // layers. Without steps that is assumed of any two versions.
    [[nodiscard]] bool areLayers() const {
        if (regions.size() < 2) {
            return false;
        }
        return std::all_of(steps.begin(), steps.end(), [&](const auto& step) {
            return step.second.size() > 1 && step.second == steps.begin()->second;
        });
    }
};

std::map<std::int32_t, VersionUse> versionsInUse(const DetectorInput& input,
                                                 std::span<const CompiledRegion> regions,
                                                 const StepIndex& steps) {
    std::map<std::int32_t, VersionUse> frames;
    for (const CompiledRegion& region : regions) {
        if (!region.id.isKnown() || !input.inRange(region.slice)) {
            continue;
        }
        VersionUse& use = frames[region.id.frame];
        ++use.runs;
        use.regions[region.id.version].push_back(region.slice);
        const auto step = steps.stepAt(input.trace.slices().start(region.slice));
        if (step && steps.isSteady(*step)) {
            ++use.steps[*step][region.id.version];
        }
    }
    return frames;
}

Finding versionFinding(const DetectorInput& input, const StepIndex& steps, const FrameNames& names,
                       std::int32_t frame, const VersionUse& use) {
    const Trace& trace = input.trace;
    FindingGroup group;
    for (const auto& [version, regions] : use.regions) {
        for (const SliceId region : regions) {
            if (version > 0) {
                group.evidence.push_back({EvidenceShape::Outline,
                                          {},
                                          trace.trackOf(region),
                                          region,
                                          trace.slices().range(region),
                                          0});
            }
        }
    }
    group.count = group.evidence.size();
    group.key.place = input.places.placeOf(use.regions.rbegin()->second.front());
    if (names.function(frame).isValid()) {
        group.key.place.python = names.function(frame);
    }
    Finding finding = findingOf(recompileRule().id, trace, steps, group);
    const std::size_t count = use.regions.size();
    FindingValues& values = finding.values;
    for (const std::string_view key : {"title", "why", "confidence"}) {
        values.set(key, CaseName{"versions"});
    }
    values.set("note", caseRows({"version"}));
    names.set(frame, values);
    values.set("versions", CaseName{count == 1 ? "one" : count == 2 ? "two" : "several"});
    values.setCount("version_count", count);
    values.set("lowest_version", std::to_string(use.regions.begin()->first));
    values.set("highest_version", std::to_string(use.highest()));
    values.setCount("runs", use.runs);
    if (count > 1) {
        values.set("change", CaseName{"inputs"});
    }
    values.set("fix", CaseName{count > 1 ? "versions-change" : "version-stays"});
    values.set("reasons", loggedRecompiles(input.compileLog, {frame}));
    return finding;
}

Duration steadyTime(const StepIndex& steps) {
    Duration steady{};
    for (std::size_t step = 0; step < steps.count(); ++step) {
        steady += steps.isSteady(step) ? steps.host(step).length() : Duration::zero();
    }
    return steady;
}

// The saving is what each look-up takes beyond the threshold.
void addLookup(const DetectorInput& input, SliceId lookup, FindingGroup& group) {
    const Trace& trace = input.trace;
    const TrackId track = trace.trackOf(lookup);
    const TimeRange range = trace.slices().range(lookup);
    const Duration least = input.settings.time("min_lookup");
    group.evidence.push_back({EvidenceShape::Outline, {}, track, lookup, range, 0});
    if (range.length() > least) {
        group.edits.push_back(
            {ReplayEdit::Kind::ScaleHost, lookup, track, range,
             static_cast<double>(least.count()) / static_cast<double>(range.length().count())});
    }
}

}  // namespace

std::vector<Finding> versionFindings(const DetectorInput& input,
                                     std::span<const CompiledRegion> regions,
                                     const FrameNames& names,
                                     const std::set<std::int32_t>& compiled) {
    const StepIndex steps(input.analysis.steps);
    std::vector<Finding> findings;
    for (const auto& [frame, use] : versionsInUse(input, regions, steps)) {
        if (use.highest() > 0 && !compiled.contains(frame) && !use.areLayers()) {
            findings.push_back(versionFinding(input, steps, names, frame, use));
        }
    }
    return findings;
}

std::vector<SliceId> cacheLookups(const DetectorInput& input) {
    const Trace& trace = input.trace;
    const auto name = trace.findText("TorchDynamo Cache Lookup");
    if (!name) {
        return {};
    }
    return scanSlices(trace, [&](SliceId slice) {
        return trace.slices().name(slice) == *name && trace.kind(slice) == SliceKind::CpuOp &&
               input.inRange(slice);
    });
}

std::vector<Finding> lookupFindings(const DetectorInput& input, std::span<const SliceId> lookups) {
    const Trace& trace = input.trace;
    const StepIndex steps(input.analysis.steps);
    FindingGroup group;
    std::vector<TimeRange> ranges;
    for (const SliceId lookup : lookups) {
        if (steps.isInSteadyStep(trace.slices().start(lookup))) {
            ++group.count;
            ranges.push_back(trace.slices().range(lookup));
            addLookup(input, lookup, group);
        }
    }
    const std::vector<TimeRange> host = unionOf(std::move(ranges));
    if (host.empty()) {
        return {};
    }
    const Duration steady = steadyTime(steps);
    const Duration mean = lengthOf(host) / static_cast<std::int64_t>(group.count);
    group.host = lengthOf(host);
    group.gpuIdle = idleInside(input.analysis, host);
    group.key.place = input.places.placeOf(group.evidence.front().slice);
    if (!input.settings.reaches("lookup_share", group.gpuIdle, steady) ||
        mean < input.settings.time("min_lookup")) {
        return {};
    }
    Finding finding = findingOf(recompileRule().id, trace, steps, group);
    FindingValues& values = finding.values;
    for (const std::string_view key : {"title", "why", "fix"}) {
        values.set(key, CaseName{"look-ups"});
    }
    values.set("note", caseRows({"guards"}));
    values.set("mean_time", mean);
    values.set("idle_share", shareOf(finding.cost.gpuIdle, steady));
    if (hasPythonStacks(trace)) {
        values.set("confidence", CaseName{"look-ups-with-stacks"});
    }
    return {std::move(finding)};
}

}  // namespace gaplight
