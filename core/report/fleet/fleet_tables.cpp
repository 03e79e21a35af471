// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/fleet/fleet_tables.h"

#include <algorithm>
#include <utility>

#include "core/base/duration_text.h"
#include "core/base/quantity_text.h"
#include "core/report/text/known_value.h"

namespace gaplight {
namespace {

constexpr std::size_t kRangesInCell = 8;

std::string kindText(const LateRank& late) {
    const std::string kind = late.kind == LateCause::Kind::Gpu ? "GPU" : "host";
    return late.isCauseKnown ? kind : kind + "?";
}

std::string rankNumber(const FleetSubject& subject, std::size_t rank) {
    return std::to_string(subject.fleet.analysis.ranks[rank]);
}

}  // namespace

std::string rankRangesText(std::span<const RankNumbers> ranges, std::size_t maxRanges) {
    std::vector<std::string> items;
    for (const RankNumbers& range : ranges.first(std::min(ranges.size(), maxRanges))) {
        items.push_back(std::to_string(range.first) +
                        (range.last > range.first ? "–" + std::to_string(range.last) : ""));
    }
    if (ranges.size() > maxRanges) {
        items.push_back(countText(ranges.size() - maxRanges) + " more ranges");
    }
    return listText(items);
}

std::string rankNumbersText(const Fleet& fleet, std::span<const std::size_t> ranks,
                            std::size_t maxRanges) {
    std::vector<RankNumbers> ranges;
    for (const std::size_t rank : ranks) {
        const int number = fleet.analysis.ranks[rank];
        if (!ranges.empty() && ranges.back().last + 1 == number) {
            ranges.back().last = number;
        } else {
            ranges.push_back({number, number});
        }
    }
    return rankRangesText(ranges, maxRanges);
}

PageTable toOpenTable(const FleetSubject& subject) {
    PageTable table{{{"rank", Align::Right},
                     {"why", Align::Left, 0, CellKind::Text},
                     {"trace", Align::Left, 60, CellKind::Code}},
                    {}};
    for (const RankToOpen& rank : subject.toOpen) {
        table.rows.push_back({rankNumber(subject, rank.rank), rank.why,
                              subject.fleet.ranks[rank.rank].summary.trace.path});
    }
    return table;
}

PageTable lateRanksTable(const FleetSubject& subject, std::size_t maxRows) {
    PageTable table{{{"rank", Align::Right},
                     {"late in", Align::Right},
                     {"of", Align::Right},
                     {"with others", Align::Right},
                     {"by", Align::Right},
                     {"others wait", Align::Right},
                     {"because of"},
                     {"in", Align::Left, 40}},
                    {}};
    const auto& late = subject.measures.late;
    for (std::size_t at = 0; at < std::min(late.size(), maxRows); ++at) {
        const LateRank& one = late[at];
        table.rows.push_back({rankNumber(subject, one.rank), countText(one.lateIn),
                              countText(one.collectives),
                              one.lateTogether > 0 ? countText(one.lateTogether) : kNoValue,
                              durationText(one.lateness), durationText(one.othersWaited),
                              kindText(one), std::string(one.in)});
    }
    return table;
}

PageTable outlierStepsTable(const FleetSubject& subject, std::size_t maxRows) {
    PageTable table{{{"step", Align::Right},
                     {"takes", Align::Right},
                     {"more than usual", Align::Right},
                     {"late rank", Align::Right},
                     {"by", Align::Right}},
                    {}};
    const StepLengths& steps = subject.measures.steps;
    for (std::size_t at = 0; at < std::min(steps.outliers.size(), maxRows); ++at) {
        const OutlierStep& step = steps.outliers[at];
        table.rows.push_back({std::to_string(step.step + 1), durationText(step.length),
                              durationText(step.length - steps.typical),
                              step.late ? rankNumber(subject, *step.late) : kNoValue,
                              knownDuration(step.late.has_value(), step.lead)});
    }
    return table;
}

PageTable alikeRanksTable(const FleetSubject& subject, std::size_t maxRows) {
    PageTable table{{{"ranks", Align::Right},
                     {"computes a step", Align::Right},
                     {"waits a step", Align::Right},
                     {"typical", Align::Right},
                     {"which"}},
                    {}};
    const auto& groups = subject.measures.groups;
    for (std::size_t at = 0; at < std::min(groups.size(), maxRows); ++at) {
        const AlikeRanks& group = groups[at];
        const bool isMatched = subject.fleet.analysis.totals[group.typical].kernels > 0;
        table.rows.push_back({countText(group.ranks.size()), durationText(group.compute),
                              knownDuration(isMatched, group.wait),
                              rankNumber(subject, group.typical),
                              rankNumbersText(subject.fleet, group.ranks, kRangesInCell)});
    }
    return table;
}

PageTable fleetIdleTable(const Fleet& fleet) {
    IdleByActivity sums{};
    Duration window{};
    for (const FleetRank& rank : fleet.ranks) {
        window += rank.summary.gpu.window;
        for (std::size_t at = 0; at < sums.size(); ++at) {
            sums[at] += rank.summary.gpu.idleByActivity[at];
        }
    }
    std::vector<std::pair<Duration, std::size_t>> order;
    for (std::size_t at = 0; at < sums.size(); ++at) {
        if (sums[at] > Duration{}) {
            order.emplace_back(-sums[at], at);
        }
    }
    std::sort(order.begin(), order.end());
    PageTable table{{{"host"}, {"idle", Align::Right}, {"of all GPUs' time", Align::Right}}, {}};
    for (const auto& [time, at] : order) {
        table.rows.push_back({std::string(gapActivityName(static_cast<GapActivity>(at))),
                              durationText(sums[at]), percentText(sums[at], window)});
    }
    return table;
}

PageTable fleetClocksTable(const Fleet& fleet, std::size_t maxRows) {
    PageTable table{{{"rank", Align::Right},
                     {"clock"},
                     {"correction", Align::Right},
                     {"uncertainty", Align::Right}},
                    {}};
    for (std::size_t rank = 0; rank < fleet.ranks.size() && table.rows.size() < maxRows; ++rank) {
        const RankClock& clock = fleet.analysis.clocks[rank];
        if (clock.source != ClockSource::Recorded) {
            const bool isFitted = clock.source == ClockSource::Fitted;
            table.rows.push_back({std::to_string(fleet.analysis.ranks[rank]),
                                  isFitted ? "corrected" : "stands apart: " + clock.reason,
                                  knownDuration(isFitted, clock.correction),
                                  knownDuration(isFitted, clock.uncertainty)});
        }
    }
    return table;
}

PageTable leftOutTable(const Fleet& fleet, std::size_t maxRows) {
    PageTable table{{{"summary", Align::Left, 60, CellKind::Code}, {"left out because"}}, {}};
    for (const auto* list : {&fleet.unread, &fleet.repeated}) {
        for (const LeftOutSummary& one : *list) {
            if (table.rows.size() < maxRows) {
                table.rows.push_back({one.file, one.reason});
            }
        }
    }
    return table;
}

}  // namespace gaplight
