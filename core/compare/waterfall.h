// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/compare/change_causes.h"

namespace gaplight {

// One bar of a waterfall chart: the compared time of a run (from 0), or what one cause adds to the
// bars before it (`end` > `begin`) or takes away (`end` < `begin`).
//
//     A      ████████████████████  20.9 ms
//     idle       ████████████████  −15.8 ms
//     GPU      ██                  −0.43 ms
//     B      ██████                4.67 ms
struct WaterfallBar {
    std::string label;
    std::string detail;  // ChangeCause::detail
    Duration begin{};
    Duration end{};
    bool isTotal = false;  // of a run

    Duration delta() const { return end - begin; }
    friend bool operator==(const WaterfallBar&, const WaterfallBar&) = default;
};

// Causes after the first kMaxWaterfallCauses, and below kMinShareOfLargest, are one bar. Its name
// is that of a cause with 90 % of it or more, else "other"; so
// is what no cause explains (the GPUs of a run at different times, work of another step), and a
// cause that would take away more than there is. No bar is shorter than 1 / kMinShareOfRun of the
// longer run; such causes and such an "other" are left out.
inline constexpr std::size_t kMaxWaterfallCauses = 6;
inline constexpr std::int64_t kMinShareOfRun = 200;

// The compared times of two runs and what is between them. `causes`: means over the GPUs of
// each run.
struct WaterfallInput {
    Duration a{};
    Duration b{};
    std::vector<ChangeCause> causes;
};

// A's total, the causes, B's total; each bar begins where the one before it ended.
[[nodiscard]] std::vector<WaterfallBar> waterfallOf(const WaterfallInput& input);

}  // namespace gaplight
