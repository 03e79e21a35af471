// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "core/scene/panels/occupancy_scene.h"
#include "core/session/session.h"
#include "widgets/selection/detail_list_model.h"

namespace gaplight::ui {

// Launch configuration and occupancy of a kernel.
struct KernelFacts {
    std::vector<DetailRow> rows;  // grid, block, registers, shared memory, occupancy, waves
    std::optional<OccupancyDiagram>
        occupancy;  // empty if the GPU or the launch configuration is not known
};

// Empty for other slices than kernels. O(log kernels).
[[nodiscard]] KernelFacts kernelFacts(const Session& session, SliceId slice);

}  // namespace gaplight::ui
