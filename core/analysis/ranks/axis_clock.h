// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "core/base/time.h"

namespace gaplight {

// Converts times of one rank's trace to the axis that all ranks of a set share:
// axis = time + offset, and driftPpm ns more for each ms since `driftFrom`.
struct AxisClock {
    Duration offset{};
    double driftPpm = 0;
    Time driftFrom;  // of the trace

    [[nodiscard]] Time toAxis(Time time) const { return time + offset + drift(time); }
    [[nodiscard]] TimeRange toAxis(TimeRange range) const {
        return {toAxis(range.begin), toAxis(range.end)};
    }
    // Inverse of toAxis(), exact to a nanosecond for drifts that clocks have.
    [[nodiscard]] Time fromAxis(Time axis) const {
        const Time first = axis - offset;
        return axis - offset - drift(first - drift(first));
    }

private:
    [[nodiscard]] Duration drift(Time time) const {
        return driftPpm == 0 ? Duration{}
                             : Duration(std::llround(static_cast<double>(ns(time - driftFrom)) *
                                                     driftPpm * 1e-6));
    }
};

}  // namespace gaplight
