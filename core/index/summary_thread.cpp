// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/summary_thread.h"

#include <string_view>

namespace gaplight {

bool isCriticalPath(const Trace& trace, const Track& track) {
    if (track.sliceCount == 0 || trace.text(track.name) != "Critical Path") {
        return false;
    }
    const CategoryId category = trace.slices().category(track.firstSlice);
    return trace.text(trace.categories()[category.index()].name) == "critical path component";
}

namespace {

// Whether a track of TensorFlow repeats the streams of a GPU, which are in the trace too: their
// process has the name of the GPU.
bool repeatsStreams(const Trace& trace, const Track& track) {
    const std::string_view process = track.process.isValid()
                                         ? trace.text(trace.processes()[track.process.index()].name)
                                         : std::string_view();
    for (const std::string_view repeated : {"/stream:all Compute", "/memcpy Compute"}) {
        if (process.ends_with(repeated)) {
            return trace.findText(process.substr(0, process.size() - repeated.size())).has_value();
        }
    }
    return false;
}

}  // namespace

bool isSummaryThread(const Trace& trace, const Track& track) {
    constexpr std::string_view kTotal = "Total ";
    if (isCriticalPath(trace, track) || repeatsStreams(trace, track)) {
        return true;
    }
    if (track.sliceCount != 1) {
        return false;
    }
    const std::string_view name = trace.name(track.firstSlice);
    return name.starts_with(kTotal) && (trace.findText(name.substr(kTotal.size())).has_value() ||
                                        trace.findText("Total ExecuteCompiler").has_value());
}

std::vector<TrackId> hostThreads(const Trace& trace) {
    std::vector<TrackId> threads;
    for (std::size_t at = 0; at < trace.tracks().size(); ++at) {
        const Track& track = trace.tracks()[at];
        if (track.kind == TrackKind::Thread && !track.gpu && track.sliceCount > 0 &&
            !isSummaryThread(trace, track)) {
            threads.emplace_back(at);
        }
    }
    return threads;
}

}  // namespace gaplight
