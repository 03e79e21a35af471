// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text_pattern.h"
#include "core/base/time.h"
#include "core/provenance/provenance.h"
#include "core/provenance/replay_origins.h"
#include "core/trace/trace.h"

namespace gaplight {

// The replayed nodes that one operator of one module launched under one annotation.
struct OriginTotal {
    std::array<std::string_view, kOriginKinds> text;  // by OriginKind; empty: none
    std::uint64_t nodes = 0;
    Duration time{};
    SliceId longest;
    OriginConfidence confidence = OriginConfidence::Names;  // of the least sure one
};

// Most time first; texts are those of `origins`. O(nodes + paths × depth).
[[nodiscard]] std::vector<OriginTotal> totalsOfOrigins(const Trace& trace,
                                                       const ReplayOrigins& origins);

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
