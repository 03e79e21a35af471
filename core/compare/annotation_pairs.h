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
    // Other names, but the only ones between two pairs, and one of them is a compiled graph: where
    // a whole module is compiled, the graph takes the place of its annotation.
    bool byPlace = false;

    friend bool operator==(const AnnotationPair&, const AnnotationPair&) = default;
};

// Annotations of the two runs' main annotated threads (the one whose annotations span most) by
// key and order, level by level: what lies in a pair can only match what lies in its partner. Where
// an annotation has no partner, those inside it are tried in its place. With pairs of steps, what
// begins in a step only matches what begins in the paired one. In the order of A. Stops early with
// pairs that are to be dropped.
[[nodiscard]] std::vector<AnnotationPair> pairAnnotations(const ComparedTrace& a,
                                                          const ComparedTrace& b,
                                                          const AnnotationKeys& keys,
                                                          std::span<const StepPair> steps,
                                                          const std::stop_token& stop = {});

// The thread whose annotations span most; an invalid id without annotations.
[[nodiscard]] TrackId mainAnnotatedThread(const ComparedTrace& run);

}  // namespace gaplight
