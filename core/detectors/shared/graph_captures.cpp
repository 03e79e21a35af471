// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/shared/graph_captures.h"

#include <algorithm>
#include <string_view>

#include "core/analysis/slices/slice_scan.h"
#include "core/analysis/torch/name_classes.h"
#include "core/base/intervals.h"

namespace gaplight {
namespace {

constexpr int kSetupLaunches = 4;

bool waitsForDevice(std::string_view call) {
    return call.find("DeviceSynchronize") != std::string_view::npos ||
           call.find("CtxSynchronize") != std::string_view::npos;
}

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
    std::vector<GraphCaptureSpan> find() const {
        std::vector<GraphCaptureSpan> captures;
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
            if (!isOpen) {
                captures.back().range.end =
                    std::max(captures.back().range.end, registrationOf(call));
            }
        }
        return captures;
    }

private:
    // What a thread does before a call, read backwards.
    struct Setup {
        Time until{};    // it ends here
        Time covered{};  // recorded code is counted from here on
        Duration recorded{};
        int launches = 0;

        explicit Setup(Time end) : until(end), covered(end) {}
        void add(TimeRange slice) {
            if (slice.end <= until && slice.begin < covered) {
                recorded += std::min(slice.end, covered) - slice.begin;
                covered = slice.begin;
            }
        }
        bool isMostlyUnrecorded(Time since) const { return recorded * 2 < until - since; }
    };

    ApiCall apiCallOf(SliceId slice) const {
        return isApiCall(m_input.trace.kind(slice))
                   ? m_input.analysis.names.apiCall(m_input.trace.slices().name(slice))
                   : ApiCall::Other;
    }

    // Where the preparation of a capture begins: with the last wait before it, or with the first
    // one of those for the whole device that follow one another.
    Time preparationOf(SliceId call) const {
        const SliceTable& slices = m_input.trace.slices();
        const Track& thread = m_input.trace.tracks()[m_input.trace.trackOf(call).index()];
        Time begin = slices.start(call);
        Setup setup(begin);
        for (SliceId at = call; at != thread.firstSlice;) {
            at = SliceId(at.index() - 1);
            const ApiCall kind = apiCallOf(at);
            if (kind == ApiCall::Blocking) {
                const bool isFirst = begin == slices.start(call);
                const bool isDevice = waitsForDevice(m_input.trace.name(at));
                if ((!isFirst && !isDevice) || !setup.isMostlyUnrecorded(slices.end(at))) {
                    break;
                }
                begin = slices.start(at);
                if (!isDevice) {
                    break;
                }
                setup = Setup(begin);
                continue;
            }
            setup.add(slices.range(at));
            setup.launches += kind == ApiCall::Launch || kind == ApiCall::Copy ? 1 : 0;
            if (setup.launches > kSetupLaunches || callOf(at) == GraphCall::Launch ||
                isOfCapture(callOf(at))) {
                break;
            }
        }
        return begin;
    }

    // The first replay after a call of the same thread; invalid where other work comes first.
    SliceId replayAfter(SliceId call) const {
        const Track& thread = m_input.trace.tracks()[m_input.trace.trackOf(call).index()];
        const std::size_t end = thread.firstSlice.index() + thread.sliceCount;
        int launches = 0;
        for (std::size_t next = call.index() + 1; next < end; ++next) {
            const SliceId at(next);
            const ApiCall kind = apiCallOf(at);
            if (callOf(at) == GraphCall::Launch) {
                return at;
            }
            launches += kind == ApiCall::Launch || kind == ApiCall::Copy ? 1 : 0;
            if (launches > kSetupLaunches || kind == ApiCall::Blocking || isOfCapture(callOf(at))) {
                break;
            }
        }
        return {};
    }

    // Where the last call before the first replay of an instantiated graph ends; else where
    // `instantiate` does.
    Time registrationOf(SliceId instantiate) const {
        const SliceTable& slices = m_input.trace.slices();
        const SliceId replay = replayAfter(instantiate);
        const Time begin = slices.end(instantiate);
        Time end = begin;
        Duration recorded{};
        for (std::size_t at = instantiate.index() + 1; replay.isValid() && at < replay.index();
             ++at) {
            const TimeRange range = slices.range(SliceId(at));
            if (range.end > end && range.end <= slices.start(replay)) {
                recorded += range.end - std::max(range.begin, end);
                end = range.end;
            }
        }
        return recorded * 2 < end - begin ? end : begin;
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

// How long the host waits for the GPU during a capture, in calls that begin in it.
Duration waitTimeOf(const DetectorInput& input, const GraphCaptureSpan& capture) {
    const SliceTable& slices = input.trace.slices();
    const auto& calls = input.analysis.blockingCalls;
    auto wait = std::partition_point(calls.begin(), calls.end(), [&](const BlockingCall& one) {
        return one.track < capture.track ||
               (one.track == capture.track && slices.start(one.slice) < capture.range.begin);
    });
    Duration time{};
    for (; wait != calls.end() && wait->track == capture.track &&
           slices.start(wait->slice) < capture.range.end;
         ++wait) {
        time += commonPart(slices.range(wait->slice), capture.range).length();
    }
    return time;
}

}  // namespace

void GraphCaptureSpan::cutTo(TimeRange step, const SliceTable& slices) {
    range.begin = std::max(range.begin, std::min(step.begin, slices.start(calls.front())));
    range.end = range.end <= step.end ? range.end : slices.end(calls.back());
}

std::vector<GraphCaptureSpan> findGraphCaptures(const DetectorInput& input) {
    return CaptureFinder(input).find();
}

bool replaysGraphs(const DetectorInput& input, const StepIndex& steps) {
    return CaptureFinder(input).replaysIn(steps);
}

void addCapture(const DetectorInput& input, const GraphCaptureSpan& capture, FindingGroup& group) {
    ++group.count;
    group.host += capture.range.length() - waitTimeOf(input, capture);
    for (const SliceId call : capture.calls) {
        Evidence one;
        one.shape = EvidenceShape::Outline;
        one.track = capture.track;
        one.slice = call;
        one.range = input.trace.slices().range(call);
        group.evidence.push_back(one);
    }
    group.evidence.push_back({EvidenceShape::Bracket, {}, capture.track, {}, capture.range, 0});
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

}  // namespace gaplight
