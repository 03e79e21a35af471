// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/analysis/ranks/rank_analysis.h"

namespace gaplight {

// How many bytes each rank of a group sends and receives in its all-to-alls: experts' tokens,
// embeddings.
struct AllToAllSizes {
    std::size_t communicator = 0;
    std::vector<std::int64_t> sent;  // by position in the set; 0 where it is not in the group
    std::vector<std::int64_t> received;
    std::vector<std::size_t> operations;  // positions in RankSetAnalysis::collectives
    Duration waits{};                     // exposed, in all collectives of the group

    std::int64_t meanReceived(const RankSetAnalysis& set) const;
    std::size_t mostReceived() const;  // position in the set
};

// One entry for each group with an all-to-all whose sizes are recorded. O(collectives × ranks in
// one).
[[nodiscard]] std::vector<AllToAllSizes> allToAllSizes(const RankSetAnalysis& set);

}  // namespace gaplight
