// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/alignment.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/intervals.h"
#include "core/base/quantity_text.h"

namespace gaplight {
namespace {

// Steps that only are as many as the other run's need this much GPU work in common.
constexpr std::size_t kMinSimilarPercent = 20;
constexpr std::size_t kMinAnchors = 4;

// By how many steps pinned ranges shift B against A; the first pin that is a step in both decides.
std::optional<std::ptrdiff_t> pinnedShift(const ComparedTrace& a, const ComparedTrace& b,
                                          const Pins& pins) {
    const auto stepOf = [](const Steps& steps, TimeRange range) -> std::optional<std::ptrdiff_t> {
        const std::vector<TimeRange>& hosts = steps.markers.host;
        const auto at = std::find(hosts.begin(), hosts.end(), range);
        return at == hosts.end() || steps.markers.source == StepSource::None
                   ? std::nullopt
                   : std::optional(at - hosts.begin());
    };
    for (const RangePin& pin : pins.ranges) {
        const auto stepA = stepOf(a.steps(), pin.a);
        const auto stepB = stepOf(b.steps(), pin.b);
        if (stepA && stepB) {
            return *stepB - *stepA;
        }
    }
    return std::nullopt;
}

// Share in percent of a run that the paired annotations cover.
template <class SliceOf>
std::int64_t coverPercent(const ComparedTrace& run, std::vector<AnnotationPair> pairs,
                          const SliceOf& sliceOf) {
    std::sort(pairs.begin(), pairs.end(), [&](const AnnotationPair& x, const AnnotationPair& y) {
        return sliceOf(x) < sliceOf(y);
    });
    RunningUnion covered;
    for (const AnnotationPair& pair : pairs) {
        covered.add(run.trace.slices().range(sliceOf(pair)));
    }
    const std::int64_t whole = run.analysis.range.length().count();
    return whole == 0 ? 0 : covered.length().count() * 100 / whole;
}

bool annotationsSuffice(const ComparedTrace& a, const ComparedTrace& b,
                        const std::vector<AnnotationPair>& pairs) {
    return coverPercent(a, pairs, [](const AnnotationPair& pair) { return pair.a; }) >=
               kMinCoverPercent &&
           coverPercent(b, pairs, [](const AnnotationPair& pair) { return pair.b; }) >=
               kMinCoverPercent;
}

// How the steps of a run were grouped; empty where they were not.
std::string groupsText(const ComparedTrace& run, const std::string& name,
                       const std::string& other) {
    return run.groupedSteps == nullptr
               ? std::string{}
               : " " + countText(run.steps().markers.unitsPerStep) + " times in " + name +
                     ", as operators show in " + other;
}

std::string anchorText(const Anchors& anchors) {
    return countText(anchors.pairs.size()) + " of " +
           countText(std::min(anchors.countA, anchors.countB)) +
           " copies and library kernels correspond";
}

std::string annotationText(const Alignment& alignment) {
    return countText(alignment.annotations.size(), "annotation", "annotations") + " in pairs";
}

void chooseLevel(const ComparedTrace& a, const ComparedTrace& b, const std::string& stepReason,
                 Alignment& alignment) {
    if (!alignment.steps.empty()) {
        alignment.level = AlignmentLevel::Steps;
        alignment.reason = stepReason;
        return;
    }
    if (annotationsSuffice(a, b, alignment.annotations)) {
        alignment.level = AlignmentLevel::Annotations;
        alignment.reason = stepReason + "; " + annotationText(alignment);
        return;
    }
    const bool hasAnchors = alignment.anchors.matchedPercent() >= kMinAnchorPercent &&
                            alignment.anchors.pairs.size() >= kMinAnchors;
    alignment.level = hasAnchors ? AlignmentLevel::Kernels : AlignmentLevel::Totals;
    alignment.reason = stepReason + "; " +
                       (alignment.annotations.empty() ? "no annotations in common"
                                                      : "annotations in common cover too little") +
                       "; " +
                       (alignment.anchors.countA == 0 || alignment.anchors.countB == 0
                            ? "no GPU work in one of the runs"
                            : anchorText(alignment.anchors));
}

}  // namespace

std::string_view alignmentLevelName(AlignmentLevel level) {
    switch (level) {
        case AlignmentLevel::Steps:
            return "steps";
        case AlignmentLevel::Annotations:
            return "annotations";
        case AlignmentLevel::Kernels:
            return "kernels";
        case AlignmentLevel::Totals:
            break;
    }
    return "totals";
}

Alignment align(const ComparedTrace& a, const ComparedTrace& b, const AnnotationKeys& keys,
                const Pins& pins, const std::stop_token& stop) {
    StepPairing steps = pairSteps(a.steps(), b.steps(), keys, pinnedShift(a, b, pins));
    steps.reason += groupsText(a, "A", "B") + groupsText(b, "B", "A");
    Alignment alignment;
    alignment.pins = pins.ranges;
    alignment.stepsOfA = a.steps().markers.host;
    alignment.stepsOfB = b.steps().markers.host;
    alignment.anchors = matchAnchors(a, b, steps.pairs, stop);
    if (steps.byNumberAlone && alignment.anchors.matchedPercent() < kMinSimilarPercent) {
        steps.pairs.clear();
        steps.reason += ", but hardly any GPU work in common";
        alignment.anchors = matchAnchors(a, b, {}, stop);
    }
    alignment.steps = std::move(steps.pairs);
    alignment.annotations = pairAnnotations(a, b, keys, alignment.steps, stop);
    chooseLevel(a, b, steps.reason, alignment);
    return alignment;
}

}  // namespace gaplight
