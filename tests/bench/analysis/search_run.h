// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gaplight::bench {

// How long one search takes.
struct SearchRun {
    std::string query;
    double firstMilliseconds = 0;  // until the first hits can be shown
    double allMilliseconds = 0;    // until all can be listed, drawn and walked through
    std::size_t hits = 0;
};

// Searches for a name, for an expression, and for what every slice has, in a made trace of about
// `slices` slices; best of several.
[[nodiscard]] std::vector<SearchRun> searchRuns(std::size_t slices);

// Searches for a key of args that all slices have: while the args are being read, and again when
// they are known.
[[nodiscard]] std::vector<SearchRun> argSearchRuns(std::size_t slices);

}  // namespace gaplight::bench
