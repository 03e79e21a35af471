// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gaplight::bench {

// What one query takes, the best of several.
struct QueryRun {
    std::string what;
    double milliseconds = 0;
    double megabytes = 0;  // of memory beyond that of the trace, at most
    std::size_t rows = 0;
};

// Sums by name over all slices of a made trace of about `slices` slices; then about 1,000 slices by
// a range of times.
[[nodiscard]] std::vector<QueryRun> queryRuns(std::size_t slices);

}  // namespace gaplight::bench
