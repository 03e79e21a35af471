// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/torch/name_classes.h"
#include "core/trace/trace.h"

namespace gaplight {

// The wait that PyTorch puts right after a copy that may not be asynchronous, in the same
// operator; invalid if there is none. O(1).
[[nodiscard]] SliceId waitBehindCopy(const Trace& trace, const NameClasses& names,
                                     SliceId copyCall);

}  // namespace gaplight
