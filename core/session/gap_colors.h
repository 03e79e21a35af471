// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "core/detectors/engine/rule.h"
#include "core/scene/display/color_ref.h"
#include "core/session/session.h"

namespace gaplight {

[[nodiscard]] Role idleColor(IdleClass idleClass);

// Per gap of a GPU (`device`: position in Analysis::devices), by the class of its explanation.
// O(gaps).
[[nodiscard]] std::vector<ColorRef> gapColors(const Session& session, std::size_t device);

}  // namespace gaplight
