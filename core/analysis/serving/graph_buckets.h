// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/serving/iterations.h"

namespace gaplight {

// Sets graphClass, bucket and isBucketInferred of iterations whose mode is Full or Piecewise. The
// bucket of a class is, of these the first that is known: the one that a name of the class has; the
// smallest size captured in the trace that holds the largest iteration of the class; the grid size,
// not below that iteration and below all that a graph of larger ones was taken for, that most
// kernels of the class have. Kernels that every class launches
// alike do not depend on the bucket and are left out.
// `replayed`: per iteration, the kernels of its graphs. O(kernels of graphs).
void findBuckets(const Trace& trace, std::span<const std::vector<SliceId>> replayed,
                 ServingIterations& iterations);

}  // namespace gaplight
