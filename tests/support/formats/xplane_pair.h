// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/trace/trace.h"

namespace gaplight::test {

struct XplanePair {
    std::string xspace;
    std::string json;  // Kineto's
};

// The events of a Kineto JSON trace that XPlane has a place for, in XPlane's layout and again as
// JSON: kernels, copies and memsets with their facts, calls of CUDA, operators, steps, Python
// frames (named as XLA does). Annotations that are no steps become operators, as XPlane does not
// tell them apart. Left out: what the layout has no place for (waits, shapes, arrows, External
// ids), and memory events.
[[nodiscard]] XplanePair xplanePairOf(const Trace& trace);

}  // namespace gaplight::test
