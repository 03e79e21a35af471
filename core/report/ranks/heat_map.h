// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/ranks/rank_set.h"
#include "core/report/text/report_page.h"

namespace gaplight {

// Ranks by steps: how long each rank waited in each step, and for how long it was late. As a table
// of at most `maxSteps` steps (the last ones), and as a figure of all: the darker a cell, the
// larger the share of the step that the rank waited; a frame marks a rank that was late.
[[nodiscard]] PageTable heatTable(const RankSet& set, std::size_t maxSteps);
[[nodiscard]] PageFigure heatFigure(const RankSet& set);

}  // namespace gaplight
