// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace gaplight::test {

// Which rank of its job a trace is of.
struct JobRank {
    std::uint32_t rank = 1;
    std::uint32_t ranks = 2;
};
// "[0, 1, 2]"
[[nodiscard]] std::string allRanksText(const JobRank& job);

// Members beside the events of a file of Kineto's, as JSON. Bits of `form`: 1 the profiler's
// options, 2 the clock, 4 the job, 8 no GPUs, 16 and 32 together GPUs with numbers that
// none can have.
[[nodiscard]] std::string factsText(std::uint32_t form, std::uint32_t devices,
                                    const JobRank& job = {});

}  // namespace gaplight::test
