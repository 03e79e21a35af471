// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/fleet/fleet.h"
#include "core/fleet/ranks_to_open.h"
#include "core/report/text/report_page.h"

namespace gaplight {

struct HtmlThemes;

// Contents of a report about a fleet. Refers to all of them.
struct FleetSubject {
    const Fleet& fleet;
    const FleetMeasures& measures;
    std::span<const RankToOpen> toOpen;
};

// Which rank is late, what to open, late ranks, outlier steps, groups of alike ranks, why GPUs were
// idle, clocks, what is missing. Any style but Html.
[[nodiscard]] std::string fleetText(const FleetSubject& subject, PageStyle style);
[[nodiscard]] std::string fleetHtml(const FleetSubject& subject, const HtmlThemes& themes);
// All figures of each rank, without those of each collective.
[[nodiscard]] std::string fleetJson(const FleetSubject& subject);

// "0–3, 8 and 9": numbers of the ranks at these positions, ascending; at most `maxRanges` ranges,
// then how many more.
[[nodiscard]] std::string rankNumbersText(const Fleet& fleet, std::span<const std::size_t> ranks,
                                          std::size_t maxRanges);
// The same of numbers.
[[nodiscard]] std::string rankRangesText(std::span<const RankNumbers> ranges,
                                         std::size_t maxRanges);

[[nodiscard]] PageTable toOpenTable(const FleetSubject& subject);
[[nodiscard]] PageTable lateRanksTable(const FleetSubject& subject, std::size_t maxRows);
[[nodiscard]] PageTable outlierStepsTable(const FleetSubject& subject, std::size_t maxRows);
[[nodiscard]] PageTable alikeRanksTable(const FleetSubject& subject, std::size_t maxRows);
// Idle time of all GPUs by what the host did.
[[nodiscard]] PageTable fleetIdleTable(const Fleet& fleet);
// Clocks that were corrected, or stand apart.
[[nodiscard]] PageTable fleetClocksTable(const Fleet& fleet, std::size_t maxRows);
[[nodiscard]] PageTable leftOutTable(const Fleet& fleet, std::size_t maxRows);

}  // namespace gaplight
