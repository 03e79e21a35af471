// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "core/scene/model/busy_profile.h"
#include "core/session/session.h"

namespace gaplight {

// How a GPU spends its window, with gaps colored by the class of their explanation (`device`:
// position in Analysis::devices). O(activities + gaps).
[[nodiscard]] GpuTime gpuTimeOf(const Session& session, std::size_t device);

}  // namespace gaplight
