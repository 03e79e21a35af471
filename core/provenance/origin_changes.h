// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/torch/place.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/provenance/replay_origins.h"
#include "core/trace/trace.h"

namespace gaplight {

// Kernels of one run that come from one part of the program.
struct OriginSum {
    std::uint64_t kernels = 0;
    Duration time{};
};

// A module or an operator: the innermost one around the launch of a kernel or, of a replayed
// kernel, around the call that was captured.
struct OriginChange {
    OriginKind kind = OriginKind::Module;
    std::string name;
    std::array<OriginSum, 2> runs;
};

// The name of `row` without the prefix that frames of modules have ("nn.Module: ").
[[nodiscard]] std::string_view originShortName(const OriginChange& row);

// GPU time of two runs by the parts of the program that it comes from. A kernel counts once among
// the modules and once among the operators.
struct OriginChanges {
    std::vector<OriginChange> rows;  // modules, then operators; those with most time in a run first
    std::array<OriginSum, 2> kernels;   // all
    std::array<OriginSum, 2> unplaced;  // those without a module and an operator
};

// One run. The referenced objects must outlive the call.
struct OriginRun {
    const Trace& trace;
    const LaunchIndex& launches;
    const PlaceFinder& places;
    const ReplayOrigins* replays = nullptr;  // null: nothing beyond the trace
    TimeRange range{};                       // kernels that start in it
};

// O(kernels + launches × depth).
[[nodiscard]] OriginChanges compareOrigins(const OriginRun& a, const OriginRun& b);

}  // namespace gaplight
