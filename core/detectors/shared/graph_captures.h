// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/analysis/steps/steps.h"
#include "core/detectors/engine/detector.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/trace/trace.h"

namespace gaplight {

// One capture of a CUDA graph with what it brings along: from a cudaStreamBeginCapture to the next
// cudaGraphInstantiate of its thread; a call without the other counts for itself. Part of it, where
// at most four launches are made and recorded code takes less than half of the time:
//   before  since the last wait for the GPU, and since waits for the whole device before that
//           (torch.cuda.graph synchronizes, collects garbage, empties the allocator's cache, seeds
//           a generator; torch.compile's graphs do so several times)
//   after   until the graph is first replayed (its outputs and memory are registered)
struct GraphCaptureSpan {
    TrackId track;
    std::vector<SliceId> calls;  // in time order
    TimeRange range{};

    // What it brings along is of its step.
    void cutTo(TimeRange step, const SliceTable& slices);
};

// Of the calls that begin in the analyzed range, in time order per thread. O(texts); where there
// are captures, one parallel pass over all slices.
[[nodiscard]] std::vector<GraphCaptureSpan> findGraphCaptures(const DetectorInput& input);

// Whether a graph is replayed in a steady step. One parallel pass over all slices.
[[nodiscard]] bool replaysGraphs(const DetectorInput& input, const StepIndex& steps);

// Adds a capture to the findings of its place: its calls and a bracket around it as evidence, the
// host's time without waits, the gaps of GPUs that end with work of its thread, and an edit in
// which it takes no time.
void addCapture(const DetectorInput& input, const GraphCaptureSpan& capture, FindingGroup& group);

}  // namespace gaplight
