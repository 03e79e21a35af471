// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/session/scene_data.h"
#include "widgets/selection/detail_list_model.h"

namespace gaplight::ui {

inline constexpr std::size_t kMaxLinks = 50;  // of one kind; a graph launch can have thousands

// Slices that a slice is linked to by a launch or by a flow event, with delays.
struct SliceLinks {
    std::vector<DetailRow> preceding;     // its launch, sources of flows to it
    std::vector<DetailRow> following;     // GPU activities that it launched, targets of its flows
    std::optional<Duration> launchDelay;  // of a GPU activity: from the end of its launch
};
// O(log slices), and O(links) up to kMaxLinks of each kind.
[[nodiscard]] SliceLinks sliceLinks(const SceneData& data, SliceId slice);

// Adds a row "and 12 more" if `count` is above kMaxLinks.
void addMoreRow(std::vector<DetailRow>& rows, std::size_t count);

}  // namespace gaplight::ui
