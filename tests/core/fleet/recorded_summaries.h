// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/fleet/fleet.h"
#include "core/ranks/rank_set.h"

namespace gaplight::test {

// A recorded set, opened once.
std::shared_ptr<const RankSet> openedSet(const std::string& name);

// The file of a rank's summary, as 'gaplight summarize' makes it.
std::string summaryOf(const RankSession& rank);

// What is read of a summary's bytes.
Result<RankSummary> readFrom(const std::string& bytes);

// The fleet of the summaries of a recorded set.
std::vector<FleetRank> summarizedRanks(const std::string& name);

}  // namespace gaplight::test
