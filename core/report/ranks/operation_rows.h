// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/analysis/ranks/rank_analysis.h"
#include "core/base/time.h"

namespace gaplight {

// Collectives of one communicator, operation and message size.
struct OperationRow {
    std::size_t communicator = 0;
    std::string_view operation;
    std::int64_t bytes =
        -1;  // the larger of input and output, on the rank that has most; -1: not known
    std::size_t count = 0;
    Duration skew{};  // medians
    Duration transfer{};
    Duration wait{};  // sums over ranks
    Duration exposedWait{};
    // Bytes that a rank sends, as nccl-tests counts them (all-reduce 2 B (n - 1) / n, broadcast and
    // send B, others B (n - 1) / n); empty where the size is not known.
    std::optional<std::int64_t> sentBytes;
};

// The rows with most waiting first. O(collectives log rows).
[[nodiscard]] std::vector<OperationRow> operationRows(const RankSetAnalysis& set);

}  // namespace gaplight
