// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/torch/step_number.h"

#include <algorithm>

#include "core/analysis/torch/annotation_name.h"

namespace gaplight {

std::size_t stepNumber(const Trace& trace, Time begin, std::size_t ordinal) {
    const auto starts = trace.slices().starts();
    for (const Track& track : trace.tracks()) {
        if (track.sliceCount == 0 || track.kind != TrackKind::Thread) {
            continue;
        }
        const auto first = starts.begin() + static_cast<std::ptrdiff_t>(track.firstSlice.index());
        const auto last = first + track.sliceCount;
        for (auto at = std::lower_bound(first, last, begin); at != last && *at == begin; ++at) {
            const SliceId slice(static_cast<std::size_t>(at - starts.begin()));
            if (trace.kind(slice) != SliceKind::UserAnnotation) {
                continue;
            }
            if (const auto number = profilerStepNumber(trace.name(slice))) {
                return *number;
            }
        }
    }
    return ordinal;
}

}  // namespace gaplight
