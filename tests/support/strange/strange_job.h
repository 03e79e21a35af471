// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gaplight::test {

// The traces of two to eight ranks of one job, as PyTorch's profiler could write them.
struct StrangeJob {
    std::vector<std::string> traces;
    bool isCut = false;  // else all ranks record the same calls
};

// The bytes are the decisions of the job: ranks compute and pause, call for collectives of all
// ranks or of half of them, send to each other along a pipeline, in pairs and in coalesced rings,
// on several streams, in kernels that serve several calls and in calls of several kernels. Clocks
// differ; ranks are missing; traces may be cut, so that steps have no length; calls, launches and
// one arg of a call may not be recorded. The same bytes give the same job.
[[nodiscard]] StrangeJob strangeJob(std::span<const std::uint8_t> bytes);

}  // namespace gaplight::test
