// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/time.h"
#include "core/provenance/replay_origins.h"

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

}  // namespace gaplight
