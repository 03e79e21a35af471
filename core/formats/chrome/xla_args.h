// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/formats/chrome/batch_writer.h"
#include "core/formats/chrome/json/json_token.h"

namespace gaplight {

// Reads those args of an event that have a column, by the keys that JAX and XLA write. Their events
// have no category. A GPU's events do not say which GPU they ran on: XlaTracks adds its number to
// their correlations. True where the event is a step.
bool promoteXlaArgs(const Token& args, std::uint32_t slice, BatchWriter& writer);

}  // namespace gaplight
