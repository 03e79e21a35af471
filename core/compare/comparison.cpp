// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/comparison.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "core/analysis/torch/annotation_name.h"
#include "core/base/parallel.h"
#include "core/compare/change_reasons.h"
#include "core/compare/step_pairs.h"

namespace gaplight {
namespace {

struct Side {
    const ComparedTrace& run;
    const MeasuredRun& measured;
    bool isA;
};

PartSide wholeSide(const Side& side) {
    return {side.measured.whole, 1, {}, side.run.analysis.range, {}};
}

PartSide stepSide(const Side& side, std::size_t step) {
    const StepMarkers& markers = side.run.steps().markers;
    return {side.measured.steps[step], 1,  stepName(side.run, step),
            markers.host[step],        {}, side.measured.spanOfStep[step]};
}

// A step of median time.
PartSide typicalSide(const Side& side, const std::vector<std::size_t>& steps,
                     const Measures& measures) {
    PartSide part = stepSide(side, steps.front());
    part.measures = measures;
    if (steps.size() > 1) {
        part.name += " and " + stepName(side.run, steps.back());
    }
    return part;
}

void addSteps(const Side& a, const Side& b, const Alignment& alignment, const Verdict& verdict,
              std::vector<ComparedPart>& parts) {
    if (verdict.perStep) {
        parts.push_back({PartKind::SteadySteps, "steady steps",
                         typicalSide(a, verdict.stepsA, verdict.partA),
                         typicalSide(b, verdict.stepsB, verdict.partB), true});
    }
    std::set<std::size_t> leftA;
    std::set<std::size_t> leftB;
    if (alignment.level == AlignmentLevel::Steps) {
        for (std::size_t at = 0; at < a.measured.steps.size(); ++at) {
            leftA.insert(at);
        }
        for (std::size_t at = 0; at < b.measured.steps.size(); ++at) {
            leftB.insert(at);
        }
    }
    for (const StepPair& pair : alignment.steps) {
        PartSide sideA = stepSide(a, pair.a);
        std::string name = sideA.name + (pair.warmsUp ? " (warm-up)" : "");
        parts.push_back(
            {PartKind::Step, std::move(name), std::move(sideA), stepSide(b, pair.b), true});
        leftA.erase(pair.a);
        leftB.erase(pair.b);
    }
    for (const std::size_t step : leftA) {
        PartSide side = stepSide(a, step);
        std::string name = side.name + " of A";
        parts.push_back({PartKind::Step, std::move(name), std::move(side), std::nullopt, false});
    }
    for (const std::size_t step : leftB) {
        PartSide side = stepSide(b, step);
        std::string name = side.name + " of B";
        parts.push_back({PartKind::Step, std::move(name), std::nullopt, std::move(side), false});
    }
}

PartSide annotationSide(const Side& side, const MeasuredAnnotation& row) {
    return {row.measures, row.count, row.group, side.run.trace.slices().range(row.slices.front()),
            row.gapsAfter};
}

void addTo(std::optional<PartSide>& total, PartSide part) {
    if (!total) {
        total = std::move(part);
        return;
    }
    total->measures += part.measures;
    total->count += part.count;
    total->gapsBetween.insert(total->gapsBetween.end(), part.gapsBetween.begin(),
                              part.gapsBetween.end());
    if (part.place.begin < total->place.begin) {
        total->place = part.place;
    }
}

// By group of A whose key no group of B has: the group of B that corresponds to it.
std::map<std::string, std::string> placesTaken(const Side& a, const Side& b,
                                               const Alignment& alignment) {
    std::map<std::string, std::string> taken;
    for (const AnnotationPair& pair : alignment.annotations) {
        if (pair.byPlace) {
            taken.emplace(annotationGroup(b.run.trace.name(pair.b)),
                          annotationGroup(a.run.trace.name(pair.a)));
        }
    }
    return taken;
}

void addAnnotations(const Side& a, const Side& b, const AnnotationKeys& keys,
                    const Alignment& alignment, std::vector<ComparedPart>& parts) {
    std::map<std::string, std::size_t> groupsOfA;
    for (std::size_t at = 0; at < a.measured.annotations.size(); ++at) {
        groupsOfA.emplace(a.measured.annotations[at].group, at);
    }
    std::set<std::string> bothHave;
    for (const MeasuredAnnotation& row : b.measured.annotations) {
        if (groupsOfA.contains(row.group)) {
            bothHave.insert(row.group);
        }
    }
    const std::map<std::string, std::string> taken = placesTaken(a, b, alignment);
    std::map<std::string, std::size_t> partOfKey;
    const std::size_t first = parts.size();
    const auto partFor = [&](const std::string& group, std::string key) -> ComparedPart& {
        key = bothHave.contains(group) ? "=" + group : std::move(key);
        const auto [at, isNew] = partOfKey.try_emplace(std::move(key), parts.size());
        if (isNew) {
            parts.push_back({PartKind::Annotation, group, std::nullopt, std::nullopt, false});
        }
        return parts[at->second];
    };
    for (const MeasuredAnnotation& row : a.measured.annotations) {
        addTo(partFor(row.group, keys.ofA(row.group)).a, annotationSide(a, row));
    }
    for (const MeasuredAnnotation& row : b.measured.annotations) {
        const auto place = taken.find(row.group);
        const std::string& group = place == taken.end() ? row.group : place->second;
        const std::string key =
            place == taken.end() ? keys.ofB(row.group) : keys.ofA(place->second);
        addTo(partFor(group, key).b, annotationSide(b, row));
    }
    for (std::size_t at = first; at < parts.size(); ++at) {
        parts[at].isComparable =
            parts[at].a && parts[at].b && parts[at].a->count == parts[at].b->count;
    }
}

void addPins(const Side& a, const Side& b, const Alignment& alignment,
             std::vector<ComparedPart>& parts) {
    for (std::size_t at = 0; at < alignment.pins.size(); ++at) {
        const RangePin& pin = alignment.pins[at];
        parts.push_back({PartKind::Pin, pin.name,
                         PartSide{a.measured.ranges[at], 1, pin.name, pin.a, {}},
                         PartSide{b.measured.ranges[at], 1, pin.name, pin.b, {}}, true});
    }
}

TimeLink linkGpus(const Side& a, const Side& b, const Comparison& comparison) {
    const Alignment& alignment = comparison.alignment;
    if (alignment.steps.empty() || !alignment.pins.empty()) {
        return comparison.link;
    }
    std::vector<std::pair<TimeRange, TimeRange>> spans;
    for (const StepPair& pair : alignment.steps) {
        spans.emplace_back(a.measured.spanOfStep[pair.a], b.measured.spanOfStep[pair.b]);
    }
    return TimeLink::through(spans);
}

// Of different programs.
void dropCorrespondence(Alignment& alignment) {
    if (alignment.level != AlignmentLevel::Totals || !alignment.stepsAreByKind) {
        alignment.reason = "the runs do different work";
    }
    alignment.level = AlignmentLevel::Totals;
    alignment.steps.clear();
    alignment.annotations.clear();
    alignment.anchors.pairs.clear();
    alignment.anchors.differences.clear();
}

// Of the part that the verdict compares, which is among the parts already.
std::vector<std::string> reasonsFor(const Side& a, const Side& b, const AnnotationKeys& keys,
                                    const Comparison& comparison) {
    const Verdict& verdict = comparison.verdict;
    const auto part = std::ranges::find(comparison.parts,
                                        verdict.perStep ? PartKind::SteadySteps : PartKind::Whole,
                                        &ComparedPart::kind);
    return reasonsOfChange({{a.run, a.measured, part->a->measures},
                            {b.run, b.measured, part->b->measures},
                            keys,
                            comparison.alignment.level,
                            verdict,
                            comparison.findings,
                            comparison.selfTimes});
}

std::vector<ComparedFunction> compareFunctions(const ComparedTrace& a, const ComparedTrace& b,
                                               const CompareOptions& options) {
    const std::array<ComparedTrace, 2> runs{a, b};
    std::vector<std::string> wanted = options.functions;
    for (std::string& name : functionsOfFindings(runs)) {
        if (std::find(wanted.begin(), wanted.end(), name) == wanted.end()) {
            wanted.push_back(std::move(name));
        }
    }
    if (options.stop.stop_requested()) {
        return {};
    }
    const std::vector<FunctionTotals> totalsA = functionTotals(a.trace, wanted);
    const std::vector<FunctionTotals> totalsB = functionTotals(b.trace, wanted);
    std::vector<ComparedFunction> functions;
    for (std::size_t at = 0; at < wanted.size(); ++at) {
        if (at < options.functions.size() || totalsA[at].count + totalsB[at].count > 0) {
            functions.push_back({totalsA[at], totalsB[at]});
        }
    }
    return functions;
}

}  // namespace

std::string_view partKindName(PartKind kind) {
    switch (kind) {
        case PartKind::Whole:
            return "whole";
        case PartKind::SteadySteps:
            return "steady_steps";
        case PartKind::Step:
            return "step";
        case PartKind::Annotation:
            return "annotation";
        case PartKind::Pin:
            break;
    }
    return "pin";
}

Comparison compare(const ComparedTrace& asA, const ComparedTrace& asB,
                   const CompareOptions& options) {
    const std::optional<Steps> groupedA = groupedLike(asA.analysis.steps, asB.analysis.steps);
    const std::optional<Steps> groupedB = groupedLike(asB.analysis.steps, asA.analysis.steps);
    ComparedTrace a = asA;
    ComparedTrace b = asB;
    a.groupedSteps = groupedA ? &*groupedA : nullptr;
    b.groupedSteps = groupedB ? &*groupedB : nullptr;
    std::vector<TimeRange> pinsA;
    std::vector<TimeRange> pinsB;
    for (const RangePin& pin : options.pins.ranges) {
        pinsA.push_back(pin.a);
        pinsB.push_back(pin.b);
    }
    MeasuredRun measuredA;
    MeasuredRun measuredB;
    Comparison comparison;
    parallelInvoke([&] { measuredA = measureRun(a, pinsA, options.stop); },
                   [&] { measuredB = measureRun(b, pinsB, options.stop); },
                   [&] { comparison.functions = compareFunctions(a, b, options); },
                   [&] {
                       if (a.analysis.devices.empty() && b.analysis.devices.empty()) {
                           comparison.selfTimes = selfTimeChanges(a.trace, b.trace);
                       }
                   });
    if (options.stop.stop_requested()) {
        return comparison;
    }
    const AnnotationKeys keys(measuredA, measuredB, a.trace, b.trace, options.pins.names);
    comparison.alignment = align(a, b, keys, options.pins, options.stop);
    if (options.stop.stop_requested()) {
        return comparison;
    }
    comparison.verdict =
        judge(a, b, measuredA, measuredB, keys, comparison.alignment, options.noiseFloor);
    if (comparison.verdict.otherProgram && options.pins.ranges.empty()) {
        dropCorrespondence(comparison.alignment);
    }
    const Alignment& alignment = comparison.alignment;
    comparison.link = TimeLink::build(a, b, alignment);
    comparison.kernels = kernelChanges(a, b, alignment);
    if (options.stop.stop_requested()) {
        return comparison;
    }
    comparison.kernelSteps = steadyPairs(alignment.steps);
    comparison.findings = findingChanges(a, b, keys);
    const Side sideA{a, measuredA, true};
    const Side sideB{b, measuredB, false};
    comparison.gpuLink = linkGpus(sideA, sideB, comparison);
    comparison.parts.push_back({PartKind::Whole, "whole run", wholeSide(sideA), wholeSide(sideB),
                                wholeIsComparable(a, b, alignment)});
    addSteps(sideA, sideB, alignment, comparison.verdict, comparison.parts);
    comparison.verdict.why = reasonsFor(sideA, sideB, keys, comparison);
    addPins(sideA, sideB, alignment, comparison.parts);
    addAnnotations(sideA, sideB, keys, alignment, comparison.parts);
    for (ComparedPart& part : comparison.parts) {
        part.isComparable = part.isComparable && !comparison.verdict.otherWork;
    }
    return comparison;
}

}  // namespace gaplight
