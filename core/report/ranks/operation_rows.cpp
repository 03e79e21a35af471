// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/ranks/operation_rows.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "core/analysis/ranks/collective_rates.h"
#include "core/base/quantity_text.h"
#include "core/base/statistics.h"

namespace gaplight {
namespace {

constexpr std::size_t kMaxNamedGroups = 4;

// Kernels by rank that serve more than one call.
class SharedKernels {
public:
    explicit SharedKernels(const RankSetAnalysis& set) : m_set(set) {
        for (const JointCollective& joint : set.collectives) {
            for (const RankPart& part : joint.parts) {
                ++m_calls[{part.rank, kernelOf(part)}];
            }
        }
    }
    bool areUsedBy(const JointCollective& joint) const {
        return std::any_of(joint.parts.begin(), joint.parts.end(), [&](const RankPart& part) {
            return m_calls.at({part.rank, kernelOf(part)}) > 1;
        });
    }

private:
    SliceId kernelOf(const RankPart& part) const {
        return m_set.calls[part.rank].calls[part.call].kernel;
    }

    const RankSetAnalysis& m_set;
    std::map<std::pair<std::size_t, SliceId>, std::size_t> m_calls;
};

std::optional<double> busBandwidthOf(const RankSetAnalysis& set, const OperationRow& row,
                                     const JointCollective& joint) {
    const std::size_t ranks =
        std::max(set.communicators[row.communicator].members.size(), joint.parts.size());
    const std::optional<double> factor = busFactor(row.operation, ranks);
    if (!factor || row.bytes <= 0 || row.transfer <= Duration{}) {
        return std::nullopt;
    }
    return static_cast<double>(row.bytes) * *factor * 1e9 / static_cast<double>(ns(row.transfer));
}

using Collectives = std::vector<const JointCollective*>;

OperationRow rowOf(const RankSetAnalysis& set, const Collectives& collectives) {
    OperationRow row;
    row.count = collectives.size();
    std::vector<Duration> skews;
    std::vector<Duration> transfers;
    std::vector<const RankPart*> parts;
    for (const JointCollective* joint : collectives) {
        skews.push_back(joint->skew);
        transfers.push_back(joint->transfer);
        for (const RankPart& part : joint->parts) {
            parts.push_back(&part);
        }
    }
    const WaitSums waits = sumWaits(set, std::move(parts));
    row.wait = waits.wait;
    row.exposedWait = waits.exposed;
    row.skew = lowerMedian(skews);
    row.transfer = lowerMedian(transfers);
    return row;
}

// `complete`: sets what else there is of a row from its collectives.
template <class Complete>
std::vector<OperationRow> rowsOf(const RankSetAnalysis& set, bool isByGroup, Complete complete) {
    using Key = std::tuple<std::size_t, std::string_view, std::int64_t>;
    std::map<Key, Collectives> groups;
    for (const JointCollective& joint : set.collectives) {
        groups[{isByGroup ? joint.communicator : 0, joint.operation, messageBytes(set, joint)}]
            .push_back(&joint);
    }
    std::vector<OperationRow> rows;
    for (const auto& [key, collectives] : groups) {
        OperationRow& row = rows.emplace_back(rowOf(set, collectives));
        std::tie(row.communicator, row.operation, row.bytes) = key;
        complete(row, collectives);
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const OperationRow& a, const OperationRow& b) { return a.wait > b.wait; });
    return rows;
}

}  // namespace

std::vector<OperationRow> operationRows(const RankSet& set) {
    const RankSetAnalysis& analysis = set.analysis;
    const SharedKernels shared(analysis);
    const std::vector<CommunicatorLink> links = communicatorLinks(set);
    return rowsOf(analysis, true, [&](OperationRow& row, const Collectives& collectives) {
        if (std::none_of(collectives.begin(), collectives.end(),
                         [&](const JointCollective* one) { return shared.areUsedBy(*one); })) {
            row.busBandwidth = busBandwidthOf(analysis, row, *collectives.front());
        }
        const CommunicatorLink& link = links[row.communicator];
        if (!link.name.empty()) {
            row.linkBandwidth = collectives.front()->isSendReceive ? link.peerBytes : link.bytes;
        }
    });
}

std::vector<OperationRow> operationRowsOfAllGroups(const RankSet& set) {
    return rowsOf(set.analysis, false, [](OperationRow&, const Collectives&) {});
}

std::vector<std::string> linkLines(const RankSet& set) {
    const std::vector<CommunicatorLink> links = communicatorLinks(set);
    std::vector<std::pair<std::string, std::vector<std::string>>> lines;
    for (std::size_t at = 0; at < links.size(); ++at) {
        const Communicator& communicator = set.analysis.communicators[at];
        if (communicator.calls == 0) {
            continue;
        }
        const CommunicatorLink& link = links[at];
        const std::string text =
            link.name.empty() ? "the link is not known: " + link.unknown
                              : link.name + ", at most " + rateText(link.bytes) + " from each GPU";
        auto line = std::find_if(lines.begin(), lines.end(),
                                 [&](const auto& one) { return one.first == text; });
        if (line == lines.end()) {
            line = lines.insert(line, {text, {}});
        }
        line->second.push_back(communicator.name);
    }
    std::vector<std::string> texts;
    for (auto& [text, groups] : lines) {
        const std::size_t others = groups.size() - std::min(groups.size(), kMaxNamedGroups);
        groups.resize(groups.size() - others);
        if (others > 0) {
            groups.push_back(countText(others) + " more");
        }
        const std::string named = (groups.size() > 1 ? "groups " : "group ") + listText(groups);
        texts.push_back((groups.front().empty() ? "all ranks" : named) + ": " + text);
    }
    return texts;
}

}  // namespace gaplight
