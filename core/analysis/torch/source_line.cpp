// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/torch/source_line.h"

#include "core/analysis/torch/python_frame.h"

namespace gaplight {

std::string sourceAround(const Trace& trace, const LaunchIndex& launches, SliceId slice) {
    if (slice.isValid()) {
        const SliceId launch = launches.launchOf(slice);
        slice = launch.isValid() ? launch : slice;
    }
    std::string source;
    while (slice.isValid() && source.empty()) {
        source = sourceOfFrame(trace.name(slice));
        slice = trace.slices().parent(slice);
    }
    return source;
}

}  // namespace gaplight
