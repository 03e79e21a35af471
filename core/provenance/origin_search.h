// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/text_pattern.h"
#include "core/provenance/provenance.h"
#include "core/trace/trace.h"

namespace gaplight {

// Slices that a pattern finds by where they come from: replayed nodes by an annotation, module,
// frame or operator around the captured call, at any depth; generated kernels by a line
// ("model.py:12", its code or its function), an operator or a fused node. Ascending, each once.
// O(paths + texts of the log + nodes): each text is matched once.
[[nodiscard]] std::vector<SliceId> searchOrigins(const Provenance& known,
                                                 const TextPattern& pattern);

// The text that such a pattern found a slice by, the innermost of several; empty if it did not.
[[nodiscard]] std::string foundOrigin(const Provenance& known, SliceId slice,
                                      const TextPattern& pattern);

}  // namespace gaplight
