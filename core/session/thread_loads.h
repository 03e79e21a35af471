// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "core/scene/model/thread_load.h"
#include "core/session/session.h"

namespace gaplight {

// The threads with the longest busy time in the range that a view begins with (mainRange()), in the
// order of the timeline, at most kMaxThreadLoads.
// Busy time is that of the first row whose slices do not cover nearly the whole trace
// (coveringRows); where that row has little time, of the row above it. O(slices).
inline constexpr std::size_t kMaxThreadLoads = 6;
[[nodiscard]] std::vector<ThreadLoad> threadLoads(const Session& session);

}  // namespace gaplight
