// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "core/scene/panels/occupancy_scene.h"
#include "core/session/session.h"
#include "widgets/selection/detail_list_model.h"

namespace gaplight::ui {

// How a kernel was launched and how far that fills its GPU.
struct KernelFacts {
    std::vector<DetailRow> rows;  // grid, block, registers, shared memory, occupancy, waves
    std::optional<OccupancyDiagram> occupancy;  // empty where the GPU or the launch is not known
};

// Empty for a slice that is no kernel. O(log kernels).
[[nodiscard]] KernelFacts kernelFacts(const Session& session, SliceId slice);

}  // namespace gaplight::ui
