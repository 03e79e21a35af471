// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/ranks/pipeline_times.h"
#include "core/ranks/rank_set.h"
#include "core/ranks/rules/rank_rules.h"
#include "core/report/table/table.h"
#include "core/scene/display/theme.h"

namespace gaplight {

// One collective in lines of plain text: what it is; who is late, by how much, why; how long each
// rank waits; its transfer. At most `maxRanks` ranks are listed, those that wait most.
// `collective`: position in RankSetAnalysis::collectives.
[[nodiscard]] std::vector<std::string> collectiveText(const RankSet& set, std::size_t collective,
                                                      std::size_t maxRanks = 8);

// One row for each stage, pipeline after pipeline. Targets: positions of the ranks in the set.
[[nodiscard]] Table pipelineTable(const RankSet& set, std::span<const PipelineTimes> pipelines);

// "stage imbalance 1.40: rank 2 computes 61.0 ms, the mean is 43.7 ms; bubbles 25.1 % between the
// first and the last of 4 micro-batches".
[[nodiscard]] std::string pipelineSentence(const RankSet& set, const PipelineTimes& pipeline);

// Stages by time in one step, as SVG with variables; empty where it cannot be drawn.
[[nodiscard]] std::string pipelineSvg(const RankSet& set, const PipelineTimes& pipeline,
                                      const Theme& theme);

// Totals of each rank, in the order of the set.
[[nodiscard]] Table ranksTable(const RankSet& set);

// One row for each of operationRows(); targets are their communicators.
[[nodiscard]] Table operationsTable(const RankSet& set);

// What each rank sends and receives in all-to-alls, a row for each rank of each group.
[[nodiscard]] Table tokensTable(const RankSet& set);

// Equal kernels that one rank takes at least 2 % longer for, the largest difference first.
[[nodiscard]] Table equalKernelsTable(const RankSet& set, std::span<const EqualKernel> kernels);

// One row for each finding: severity, title.
[[nodiscard]] Table rankFindingsTable(const RankAssessment& assessment);

// One row for each of `collectives`: positions in RankSetAnalysis::collectives, which are the
// targets of the rows.
[[nodiscard]] Table lateTable(const RankSet& set, std::span<const std::size_t> collectives);

}  // namespace gaplight
