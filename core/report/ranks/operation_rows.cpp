// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/ranks/operation_rows.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "core/base/statistics.h"

namespace gaplight {
namespace {

std::optional<std::int64_t> bytesSent(const JointCollective& joint, std::int64_t bytes) {
    if (bytes <= 0) {
        return std::nullopt;
    }
    const auto ranks = static_cast<std::int64_t>(joint.parts.size());
    if (joint.isSendReceive || joint.operation == "broadcast") {
        return bytes;
    }
    const std::int64_t each = bytes / ranks * (ranks - 1);
    return joint.operation == "allreduce" ? 2 * each : each;
}

}  // namespace

std::vector<OperationRow> operationRows(const RankSetAnalysis& set) {
    using Key = std::tuple<std::size_t, std::string_view, std::int64_t>;
    std::map<Key, std::vector<const JointCollective*>> groups;
    for (const JointCollective& joint : set.collectives) {
        groups[{joint.communicator, joint.operation, messageBytes(set, joint)}].push_back(&joint);
    }
    std::vector<OperationRow> rows;
    for (const auto& [key, collectives] : groups) {
        OperationRow row;
        std::tie(row.communicator, row.operation, row.bytes) = key;
        row.count = collectives.size();
        std::vector<Duration> skews;
        std::vector<Duration> transfers;
        for (const JointCollective* joint : collectives) {
            skews.push_back(joint->skew);
            transfers.push_back(joint->transfer);
            for (const RankPart& part : joint->parts) {
                row.wait += part.wait;
                row.exposedWait += part.exposedWait;
            }
        }
        row.skew = lowerMedian(skews);
        row.transfer = lowerMedian(transfers);
        row.sentBytes = bytesSent(*collectives.front(), row.bytes);
        rows.push_back(row);
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const OperationRow& a, const OperationRow& b) { return a.wait > b.wait; });
    return rows;
}

}  // namespace gaplight
