// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/rules/compile/compiled_versions.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/causes/idle_overlap.h"
#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/slices/slice_scan.h"
#include "core/base/duration_text.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/texts/quantities.h"

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

// "version 2", "versions 0 and 1", "3 versions, 0 to 5".
std::string versionsText(const VersionUse& use) {
    const std::int32_t lowest = use.regions.begin()->first;
    switch (use.regions.size()) {
        case 1:
            return fmt::format("version {}", lowest);
        case 2:
            return fmt::format("versions {} and {}", lowest, use.highest());
        default:
            return fmt::format("{} versions, {} to {}", use.regions.size(), lowest, use.highest());
    }
}

std::string upperFirst(std::string text) {
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z') {
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    }
    return text;
}

Finding versionFinding(const DetectorInput& input, const StepIndex& steps, const FrameNames& names,
                       std::int32_t frame, const VersionUse& use) {
    const Trace& trace = input.trace;
    FindingGroup group;
    for (const auto& [version, regions] : use.regions) {
        for (const SliceId region : regions) {
            if (version > 0) {
                group.evidence.push_back({EvidenceMark::Outline,
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
    const bool changes = use.regions.size() > 1;
    Finding finding = findingOf(recompileRule().id, trace, steps, group);
    finding.title = fmt::format("{} was recompiled before this capture: it runs {}",
                                upperFirst(names.text(frame)), versionsText(use));
    finding.why = fmt::format(
        "{} of its {} here are of a version above 0, made after a guard of the version before had "
        "failed. Nothing of it is compiled in this window{}.",
        finding.count, amountText(use.runs, "run", "runs"),
        changes ? ", but the version changes from step to step, and so do its inputs" : "");
    finding.fix = std::string(changes ? "Each further kind of input will be compiled, too, up to "
                                        "`torch._dynamo.config.recompile_limit` (8), and run "
                                        "eagerly from then on. Say"
                                      : "Nothing to do while the loop stays on it. Where start-up "
                                        "time matters, say") +
                  " at once what varies: `torch.compile(dynamic=True)` or "
                  "`torch._dynamo.mark_dynamic(x, dim)`; `TORCH_LOGS=recompiles` names the guard "
                  "that failed.";
    finding.confidence = "How long the earlier compilations took is not recorded.";
    finding.notes = {"recompiled version"};
    return finding;
}

Duration steadyTime(const StepIndex& steps) {
    Duration steady{};
    for (std::size_t step = 0; step < steps.count(); ++step) {
        steady += steps.isSteady(step) ? steps.host(step).length() : Duration::zero();
    }
    return steady;
}

// What look-ups take beyond the threshold each is what can be saved.
void addLookup(const DetectorInput& input, SliceId lookup, FindingGroup& group) {
    const Trace& trace = input.trace;
    const TrackId track = trace.trackOf(lookup);
    const TimeRange range = trace.slices().range(lookup);
    const Duration least = input.settings.time("min_lookup");
    group.evidence.push_back({EvidenceMark::Outline, {}, track, lookup, range, 0});
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
    finding.title = fmt::format(
        "TorchDynamo's cache look-ups take {} each, {} of steady steps while the GPU "
        "waits",
        durationText(mean), portionText(finding.cost.gpuIdle, steady));
    finding.why = fmt::format(
        "Before a compiled region runs its guards are checked: {} in steady steps, {} in all, and "
        "the GPU was idle for {} of that.",
        amountText(finding.count, "time", "times"), durationText(finding.cost.host),
        durationText(finding.cost.gpuIdle));
    finding.fix =
        "Fewer and larger compiled regions check fewer guards, and several versions of one frame "
        "are tried one after another (`TORCH_LOGS=recompiles`). Once shapes and settings are "
        "fixed, `torch.compiler.set_stance(skip_guard_eval_unsafe=True)` skips most checks.";
    finding.confidence =
        hasPythonStacks(trace)
            ? "Python stacks were recorded, so look-ups take longer here than without."
            : "";
    finding.notes = {"checks guards"};
    return {std::move(finding)};
}

}  // namespace gaplight
