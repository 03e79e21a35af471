// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <vector>

#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// A CUDA or HIP graph is captured: the calls of a thread are recorded into a graph, and nothing is
// meant to run.
struct GraphCapture {
    SliceId begin;  // the call that begins the capture
    // From there to the call that ends the capture or, if that follows, instantiates the graph;
    // with the frames of torch/cuda/graphs.py around these calls, and until the next capture of
    // the thread if that begins within kMaxCapturePause.
    TimeRange range;
};

struct GraphCaptures {
    std::vector<GraphCapture> captures;  // by slice
    bool isReplayed = false;             // the trace launches graphs, too
};

inline constexpr Duration kMaxCapturePause = std::chrono::milliseconds(10);
// Capture calls and graph launches are found by their names. One parallel pass over all slices.
[[nodiscard]] GraphCaptures graphCaptures(const Trace& trace);

}  // namespace gaplight
