// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "app/args/command_line.h"
#include "core/compare/comparison.h"
#include "core/report/figure/figure_plan.h"
#include "core/session/scene_data.h"

namespace gaplight::ui {

// The data of 'gaplight export'.
struct ExportedTraces {
    std::shared_ptr<const Session> session;
    std::shared_ptr<const SceneData> data;
    std::shared_ptr<const SceneData> other;  // null: one trace alone
    std::optional<Comparison> comparison;    // of two
};

// The figure requested, with the parts of the request that only traces can answer: ranges,
// findings, notes, replays. `traces` must outlive it. Errors: BadArgument; those of SidecarFile.
[[nodiscard]] Result<FigurePlan> exportPlan(const ExportRequest& request,
                                            const ExportedTraces& traces);

}  // namespace gaplight::ui
