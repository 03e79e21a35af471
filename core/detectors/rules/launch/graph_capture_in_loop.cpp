// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// capture = from a cudaStreamBeginCapture to the next cudaGraphInstantiate of its thread; a call
//           without the other counts for itself. What prepares it is part of it: the time since the
//           last wait for the GPU, if at most kSetupLaunches follow and recorded code takes less
//           than half of it (torch.cuda.graph synchronizes, collects garbage, empties the
//           allocator's cache, seeds a generator)
// fires   = for each place (annotation, user frame) with captures in >= min_steps steady steps,
//           where steady steps also replay graphs: a recorded start-up, which only captures graphs
//           for later, is no loop that should replay them
// edits   = each capture takes no host time
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "core/analysis/slices/slice_scan.h"
#include "core/analysis/torch/name_classes.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/engine/rules.h"
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

constexpr int kSetupLaunches = 4;

// Calls of one capture, in time order on one thread.
struct Capture {
    TrackId track;
    std::vector<SliceId> calls;
    TimeRange range{};
};

class CaptureFinder {
public:
    explicit CaptureFinder(const DetectorInput& input)
        : m_input(input), m_calls(input.trace.strings().size()) {
        for (std::size_t at = 0; at < m_calls.size(); ++at) {
            m_calls[at] = graphCallOf(input.trace.text(StringId(at)));
            m_hasAny = m_hasAny || isOfCapture(m_calls[at]);
        }
    }

    // Whether a graph is replayed in a steady step.
    bool replaysIn(const StepIndex& steps) const {
        const Trace& trace = m_input.trace;
        const std::vector<SliceId> replays = scanSlices(trace, [&](SliceId slice) {
            return callOf(slice) == GraphCall::Launch && isApiCall(trace.kind(slice)) &&
                   steps.isInSteadyStep(trace.slices().start(slice));
        });
        return !replays.empty();
    }

    // In time order per thread; only captures that begin in the analyzed range.
    std::vector<Capture> find() const {
        std::vector<Capture> captures;
        if (!m_hasAny) {
            return captures;
        }
        const Trace& trace = m_input.trace;
        const std::vector<SliceId> calls = scanSlices(trace, [&](SliceId slice) {
            return isOfCapture(callOf(slice)) && isApiCall(trace.kind(slice)) &&
                   m_input.inRange(slice);
        });
        bool isOpen = false;
        for (const SliceId call : calls) {
            const TrackId track = trace.trackOf(call);
            const GraphCall what = callOf(call);
            const bool goesOn =
                isOpen && what != GraphCall::BeginCapture && captures.back().track == track;
            if (!goesOn) {
                captures.push_back({track, {}, trace.slices().range(call)});
                if (what == GraphCall::BeginCapture) {
                    captures.back().range.begin = preparationOf(call);
                }
            }
            captures.back().calls.push_back(call);
            captures.back().range.end =
                std::max(captures.back().range.end, trace.slices().end(call));
            isOpen = what != GraphCall::Instantiate;
        }
        return captures;
    }

private:
    // Where the preparation of a capture begins: with the last wait before it.
    Time preparationOf(SliceId call) const {
        const SliceTable& slices = m_input.trace.slices();
        const Track& thread = m_input.trace.tracks()[m_input.trace.trackOf(call).index()];
        int launches = 0;
        Duration recorded{};
        Time covered = slices.start(call);
        for (SliceId at = call; at != thread.firstSlice;) {
            at = SliceId(at.index() - 1);
            const StringId name = slices.name(at);
            const ApiCall kind = isApiCall(m_input.trace.kind(at))
                                     ? m_input.analysis.names.apiCall(name)
                                     : ApiCall::Other;
            if (kind == ApiCall::Blocking) {
                const Duration since = slices.start(call) - slices.end(at);
                return recorded * 2 < since ? slices.end(at) : slices.start(call);
            }
            if (slices.end(at) <= slices.start(call) && slices.start(at) < covered) {
                recorded += std::min(slices.end(at), covered) - slices.start(at);
                covered = slices.start(at);
            }
            launches += kind == ApiCall::Launch || kind == ApiCall::Copy ? 1 : 0;
            if (launches > kSetupLaunches || callOf(at) == GraphCall::Launch ||
                isOfCapture(callOf(at))) {
                break;
            }
        }
        return slices.start(call);
    }

    static bool isOfCapture(GraphCall call) {
        return call == GraphCall::BeginCapture || call == GraphCall::EndCapture ||
               call == GraphCall::Instantiate;
    }
    GraphCall callOf(SliceId slice) const {
        return m_calls[m_input.trace.slices().name(slice).index()];
    }

    const DetectorInput& m_input;
    std::vector<GraphCall> m_calls;  // per text
    bool m_hasAny = false;
};

struct Places {
    FindingGroups groups;
    std::map<GroupKey, std::set<std::size_t>> steps;  // with a capture
    std::map<GroupKey, std::vector<Time>> times;
};

void add(const DetectorInput& input, const Capture& capture, std::size_t step, Places& places) {
    GroupKey key;
    key.place = input.places.placeOf(capture.calls.front());
    FindingGroup& group = places.groups.at(key);
    places.steps[key].insert(step);
    places.times[key].push_back(capture.range.begin);
    ++group.count;
    group.host += capture.range.length();
    for (const SliceId call : capture.calls) {
        Evidence one;
        one.shape = EvidenceShape::Outline;
        one.track = capture.track;
        one.slice = call;
        one.range = input.trace.slices().range(call);
        group.evidence.push_back(one);
    }
    ReplayEdit edit;
    edit.kind = ReplayEdit::Kind::ScaleHost;
    edit.track = capture.track;
    edit.range = capture.range;
    group.edits.push_back(edit);
    for (const DeviceAnalysis& device : input.analysis.devices) {
        if (device.graphsUnderRecorded) {
            continue;
        }
        const auto first =
            std::partition_point(device.gaps.begin(), device.gaps.end(),
                                 [&](const Gap& gap) { return gap.end <= capture.range.begin; });
        for (auto gap = first; gap != device.gaps.end() && gap->begin < capture.range.end; ++gap) {
            if (gap->launch.isValid() && input.trace.trackOf(gap->launch) == capture.track) {
                group.gpuIdle += std::min(gap->end, capture.range.end) -
                                 std::max(gap->begin, capture.range.begin);
            }
        }
    }
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
    const CaptureFinder finder(input);
    const std::vector<Capture> captures = finder.find();
    if (captures.empty()) {
        return {};
    }
    const StepIndex steps(input.analysis.steps);
    if (steps.steadyCount() == 0) {
        return {
            {},
            "graphs are captured, but no steps were recognized to separate warm-up from the loop"};
    }
    if (!finder.replaysIn(steps)) {
        return {};
    }
    Places places;
    for (const Capture& capture : captures) {
        const auto step = steps.stepAt(capture.range.begin);
        if (step && steps.isSteady(*step)) {
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
         .idlePhrase = "while graphs are captured"},
        detectGraphCaptureInLoop};
    return kRule;
}

}  // namespace gaplight
