// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "core/analysis/ranks/pipeline_times.h"
#include "core/ranks/rank_set.h"
#include "core/report/table/table.h"
#include "core/scene/display/theme.h"

namespace gaplight {

// One row for each stage, pipeline after pipeline. Targets: positions of the ranks in the set.
[[nodiscard]] Table pipelineTable(const RankSet& set, std::span<const PipelineTimes> pipelines);

// "stage imbalance 1.40: rank 2 computes 61.0 ms, the mean is 43.7 ms; bubbles 25.1 % between the
// first and the last of 4 micro-batches".
[[nodiscard]] std::string pipelineSentence(const RankSet& set, const PipelineTimes& pipeline);

// Stages by time in one step, as SVG with variables; empty where it cannot be drawn.
[[nodiscard]] std::string pipelineSvg(const RankSet& set, const PipelineTimes& pipeline,
                                      const Theme& theme);

}  // namespace gaplight
