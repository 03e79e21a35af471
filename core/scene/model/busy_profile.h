// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/time.h"
#include "core/trace/gpu_id.h"

namespace gaplight {

// Busy time of one GPU: returns the busy part of any range in O(log gaps).
class BusyProfile {
public:
    BusyProfile() = default;
    // `gaps`: every interval of `window` in which the GPU was idle, disjoint, in time order.
    [[nodiscard]] static BusyProfile build(GpuId gpu, TimeRange window,
                                           std::span<const TimeRange> gaps);

    [[nodiscard]] GpuId gpu() const { return m_gpu; }
    [[nodiscard]] TimeRange window() const { return m_window; }
    // Busy time within `range`; the GPU counts as idle outside the window.
    [[nodiscard]] Duration busyWithin(TimeRange range) const;

private:
    // Busy time from the window's start to `time`.
    [[nodiscard]] Duration busyBefore(Time time) const;

    GpuId m_gpu;
    TimeRange m_window{};
    std::vector<Time> m_gapBegin;
    std::vector<Time> m_gapEnd;
    std::vector<Duration> m_idleBefore;  // idle before each gap
};

}  // namespace gaplight
