// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <utility>

#include "core/trace/trace.h"

namespace gaplight {

// What the top-level values of a trace, as (key, raw JSON), say about it. Values that are not
// what they should be stay among `metadata` as they are.
[[nodiscard]] TraceFacts factsOfTopLevel(
    std::span<const std::pair<std::string, std::string>> values, bool hasKinetoEvents);

}  // namespace gaplight
