// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/analysis/host/blocking_calls.h"
#include "core/analysis/startup/first_uses.h"
#include "core/analysis/startup/steady_loop.h"
#include "core/analysis/torch/name_classes.h"
#include "core/trace/trace.h"

namespace gaplight {

// First uses of the kinds Autotuning, Planning and Operator, as defined in first_uses.h, of
// operators that start in `range`. `known`: the first uses among API calls. O(slices + operators ×
// known).
[[nodiscard]] std::vector<FirstUseCall> operatorFirstUses(
    const Trace& trace, const NameClasses& names, const SteadyLoop& loop,
    std::span<const BlockingCall> blockingCalls, std::span<const FirstUseCall> known,
    TimeRange range);

}  // namespace gaplight
