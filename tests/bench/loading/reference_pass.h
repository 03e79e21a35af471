// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace gaplight::bench {

// What any reader of a trace must at least do: read the file, and on one thread touch name, cat,
// ph, ts, dur, pid and tid of every event with simdjson On-Demand.
struct ReferencePass {
    std::uint64_t events = 0;
    double checksum = 0;  // of what was touched, so that none of it is optimized away
    double readSeconds = 0;
    double seconds = 0;  // in all
};

// Throws simdjson's error where the trace is not plain JSON of less than 4 GiB.
[[nodiscard]] ReferencePass referencePass(const std::string& path);

}  // namespace gaplight::bench
