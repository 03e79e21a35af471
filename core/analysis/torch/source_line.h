// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// "a/module.py:2600": file and line of the innermost Python frame around a slice, itself included;
// for work of a GPU, around the call that launched it. Empty if there is no frame. O(depth).
[[nodiscard]] std::string sourceAround(const Trace& trace, const LaunchIndex& launches,
                                       SliceId slice);

}  // namespace gaplight
