// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gaplight::bench {

// What one change of the shown overlays takes.
struct OverlayFiltering {
    std::string what;
    double filterMilliseconds = 0;  // until the table can be drawn from
    double spansMilliseconds = 0;   // until the overview has its ticks, too
};

// A made table of `overlays` overlays of 40 findings and 8 rules: the current finding changes, a
// rule is hidden, a finding of a hidden rule becomes current. Best of several.
[[nodiscard]] std::vector<OverlayFiltering> overlayFilterings(std::size_t overlays);

}  // namespace gaplight::bench
