// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// capture = as in graph_captures.h, within its step; none in the iterations of a server, which are
//           capture-while-serving's
// fires   = for each place (annotation, user frame) with captures in >= min_steps steady steps,
//           where steady steps also replay graphs: a recorded start-up, which only captures graphs
//           for later, is no loop that should replay them
// edits   = each capture takes no host time
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/shared/graph_captures.h"
#include "core/detectors/shared/host_finding.h"

namespace gaplight {
namespace {

constexpr std::array kGraphCaptureInLoopThresholds{
    Threshold{"min_steps", ThresholdUnit::Count, 2, "steady steps in which graphs are captured",
              "the first step is warm-up; TorchInductor records its graphs in the second run"},
};

constexpr std::array kGraphCaptureInLoopValues{
    DeclaredValue{"steps", QuantityKind::Count},
    DeclaredValue{"steady_steps", QuantityKind::Count},
    DeclaredValue{"place", QuantityKind::Text},
};

struct Places {
    FindingGroups groups;
    std::map<GroupKey, std::set<std::size_t>> steps;  // with a capture
    std::map<GroupKey, std::vector<Time>> times;
};

void add(const DetectorInput& input, const GraphCaptureSpan& capture, std::size_t step,
         Places& places) {
    GroupKey key;
    key.place = input.places.placeOf(capture.calls.front());
    places.steps[key].insert(step);
    places.times[key].push_back(capture.range.begin);
    addCapture(input, capture, places.groups.at(key));
}

Finding finding(const DetectorInput& input, const StepIndex& steps, const Places& places,
                FindingGroup& group) {
    const std::size_t inSteps = places.steps.at(group.key).size();
    const GroupKey key = group.key;
    Finding found = findingOf("graph-capture-in-loop", input.places, steps, group);
    found.perStep = steps.medianPerStep(places.times.at(key));
    found.values.setCount("steps", inSteps);
    found.values.setCount("steady_steps", steps.steadyCount());
    found.values.set("place", inPlaceText(found.where));
    return found;
}

DetectorResult detectGraphCaptureInLoop(const DetectorInput& input) {
    if (input.analysis.serving != nullptr) {
        return {};
    }
    std::vector<GraphCaptureSpan> captures = findGraphCaptures(input);
    if (captures.empty()) {
        return {};
    }
    const StepIndex steps(input.analysis.steps);
    if (steps.steadyCount() == 0) {
        return {
            {},
            "graphs are captured, but no steps were recognized to separate warm-up from the loop"};
    }
    if (!replaysGraphs(input, steps)) {
        return {};
    }
    Places places;
    for (GraphCaptureSpan& capture : captures) {
        const auto step = steps.stepAt(input.trace.slices().start(capture.calls.front()));
        if (step && steps.isSteady(*step)) {
            capture.cutTo(input.analysis.steps.rows[*step].host, input.trace.slices());
            add(input, capture, *step, places);
        }
    }
    places.groups.sortByCost();
    DetectorResult result;
    for (FindingGroup& group : places.groups.all()) {
        if (places.steps.at(group.key).size() >=
            static_cast<std::size_t>(input.settings.value("min_steps"))) {
            result.findings.push_back(finding(input, steps, places, group));
        }
    }
    return result;
}

}  // namespace

const Detector& graphCaptureInLoopRule() {
    static const Detector kRule{
        {.id = "graph-capture-in-loop",
         .name = "Graph capture",
         .question =
             "Are CUDA graphs captured or instantiated in steady steps in place of being replayed?",
         .thresholds = kGraphCaptureInLoopThresholds,
         .values = kGraphCaptureInLoopValues,
         .idleClass = IdleClass::Host,
         .idlePhrase = "because of graph capture"},
        detectGraphCaptureInLoop};
    return kRule;
}

}  // namespace gaplight
