// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

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

}  // namespace gaplight
