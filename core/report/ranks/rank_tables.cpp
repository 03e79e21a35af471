// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/ranks/rank_tables.h"

#include <algorithm>
#include <string>

#include "core/analysis/ranks/all_to_all_sizes.h"
#include "core/analysis/torch/kernel_name.h"
#include "core/base/duration_text.h"
#include "core/base/quantity_text.h"
#include "core/ranks/set_steps.h"
#include "core/report/ranks/operation_rows.h"
#include "core/report/text/known_value.h"

namespace gaplight {
namespace {

std::string bandwidthText(const OperationRow& row) {
    return row.busBandwidth ? rateText(*row.busBandwidth) : kNoValue;
}

std::string linkShareText(const OperationRow& row) {
    return row.linkShare() ? percentText(*row.linkShare()) : kNoValue;
}

constexpr int kMinSlowerShare = 50;  // one part in as many: less is noise

std::string shareText(Duration part, Duration whole) {
    return whole > Duration{} ? percentText(part, whole) : kNoValue;
}

std::string slowerText(Duration time, Duration typical) {
    return factorText(static_cast<double>(ns(time)) /
                      static_cast<double>(std::max<std::int64_t>(1, ns(typical))));
}

}  // namespace

PageTable ranksTable(const RankSet& set) {
    PageTable table{{{"rank", Align::Right},
                     {"recorded", Align::Right},
                     {"computes", Align::Right},
                     {"communicates", Align::Right},
                     {"waits", Align::Right},
                     {"exposed", Align::Right},
                     {"last in", Align::Right},
                     {"late in", Align::Right},
                     {"late by", Align::Right},
                     {"others wait", Align::Right}},
                    {}};
    for (std::size_t rank = 0; rank < set.ranks.size(); ++rank) {
        const RankTotals& totals = set.analysis.totals[rank];
        const Duration whole = totals.recorded.length();
        const bool isMatched = totals.kernels > 0;
        table.rows.push_back(
            {std::to_string(set.ranks[rank].rank), knownDuration(whole > Duration{}, whole),
             shareText(totals.compute, whole), shareText(totals.communication, whole),
             knownDuration(isMatched, totals.wait), knownDuration(isMatched, totals.exposedWait),
             isMatched ? countText(totals.lastIn) : kNoValue,
             isMatched ? countText(totals.lateIn) : kNoValue,
             knownDuration(totals.lateIn > 0, totals.lead),
             knownDuration(isMatched, totals.meanwhile.gpu + totals.meanwhile.host)});
    }
    return table;
}

PageTable operationsTable(const RankSet& set, std::size_t maxRows) {
    PageTable table{{{"group"},
                     {"operation", Align::Left, 0, CellKind::Code},
                     {"size", Align::Right},
                     {"count", Align::Right},
                     {"skew", Align::Right},
                     {"transfer", Align::Right},
                     {"bandwidth", Align::Right},
                     {"of link", Align::Right},
                     {"waits", Align::Right},
                     {"exposed", Align::Right}},
                    {}};
    const std::vector<OperationRow> rows = operationRows(set);
    for (std::size_t at = 0; at < std::min(rows.size(), maxRows); ++at) {
        const OperationRow& row = rows[at];
        table.rows.push_back(
            {set.analysis.communicators[row.communicator].label(), std::string(row.operation),
             row.bytes < 0 ? kNoValue : bytesText(row.bytes), countText(row.count),
             durationText(row.skew), knownDuration(row.transfer > Duration{}, row.transfer),
             bandwidthText(row), linkShareText(row), durationText(row.wait),
             durationText(row.exposedWait)});
    }
    return table;
}

PageTable tokensTable(const RankSet& set, std::size_t maxRows) {
    PageTable table{{{"group"},
                     {"rank", Align::Right},
                     {"all-to-alls", Align::Right},
                     {"sends", Align::Right},
                     {"receives", Align::Right},
                     {"of mean", Align::Right}},
                    {}};
    for (const AllToAllSizes& sizes : allToAllSizes(set.analysis)) {
        const Communicator& group = set.analysis.communicators[sizes.communicator];
        const std::int64_t mean = sizes.meanReceived(set.analysis);
        for (const std::size_t rank : group.ranks) {
            if (table.rows.size() < maxRows) {
                table.rows.push_back({group.label(), std::to_string(set.ranks[rank].rank),
                                      countText(sizes.operations.size()),
                                      bytesText(sizes.sent[rank]), bytesText(sizes.received[rank]),
                                      percentText(Duration(sizes.received[rank]), Duration(mean))});
            }
        }
    }
    return table;
}

PageTable equalKernelsTable(const RankSet& set, std::span<const EqualKernel> kernels,
                            std::size_t maxRows) {
    PageTable table{{{"kernel", Align::Left, 48, CellKind::Code},
                     {"runs a rank", Align::Right},
                     {"ranks' median", Align::Right},
                     {"slowest rank", Align::Right},
                     {"its median", Align::Right},
                     {"factor", Align::Right},
                     {"longer in all", Align::Right}},
                    {}};
    for (const EqualKernel& kernel : kernels) {
        const std::size_t rank = kernel.slowest();
        if (table.rows.size() >= maxRows) {
            break;
        }
        if ((kernel.medians[rank] - kernel.typical) * kMinSlowerShare < kernel.typical) {
            continue;
        }
        table.rows.push_back(
            {shortKernelName(kernel.name), countText(kernel.count), durationText(kernel.typical),
             std::to_string(set.ranks[rank].rank), durationText(kernel.medians[rank]),
             slowerText(kernel.medians[rank], kernel.typical), durationText(kernel.excess())});
    }
    return table;
}

PageTable rankFindingsTable(const RankAssessment& assessment) {
    PageTable table{{{"severity"}, {"finding", Align::Left, 0, CellKind::Prose}}, {}};
    for (const RankFinding& finding : assessment.findings) {
        table.rows.push_back({std::string(severityName(finding.severity)), finding.title});
    }
    return table;
}

PageTable lateTable(const RankSet& set, std::span<const std::size_t> collectives) {
    PageTable table{{{"at", Align::Right},
                     {"operation", Align::Left, 0, CellKind::Code},
                     {"step", Align::Right},
                     {"late rank", Align::Right},
                     {"by", Align::Right},
                     {"because of"},
                     {"in"}},
                    {}};
    for (const std::size_t at : collectives) {
        const JointCollective& joint = set.analysis.collectives[at];
        const RankPart& part = *joint.partOf(joint.last);
        const std::optional<std::size_t> step =
            numberOfStep(set, set.analysis.calls[part.rank].calls[part.call].step);
        const std::string kind = joint.cause.kind == LateCause::Kind::Gpu ? "GPU" : "host";
        table.rows.push_back({durationText(part.kernel.begin.time_since_epoch()),
                              std::string(joint.operation), step ? std::to_string(*step) : kNoValue,
                              std::to_string(set.ranks[joint.last].rank), durationText(joint.lead),
                              joint.cause.isSure ? kind : kind + "?", std::string(joint.cause.in)});
    }
    return table;
}

}  // namespace gaplight
