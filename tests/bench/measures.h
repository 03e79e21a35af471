// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "tests/bench/timing/result_table.h"

namespace gaplight::bench {

struct BenchOptions {
    std::string source = GAPLIGHT_BENCH_SOURCE;
    std::uint64_t megabytes = 1100;
    std::string ranks = GAPLIGHT_BENCH_RANKS;  // recorded ranks of one run, to repeat
    std::uint64_t rankMegabytes = 250;         // of each of eight traces made of them
    std::string folder;
    std::size_t slices = 10'000'000;
    std::string program = GAPLIGHT_BENCH_PROGRAM;  // empty: no first frame
    std::string only;  // measures whose name has this text; gzip, pack and replay need "loading"
};

// Takes every measure, one after another, telling standard error which. A measure that fails is a
// row of the table that says so.
[[nodiscard]] ResultTable measureAll(const BenchOptions& options);

}  // namespace gaplight::bench
