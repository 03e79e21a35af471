// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/startup/graph_captures.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/analysis/slices/slice_scan.h"
#include "core/analysis/torch/name_classes.h"

namespace gaplight {
namespace {

// From the end of a capture to the instantiation of its graph, at most.
constexpr Duration kInstantiationPause = std::chrono::milliseconds(1);

// The outermost frame of torch/cuda/graphs.py around a call, or the call itself.
TimeRange frameAround(const Trace& trace, SliceId slice) {
    const SliceTable& slices = trace.slices();
    SliceId found = slice;
    for (SliceId up = slices.parent(slice); up.isValid(); up = slices.parent(up)) {
        if (trace.name(up).find("torch/cuda/graphs.py") != std::string_view::npos) {
            found = up;
        }
    }
    return slices.range(found);
}

// Calls of graphs, by slice, and what each does.
std::vector<SliceId> graphCalls(const Trace& trace, std::vector<GraphCall>& callOfName) {
    callOfName.reserve(trace.strings().size());
    for (std::size_t at = 0; at < trace.strings().size(); ++at) {
        callOfName.push_back(graphCallOf(trace.text(StringId(at))));
    }
    const bool hasCaptures = std::find(callOfName.begin(), callOfName.end(),
                                       GraphCall::BeginCapture) != callOfName.end();
    return !hasCaptures ? std::vector<SliceId>() : scanSlices(trace, [&](SliceId slice) {
        return callOfName[trace.slices().name(slice).index()] != GraphCall::None &&
               isApiCall(trace.kind(slice));
    });
}

void extend(const Trace& trace, SliceId call, GraphCapture& capture) {
    capture.range.end = std::max(capture.range.end, frameAround(trace, call).end);
}

void joinPauses(const Trace& trace, std::vector<GraphCapture>& captures) {
    for (std::size_t at = 1; at < captures.size(); ++at) {
        GraphCapture& before = captures[at - 1];
        const Time next = captures[at].range.begin;
        if (trace.trackOf(before.begin) == trace.trackOf(captures[at].begin) &&
            next - before.range.end <= kMaxCapturePause) {
            before.range.end = std::max(before.range.end, next);
        }
    }
}

}  // namespace

GraphCaptures graphCaptures(const Trace& trace) {
    GraphCaptures found;
    std::vector<GraphCall> callOfName;
    bool isOpen = false;
    for (const SliceId slice : graphCalls(trace, callOfName)) {
        const GraphCall call = callOfName[trace.slices().name(slice).index()];
        std::vector<GraphCapture>& captures = found.captures;
        const bool isSameTrack =
            !captures.empty() && trace.trackOf(slice) == trace.trackOf(captures.back().begin);
        isOpen = isOpen && isSameTrack;
        found.isReplayed = found.isReplayed || call == GraphCall::Launch;
        if (call == GraphCall::BeginCapture && !isOpen) {
            captures.push_back({slice, frameAround(trace, slice)});
            isOpen = true;
        } else if (call == GraphCall::EndCapture && isOpen) {
            extend(trace, slice, captures.back());
            isOpen = false;
        } else if (call == GraphCall::Instantiate && isSameTrack && !isOpen &&
                   trace.slices().start(slice) <= captures.back().range.end + kInstantiationPause) {
            extend(trace, slice, captures.back());
        }
    }
    joinPauses(trace, found.captures);
    return found;
}

}  // namespace gaplight
