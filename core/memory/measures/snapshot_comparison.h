// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/memory/measures/memory_holders.h"

namespace gaplight {

// What one line holds at the peak of two snapshots.
struct HolderChange {
    std::string line;  // of the second snapshot, where it is in both
    std::int64_t a = 0;
    std::int64_t b = 0;
    std::uint64_t countA = 0;
    std::uint64_t countB = 0;

    std::int64_t change() const { return b - a; }
};

// What got larger or smaller, the largest change first. Lines correspond by file, number and
// function; what is left over, by file and function where each has one. The changes sum to the
// change of the peak. O((a + b) log (a + b)).
[[nodiscard]] std::vector<HolderChange> compareHolders(const std::vector<MemoryHolder>& a,
                                                       const OwnFrames& framesA,
                                                       const std::vector<MemoryHolder>& b,
                                                       const OwnFrames& framesB);

}  // namespace gaplight
