// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.h"
#include "core/ranks/communicator_link.h"
#include "core/ranks/rank_set.h"

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
    Duration wait{};  // sums over ranks of the time in which any of these calls waits
    Duration exposedWait{};
    // Bus bandwidth at the median transfer, as nccl-tests defines it (busFactor()), in bytes per
    // second. Empty where the size is not known, and where a kernel serves several calls: when it
    // works on which of them is not recorded.
    std::optional<double> busBandwidth;
    // What the link allows (CommunicatorLink); empty: not known.
    std::optional<double> linkBandwidth;

    // busBandwidth / linkBandwidth; empty where one of the two is not known.
    std::optional<double> linkShare() const {
        return busBandwidth && linkBandwidth ? std::optional(*busBandwidth / *linkBandwidth)
                                             : std::nullopt;
    }
};

// The rows with most waiting first. O(collectives log rows).
[[nodiscard]] std::vector<OperationRow> operationRows(const RankSet& set);
// The same over all communicators, without bandwidths.
[[nodiscard]] std::vector<OperationRow> operationRowsOfAllGroups(const RankSet& set);

// What connects the GPUs of each group: "group 0: NVLink 4, at most 450 GB/s from each GPU". One
// line for all groups alike; of many groups the first are named.
[[nodiscard]] std::vector<std::string> linkLines(const RankSet& set);

}  // namespace gaplight
