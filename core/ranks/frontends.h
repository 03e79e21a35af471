// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/ranks/clock_fit.h"
#include "core/session/session.h"

namespace gaplight {

// The process of a server that takes requests and hands out tokens (vLLM's "async_llm"): a trace
// of host threads without a GPU, which is no rank.
struct FrontendSession {
    std::shared_ptr<const Session> session;
    std::optional<AxisClock> axis;  // of the ranks; empty: its clock or theirs is not recorded
};

// The axis of a frontend by the clock that it and a rank record. `clocks`: of `ranks`.
[[nodiscard]] std::optional<AxisClock> axisOfFrontend(
    const Trace& frontend, std::span<const std::shared_ptr<const Session>> ranks,
    std::span<const RankClock> clocks);

// What the busiest thread of a frontend does.
struct FrontendWork {
    std::string thread;
    std::vector<TimeRange> busy;  // within its outermost slices, ascending, on its trace's clock
    Duration busyTime{};
    std::vector<std::pair<std::string, Duration>> code;  // outermost slices by name, longest first
};
// O(slices).
[[nodiscard]] FrontendWork workOfFrontend(const Session& session);

}  // namespace gaplight
