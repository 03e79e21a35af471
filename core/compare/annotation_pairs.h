// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "core/compare/annotation_key.h"
#include "core/compare/compared_trace.h"
#include "core/compare/step_pairs.h"

namespace gaplight {

struct AnnotationPair {
    SliceId a;
    SliceId b;
    std::uint16_t depth = 0;  // annotations around it, in A
    // The names differ, but both are the only annotations between two pairs and one is a compiled
    // graph: a compiled module's graph replaces the module's annotation.
    bool byPlace = false;

    friend bool operator==(const AnnotationPair&, const AnnotationPair&) = default;
};

// Pairs the annotations of both runs' main annotated threads by key and order, level by level:
// annotations inside a paired annotation match only those inside its partner. If an annotation has
// no partner, its children are tried in its place. With step pairs, annotations that start in a
// step match only those that start in the paired step. Sorted as in A. Stops early with pairs that
// are to be dropped.
[[nodiscard]] std::vector<AnnotationPair> pairAnnotations(const ComparedTrace& a,
                                                          const ComparedTrace& b,
                                                          const AnnotationKeys& keys,
                                                          std::span<const StepPair> steps,
                                                          const std::stop_token& stop = {});

// The thread whose annotations cover the most time; invalid without annotations.
[[nodiscard]] TrackId mainAnnotatedThread(const ComparedTrace& run);

}  // namespace gaplight
