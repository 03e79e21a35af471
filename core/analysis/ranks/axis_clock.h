// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/base/time.h"

namespace gaplight {

// Converts times of one rank's trace to the axis that all ranks of a set share:
// axis time = time + offset + driftPpm ns for each ms since `driftFrom`. The result is clamped to
// [-kAxisEnd, kAxisEnd] (146 years), so that the difference of any two fits into a Duration. Only
// damaged traces have times beyond that.
struct AxisClock {
    static constexpr std::int64_t kAxisEnd = (std::int64_t{1} << 62U) - 1;

    Duration offset{};
    double driftPpm = 0;
    Time driftFrom;  // of the trace

    Time toAxis(Time time) const {
        return timeFromNs(within(kAxisEnd, Wide{ns(time)} + ns(offset) + ns(drift(time))));
    }
    TimeRange toAxis(TimeRange range) const { return {toAxis(range.begin), toAxis(range.end)}; }
    // Inverse of toAxis(), exact to a nanosecond for drifts that clocks have.
    Time fromAxis(Time axis) const {
        const Wide first = Wide{ns(axis)} - ns(offset);
        const Time near = timeFromNs(within(kLargest, first));
        const Time nearer = timeFromNs(within(kLargest, first - ns(drift(near))));
        return timeFromNs(within(kLargest, first - ns(drift(nearer))));
    }
    // Makes all times of the axis larger by `by`.
    void shift(Duration by) { offset = Duration(within(kLargest, Wide{ns(offset)} + ns(by))); }

private:
    __extension__ using Wide = __int128;
    static constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();

    static std::int64_t within(std::int64_t end, Wide time) {
        return static_cast<std::int64_t>(std::clamp(time, -Wide{end}, Wide{end}));
    }

    Duration drift(Time time) const {
        const auto since = static_cast<double>(Wide{ns(time)} - ns(driftFrom));
        return driftPpm == 0 ? Duration{} : Duration(std::llround(since * driftPpm * 1e-6));
    }
};

}  // namespace gaplight
