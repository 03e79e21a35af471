// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <utility>

#include "core/trace/trace.h"

namespace gaplight {

// Facts from the top-level values of a trace, given as (key, raw JSON). Unknown values, and those
// of an unexpected type, become `metadata`.
[[nodiscard]] TraceFacts factsOfTopLevel(
    std::span<const std::pair<std::string, std::string>> values, bool hasKinetoEvents);

}  // namespace gaplight
