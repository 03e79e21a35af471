// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/memory/rules/memory_rules.h"
#include "core/scene/memory/memory_view_scene.h"

namespace gaplight {

// The steps of one GPU, as named above its view.
[[nodiscard]] std::vector<SnapshotStep> snapshotStepsOf(const MemoryModel& model,
                                                        const DeviceMemoryFacts& facts);

// Where the findings about one GPU show.
[[nodiscard]] std::vector<MemoryTick> memoryTicksOf(const MemoryAssessment& assessment,
                                                    std::int32_t device);

}  // namespace gaplight
