// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// unit  = the steady steps; where these differ, the slices of a launch-bound place's annotation
//         within steady steps
// same  = the largest set of a unit's ranges that launch the same names in the same order, apart
//         from what they launch as CUDA graphs
// fires = for the first unit with |same| >= min_steps and >= min_repeat of its ranges, and of
//         what these launch, >= min_bound is in launch-bound places (launch_bound.h, with its
//         presets) and no more than half in loops over tensors, which foreach-candidate removes
// edits = the launch-bound launches of each of these ranges as one graph launch
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/causes/launch_bound_places.h"
#include "core/analysis/causes/launch_sequences.h"
#include "core/analysis/host/tensor_loops.h"
#include "core/base/statistics.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/shared/host_finding.h"

namespace gaplight {
namespace {

constexpr std::array kNoCudaGraphThresholds{
    Threshold{"min_steps", ThresholdUnit::Count, 2, "steady steps that launch the same",
              "one could be chance; the first step is warm-up and does not count"},
    Threshold{"min_repeat", ThresholdUnit::Share, percent(50),
              "share of the steady steps that launch the same", "most of them"},
    Threshold{"min_bound", ThresholdUnit::Share, percent(50),
              "share of these steps' launches that lie in launch-bound intervals",
              "most of them: where launches are not the limit a graph gains nothing"},
};

constexpr std::array kNoCudaGraphValues{
    DeclaredValue{"ranges", QuantityKind::Case, false, "steps runs"},
    DeclaredValue{"repeats", QuantityKind::Count},
    DeclaredValue{"annotation", QuantityKind::Text, true},
    DeclaredValue{"place", QuantityKind::Text, true},
    DeclaredValue{"code", QuantityKind::Text},
    DeclaredValue{"kernels", QuantityKind::Count},
    DeclaredValue{"others", QuantityKind::Count, true},
    DeclaredValue{"graph_launches", QuantityKind::Case, false, "none some"},
    DeclaredValue{"graphs", QuantityKind::Count, true},
    DeclaredValue{"grids", QuantityKind::Case, false, "same changing"},
    DeclaredValue{"changed_launches", QuantityKind::Case, true, "one several"},
    DeclaredValue{"changed", QuantityKind::Count, true},
    DeclaredValue{"changed_kernel", QuantityKind::Text, true},
    DeclaredValue{"bound_share", QuantityKind::Share},
    DeclaredValue{"times", QuantityKind::Case, true, "once twice several"},
    DeclaredValue{"waits", QuantityKind::Count, true},
    DeclaredValue{"fix", QuantityKind::Case, false, "changing-shapes beside-graphs compiled eager"},
    DeclaredValue{"generate", QuantityKind::Case, true, "static-cache"},
    DeclaredValue{"steps", QuantityKind::Case, true, "by-kernels"},
};

constexpr std::size_t kMinRanges = 2;  // one range repeats nothing
constexpr std::string_view kNoCudaGraphTriton = "triton_";

// Ranges of the program that may repeat.
struct Unit {
    StringId annotation;  // whose slices they are; invalid: steps
    std::vector<TimeRange> ranges;
};

// Launch-bound launches of one thread within one range.
struct BoundPart {
    TrackId thread;
    TimeRange host{};
};

// The ranges that launch the same, and what is launch-bound in them.
struct Repeated {
    StringId annotation;
    std::vector<LaunchSequence> sequences;
    std::vector<BoundPart> parts;  // in time order
    const LaunchBoundPlace* mainPlace = nullptr;
    std::uint64_t bound = 0;    // launches in parts
    std::uint64_t all = 0;      // launches in the ranges
    std::uint64_t inLoops = 0;  // of all
    std::uint64_t triton = 0;   // of all
    Duration idle{};
};

std::vector<Unit> unitsOf(const DetectorInput& input, const StepIndex& steps,
                          const std::vector<LaunchBoundPlace>& places) {
    std::vector<Unit> units(1);
    for (std::size_t step = 0; step < steps.count(); ++step) {
        if (steps.isSteady(step)) {
            units.front().ranges.push_back(steps.host(step));
        }
    }
    const SliceTable& slices = input.trace.slices();
    for (const LaunchBoundPlace& place : places) {
        Unit unit{place.place.annotation, {}};
        for (const SliceId slice : input.analysis.annotationSlices) {
            if (slices.name(slice) == unit.annotation &&
                steps.isInSteadyStep(slices.start(slice))) {
                unit.ranges.push_back(slices.range(slice));
            }
        }
        std::sort(unit.ranges.begin(), unit.ranges.end(),
                  [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
        const auto nested = std::adjacent_find(
            unit.ranges.begin(), unit.ranges.end(),
            [](const TimeRange& a, const TimeRange& b) { return b.begin < a.end; });
        if (unit.annotation.isValid() && nested == unit.ranges.end()) {
            units.push_back(std::move(unit));
        }
    }
    return units;
}

void countLaunches(const DetectorInput& input, Repeated& repeated) {
    const std::vector<TensorLoop> loops = tensorLoops(input.trace, input.launches);
    for (const LaunchSequence& sequence : repeated.sequences) {
        repeated.all += sequence.activities.size();
        for (const ActivityId id : sequence.activities) {
            const SliceId slice = input.trace.gpuActivities()[id.index()].slice;
            repeated.inLoops += loopAround(loops, input.launches.launchOf(id)) != nullptr ? 1 : 0;
            repeated.triton += input.trace.name(slice).starts_with(kNoCudaGraphTriton) ? 1 : 0;
        }
    }
}

// Adds the launches of an interval that are in a range.
void addPart(const Trace& trace, const LaunchBoundInterval& interval, const TimeRange& range,
             Repeated& repeated) {
    std::uint64_t launches = 0;
    BoundPart part{interval.thread, {}};
    for (const IntervalLaunch& one : interval.launches) {
        const TimeRange call = trace.slices().range(one.launch);
        if (!range.contains(call.begin)) {
            continue;
        }
        part.host = launches == 0 ? call
                                  : TimeRange{std::min(part.host.begin, call.begin),
                                              std::max(part.host.end, call.end)};
        ++launches;
        repeated.idle += one.idleBefore;
    }
    if (launches > 0) {
        repeated.bound += launches;
        repeated.parts.push_back(part);
    }
}

void addParts(const Trace& trace, const std::vector<LaunchBoundPlace>& places, Repeated& repeated) {
    std::uint64_t most = 0;
    for (const LaunchBoundPlace& place : places) {
        const std::uint64_t before = repeated.bound;
        for (const LaunchBoundInterval& interval : place.parts) {
            auto sequence = std::partition_point(
                repeated.sequences.begin(), repeated.sequences.end(),
                [&](const LaunchSequence& one) { return one.range.end <= interval.host.begin; });
            for (;
                 sequence != repeated.sequences.end() && sequence->range.begin < interval.host.end;
                 ++sequence) {
                addPart(trace, interval, sequence->range, repeated);
            }
        }
        if (repeated.bound - before > most) {
            most = repeated.bound - before;
            repeated.mainPlace = &place;
        }
    }
    std::sort(repeated.parts.begin(), repeated.parts.end(),
              [](const BoundPart& a, const BoundPart& b) { return a.host.begin < b.host.begin; });
}

bool reaches(const RuleSettings& settings, std::string_view key, std::uint64_t part,
             std::uint64_t whole) {
    return whole > 0 && static_cast<std::int64_t>(part) * percent(100) >=
                            settings.ppm(key) * static_cast<std::int64_t>(whole);
}

// Launches of a step whose grids differ from the step before: their number in the median, and the
// most frequent kernel.
struct Changes {
    std::size_t perStep = 0;
    std::string kernel;
};

Changes changesOf(const Trace& trace, const Repeated& repeated) {
    std::vector<std::vector<ActivityId>> changed;
    for (std::size_t at = 1; at < repeated.sequences.size(); ++at) {
        changed.push_back(
            differentShapes(trace, repeated.sequences[at - 1], repeated.sequences[at]));
    }
    const std::vector<ActivityId>& middle =
        lowerMedian(changed, [](const auto& one) { return one.size(); });
    std::map<StringId, std::size_t> names;
    for (const ActivityId id : middle) {
        ++names[trace.slices().name(trace.gpuActivities()[id.index()].slice)];
    }
    const auto most =
        std::max_element(names.begin(), names.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    return {middle.size(), most == names.end() ? "" : kernelLabel(trace.text(most->first))};
}

// Whether the launches run under transformers' generate().
bool isGenerate(const Trace& trace, const Repeated& repeated) {
    for (SliceId at = repeated.mainPlace->parts.front().launches.front().launch; at.isValid();
         at = trace.slices().parent(at)) {
        if (trace.name(at).find("transformers/generation/utils.py(") != std::string_view::npos) {
            return true;
        }
    }
    return false;
}

std::string_view fixOf(const Repeated& repeated, const Changes& changes) {
    if (changes.perStep > 0) {
        return "changing-shapes";
    }
    if (repeated.sequences.front().graphLaunches > 0) {
        return "beside-graphs";
    }
    return 4 * repeated.triton >= repeated.all ? "compiled" : "eager";
}

// What one of the ranges launches.
void setLaunched(const Trace& trace, const LaunchSequence& sequence, FindingValues& values) {
    const auto kernels = static_cast<std::uint64_t>(
        std::count_if(sequence.activities.begin(), sequence.activities.end(), [&](ActivityId id) {
            return trace.kind(trace.gpuActivities()[id.index()].slice) == SliceKind::Kernel;
        }));
    values.setCount("kernels", kernels);
    if (sequence.activities.size() > kernels) {
        values.setCount("others", sequence.activities.size() - kernels);
    }
    values.set("graph_launches", CaseName{sequence.graphLaunches > 0 ? "some" : "none"});
    if (sequence.graphLaunches > 0) {
        values.setCount("graphs", sequence.graphLaunches);
    }
}

std::uint64_t waitsIn(const DetectorInput& input, const TimeRange& range) {
    const auto& calls = input.analysis.blockingCalls;
    return static_cast<std::uint64_t>(
        std::count_if(calls.begin(), calls.end(), [&](const BlockingCall& call) {
            return !call.byProfiler && range.contains(input.trace.slices().start(call.slice));
        }));
}

void setChanges(const Changes& changes, FindingValues& values) {
    values.set("grids", CaseName{changes.perStep > 0 ? "changing" : "same"});
    if (changes.perStep > 0) {
        values.set("changed_launches", CaseName{changes.perStep == 1 ? "one" : "several"});
        values.setCount("changed", changes.perStep);
        values.set("changed_kernel", changes.kernel);
    }
}

void setWaits(std::uint64_t waits, FindingValues& values) {
    if (waits > 0) {
        values.set("times", CaseName{waits == 1 ? "once" : waits == 2 ? "twice" : "several"});
        values.setCount("waits", waits);
    }
}

void setValues(const DetectorInput& input, const Repeated& repeated, Finding& finding) {
    const Trace& trace = input.trace;
    const Changes changes = changesOf(trace, repeated);
    const LaunchSequence& first = repeated.sequences.front();
    const std::string place = isKnown(finding.where) ? inPlaceText(finding.where) : std::string{};
    FindingValues& values = finding.values;
    values.set("ranges", CaseName{repeated.annotation.isValid() ? "runs" : "steps"});
    values.setCount("repeats", repeated.sequences.size());
    values.set("annotation", std::string(trace.text(repeated.annotation)));
    if (!repeated.annotation.isValid()) {
        values.set("place", place);
    }
    values.set("code", place.empty() ? std::string("in these steps") : place);
    setLaunched(trace, first, values);
    setChanges(changes, values);
    values.set("bound_share", shareOf(repeated.bound, repeated.all));
    setWaits(waitsIn(input, first.range), values);
    values.set("fix", CaseName{fixOf(repeated, changes)});
    if (changes.perStep > 0 && isGenerate(trace, repeated)) {
        values.set("generate", CaseName{"static-cache"});
    }
    if (input.analysis.steps.markers.source == StepSource::Kernels) {
        values.set("steps", CaseName{"by-kernels"});
    }
}

void addEvidence(const Repeated& repeated, Finding& finding) {
    for (const BoundPart& part : repeated.parts) {
        Evidence band;
        band.shape = EvidenceShape::Band;
        band.track = part.thread;
        band.range = part.host;
        if (band.range.length() > Duration::zero()) {  // calls of no duration have nothing to cover
            finding.evidence.push_back(band);
        }
        ReplayEdit edit;
        edit.kind = ReplayEdit::Kind::GraphLaunch;
        edit.track = part.thread;
        edit.range = part.host;
        finding.edits.push_back(edit);
        finding.cost.host += part.host.length();
    }
}

Finding findingOf(const DetectorInput& input, const StepIndex& steps, const Repeated& repeated) {
    Finding finding;
    finding.rule = "no-cuda-graph";
    finding.priceOrder = PriceOrder::RestatesOther;  // of launch-bound
    finding.where =
        findingPlaceOf(input.places, repeated.mainPlace->place, repeated.mainPlace->gpu);
    finding.cost.gpuIdle = repeated.idle;
    setValues(input, repeated, finding);
    addEvidence(repeated, finding);
    // Of a step that is launched in parts, each.
    std::vector<Time> begins;
    for (const Evidence& part : finding.evidence) {
        begins.push_back(part.range.begin);
    }
    finding.count = finding.evidence.size();
    finding.perStep = steps.medianPerStep(begins);
    return finding;
}

// The ranges of a unit that repeat; empty where a threshold is not reached.
std::optional<Repeated> repeatedOf(const DetectorInput& input, const Unit& unit,
                                   const std::vector<LaunchBoundPlace>& places) {
    std::vector<LaunchSequence> sequences =
        launchSequences(input.trace, input.launches, input.analysis, unit.ranges);
    const std::vector<std::size_t> same = mostRepeated(input.trace, sequences);
    if (same.size() < kMinRanges ||
        static_cast<std::int64_t>(same.size()) < input.settings.value("min_steps") ||
        !reaches(input.settings, "min_repeat", same.size(), sequences.size())) {
        return std::nullopt;
    }
    Repeated repeated;
    repeated.annotation = unit.annotation;
    for (const std::size_t at : same) {
        repeated.sequences.push_back(std::move(sequences[at]));
    }
    addParts(input.trace, places, repeated);
    countLaunches(input, repeated);
    if (repeated.mainPlace == nullptr || 2 * repeated.inLoops > repeated.all ||
        !reaches(input.settings, "min_bound", repeated.bound, repeated.all)) {
        return std::nullopt;
    }
    return repeated;
}

DetectorResult detectNoCudaGraph(const DetectorInput& input) {
    if (input.analysis.devices.empty()) {
        return {{}, "no GPU activity was recorded"};
    }
    const StepIndex steps(input.analysis.steps);
    if (steps.steadyCount() < kMinRanges) {
        return {{}, "no loop with at least two steady steps was recognized"};
    }
    const std::vector<LaunchBoundPlace>& places = input.shared.launchBound;
    if (places.empty()) {
        return {};
    }
    DetectorResult result;
    for (const Unit& unit : unitsOf(input, steps, places)) {
        if (const auto repeated = repeatedOf(input, unit, places)) {
            result.findings.push_back(findingOf(input, steps, *repeated));
            break;
        }
    }
    return result;
}

}  // namespace

const Detector& noCudaGraphRule() {
    static const Detector kRule{{.id = "no-cuda-graph",
                                 .name = "No CUDA graph",
                                 .question = "Do launch-bound steps launch the same kernels again "
                                             "and again that one CUDA graph could "
                                             "launch at once?",
                                 .thresholds = kNoCudaGraphThresholds,
                                 .values = kNoCudaGraphValues,
                                 .idleClass = IdleClass::Launch},
                                detectNoCudaGraph};
    return kRule;
}

}  // namespace gaplight
