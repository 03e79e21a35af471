// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/host/profiler_slowdown.h"

#include <algorithm>

namespace gaplight {

bool hasPythonStacks(const Trace& trace) {
    return std::any_of(
        trace.categories().begin(), trace.categories().end(),
        [](const Category& category) { return category.kind == SliceKind::PythonFunction; });
}

std::int64_t profiledHostPercent(const Trace& trace) {
    return hasPythonStacks(trace) ? kStacksHostPercent : kProfiledHostPercent;
}

}  // namespace gaplight
