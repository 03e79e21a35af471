// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/ranks/rank_set.h"

namespace gaplight {

// One collective in lines of plain text: what it is; who is late, by how much, why; how long each
// rank waits; its transfer. At most `maxRanks` ranks are listed, those that wait most.
// `collective`: position in RankSetAnalysis::collectives.
[[nodiscard]] std::vector<std::string> collectiveText(const RankSet& set, std::size_t collective,
                                                      std::size_t maxRanks = 8);

}  // namespace gaplight
