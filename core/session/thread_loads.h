// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "core/scene/model/thread_load.h"
#include "core/session/session.h"

namespace gaplight {

// The threads that are busy longest, in the order of the timeline, at most kMaxThreadLoads. Busy is
// a thread in the slices of its first row that no slice fills (coveringRows): below those that say
// nothing, where there is more than little. O(slices).
inline constexpr std::size_t kMaxThreadLoads = 6;
[[nodiscard]] std::vector<ThreadLoad> threadLoads(const Session& session);

}  // namespace gaplight
