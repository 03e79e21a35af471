// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/time.h"

namespace gaplight {

// When one GPU was busy, answering "how much of this range" in O(log gaps).
class BusyProfile {
public:
    BusyProfile() = default;
    // `gaps`: every interval of `window` in which the GPU was idle, disjoint, in time order.
    [[nodiscard]] static BusyProfile build(std::int32_t device, TimeRange window,
                                           std::span<const TimeRange> gaps);

    [[nodiscard]] std::int32_t device() const { return m_device; }
    [[nodiscard]] TimeRange window() const { return m_window; }
    // Time busy within `range`; nothing outside the window is busy.
    [[nodiscard]] Duration busyWithin(TimeRange range) const;

private:
    // Time busy from the window's begin to `time`.
    [[nodiscard]] Duration busyBefore(Time time) const;

    std::int32_t m_device = 0;
    TimeRange m_window{};
    std::vector<Time> m_gapBegin;
    std::vector<Time> m_gapEnd;
    std::vector<Duration> m_idleBefore;  // idle before each gap
};

}  // namespace gaplight
