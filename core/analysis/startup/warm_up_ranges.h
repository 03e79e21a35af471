// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/analysis/startup/steady_loop.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// Whether the name of a range says that it warms up: one of its words is "warmup", or two that
// follow one another are "warm" and "up". Words are parted by what is no letter; case is ignored.
[[nodiscard]] bool isWarmUpName(std::string_view name);

// The annotations by which a program says that it warms up: those of such a name that begin before
// the first steady step, and after whose end their source launches more work. In the order of
// `annotations`. O(annotations), and O(launches) where there is one.
[[nodiscard]] std::vector<SliceId> warmUpRanges(const Trace& trace, const LaunchIndex& launches,
                                                const SteadyLoop& loop,
                                                std::span<const SliceId> annotations);

}  // namespace gaplight
