// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// The range of an annotation on a GPU: from the start of the first activity whose launch starts
// inside it, on the same thread, to the end of the last one. Idle time in between is part of it.
struct AnnotationExtent {
    SliceId annotation;
    GpuId gpu;
    TimeRange range;
};

// By (GPU, begin), enclosing ones first; annotations that launched nothing have none.
// `annotations` ascending. O(activities × (log annotations + annotation depth)).
[[nodiscard]] std::vector<AnnotationExtent> annotationExtents(const Trace& trace,
                                                              const LaunchIndex& launches,
                                                              std::span<const SliceId> annotations);

}  // namespace gaplight
