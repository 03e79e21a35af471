// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/provenance/captured_graphs.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "core/analysis/slices/slice_scan.h"
#include "core/analysis/torch/name_classes.h"

namespace gaplight {
namespace {

enum class CaptureStep : std::uint8_t { None, Begin, End, Kernel, Copy, Memset };

CaptureStep captureStepOf(std::string_view name) {
    switch (graphCallOf(name)) {
        case GraphCall::BeginCapture:
            return CaptureStep::Begin;
        case GraphCall::EndCapture:
            return CaptureStep::End;
        case GraphCall::Launch:
        case GraphCall::Instantiate:
            return CaptureStep::None;
        case GraphCall::None:
            break;
    }
    switch (apiCallOf(name)) {
        case ApiCall::Launch:
            return CaptureStep::Kernel;
        case ApiCall::Copy:
            return name.find("Memset") != std::string_view::npos ? CaptureStep::Memset
                                                                 : CaptureStep::Copy;
        default:
            return CaptureStep::None;
    }
}

// Of every text of a trace; empty where no text begins a capture.
std::vector<CaptureStep> captureSteps(const Trace& trace) {
    std::vector<CaptureStep> steps;
    steps.reserve(trace.strings().size());
    for (std::size_t at = 0; at < trace.strings().size(); ++at) {
        steps.push_back(captureStepOf(trace.text(StringId(at))));
    }
    return std::ranges::find(steps, CaptureStep::Begin) == steps.end() ? std::vector<CaptureStep>()
                                                                       : steps;
}

SliceKind activityOf(CaptureStep step) {
    return step == CaptureStep::Kernel ? SliceKind::Kernel
           : step == CaptureStep::Copy ? SliceKind::Memcpy
                                       : SliceKind::Memset;
}

// A call of the driver inside one of the runtime is the same launch.
bool isInsideCall(const Trace& trace, SliceId call) {
    const SliceId around = trace.slices().parent(call);
    return around.isValid() && isApiCall(trace.kind(around));
}

// The captures that are open in one process while its calls are passed in time order.
class OpenCaptures {
public:
    explicit OpenCaptures(std::vector<CapturedGraph>& graphs) : m_graphs(graphs) {}

    void begin(TrackId thread, SliceId call) {
        m_open.emplace_back(thread, m_graphs.size());
        m_graphs.push_back({call, {}});
    }
    // The capture that began last on the thread; else, since another thread may end it, the last.
    void end(TrackId thread) {
        if (const auto at = find(thread)) {
            m_open.erase(m_open.begin() + static_cast<std::ptrdiff_t>(*at));
        }
    }
    void add(TrackId thread, const CapturedNode& node) {
        if (const auto at = find(thread)) {
            m_graphs[m_open[*at].second].nodes.push_back(node);
        }
    }

private:
    [[nodiscard]] std::optional<std::size_t> find(TrackId thread) const {
        for (std::size_t at = m_open.size(); at-- > 0;) {
            if (m_open[at].first == thread) {
                return at;
            }
        }
        return m_open.empty() ? std::nullopt : std::optional(m_open.size() - 1);
    }

    std::vector<CapturedGraph>& m_graphs;
    std::vector<std::pair<TrackId, std::size_t>> m_open;  // thread and graph
};

void readKernelNames(const LaunchedKernelLookup& lookup, CapturedGraphs& found) {
    std::size_t unnamed = 0;
    for (CapturedGraph& graph : found.graphs) {
        for (CapturedNode& node : graph.nodes) {
            if (node.activity != SliceKind::Kernel) {
                continue;
            }
            const std::string name = lookup(node.call);
            if (!name.empty()) {
                node.kernel = found.kernels.intern(name);
            } else if (++unnamed == kMaxUnnamed) {
                return;
            }
        }
    }
}

}  // namespace

CapturedGraphs capturedGraphs(const Trace& trace, const LaunchIndex& launches,
                              const LaunchedKernelLookup& lookup) {
    CapturedGraphs found;
    const std::vector<CaptureStep> steps = captureSteps(trace);
    if (steps.empty()) {
        return found;
    }
    const SliceTable& slices = trace.slices();
    std::map<ProcessId, std::vector<SliceId>> callsOfProcess;
    for (const SliceId call : scanSlices(trace, [&](SliceId slice) {
             return steps[slices.name(slice).index()] != CaptureStep::None &&
                    isApiCall(trace.kind(slice));
         })) {
        callsOfProcess[trace.tracks()[trace.trackOf(call).index()].process].push_back(call);
    }
    for (auto& [process, calls] : callsOfProcess) {
        std::ranges::stable_sort(calls, {}, [&](SliceId call) { return slices.start(call); });
        OpenCaptures open(found.graphs);
        for (const SliceId call : calls) {
            const CaptureStep step = steps[slices.name(call).index()];
            if (step == CaptureStep::Begin) {
                open.begin(trace.trackOf(call), call);
            } else if (step == CaptureStep::End) {
                open.end(trace.trackOf(call));
            } else if (launches.activitiesOf(call).empty() && !isInsideCall(trace, call)) {
                open.add(trace.trackOf(call), {call, activityOf(step), {}});
            }
        }
    }
    std::erase_if(found.graphs, [](const CapturedGraph& graph) { return graph.nodes.empty(); });
    readKernelNames(lookup, found);
    return found;
}

}  // namespace gaplight
