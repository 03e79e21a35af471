// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/analysis/ranks/joint_collective.h"

namespace gaplight {

// Ranks that send to each other, directly or through others: the stages of one pipeline, as
// positions in the set. From the first stage to the last: of two stages, the first message goes
// forward. Where messages go round (interleaved stages) the lowest rank is first.
using Pipeline = std::vector<std::size_t>;

// By their first stages. Empty where no rank sends to another. `collectives`: by first arrival.
// O(messages log pairs).
[[nodiscard]] std::vector<Pipeline> findPipelines(std::span<const JointCollective> collectives);

}  // namespace gaplight
