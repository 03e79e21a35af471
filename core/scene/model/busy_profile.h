// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/time.h"
#include "core/scene/display/color_ref.h"
#include "core/scene/layout/counter_curves.h"
#include "core/scene/model/range_sums.h"
#include "core/trace/ids.h"

namespace gaplight {

// The time of one GPU inside its window (metrics.md, "GPU time"). All ranges are disjoint and in
// time order.
struct GpuTime {
    GpuId gpu;
    TimeRange window{};
    std::vector<TimeRange> gaps;      // every interval of the window in which the GPU was idle
    std::vector<ColorRef> gapColors;  // per gap, by what the GPU waited for; empty: IdleOther
    std::vector<TimeRange> communicationAlone;
    std::vector<TimeRange> copiesAlone;
    std::vector<TimeRange> waiting{};  // in communication alone, for another rank
    // What runs that was launched before the capture, before the window or in it: it is in no
    // figure.
    std::vector<TimeRange> earlier{};
    // The profiler's part of each gap (IdleExplanations::recordingOfGap), as a range at the end of
    // the gap.
    std::vector<TimeRange> recordings{};
};

// What GpuTime::earlier is, on the strip of a GPU.
inline constexpr std::string_view kEarlierLabel = "work from before the capture, not counted";

// The parts of a time range of a GPU; they sum to the part of the range inside the GPU's window,
// without GpuTime::earlier.
struct GpuTimeParts {
    Duration compute{};
    Duration communicationAlone{};
    Duration copiesAlone{};
    Duration waiting{};
    Duration idle{};

    Duration working() const { return compute + communicationAlone + copiesAlone; }
    Duration busy() const { return working() + waiting; }
};

// How one GPU spends any range of time, in O(log gaps).
class BusyProfile {
public:
    BusyProfile() = default;
    [[nodiscard]] static BusyProfile build(GpuTime time);

    GpuId gpu() const { return m_gpu; }
    TimeRange window() const { return m_window; }
    GpuTimeParts partsWithin(TimeRange range) const;
    Duration busyWithin(TimeRange range) const { return partsWithin(range).busy(); }
    // GpuTime::earlier, from its first to its last part; empty if there is none.
    TimeRange earlierSpan() const;
    Duration earlierWithin(TimeRange range) const {
        return m_earlier.empty() ? Duration::zero() : m_earlier.within(range);
    }
    Duration recordingWithin(TimeRange range) const {
        return m_recordings.empty() ? Duration::zero() : m_recordings.within(range);
    }
    // Color of the idle time of a range: of the gap at its middle, or else of the last one before.
    ColorRef idleColor(TimeRange range) const;
    // The longest gap that overlaps a range; of more than 256, the longest of 256 evenly taken.
    std::optional<TimeRange> gapIn(TimeRange range) const;

private:
    friend class BusyWalk;

    GpuId m_gpu;
    TimeRange m_window{};
    RangeSums m_gaps;
    std::vector<ColorRef> m_gapColors;
    RangeSums m_communicationAlone;
    RangeSums m_copiesAlone;
    RangeSums m_waiting;
    RangeSums m_earlier;
    RangeSums m_recordings;
};

// The columns of a profile from left to right.
class BusyWalk {
public:
    struct Column {
        GpuTimeParts parts;
        // As BusyProfile::idleColor(), where there is any; of waiting where that is longer.
        ColorRef idleColor = Role::IdleOther;
        Duration recording{};  // of the idle time
    };

    // Refers to `profile`.
    BusyWalk(const BusyProfile& profile, Time begin);

    // From the end of the last column, or the begin, to `end`. O(log of the ranges inside).
    [[nodiscard]] Column next(Time end);

private:
    const BusyProfile* m_profile;
    RangeSumsWalk m_gaps;
    RangeSumsWalk m_communicationAlone;
    RangeSumsWalk m_copiesAlone;
    RangeSumsWalk m_waiting;
    Time m_begin;
    GpuTimeParts m_before;  // sums before m_begin; without `compute`
};

// How far the host is ahead of a GPU over time (QueueLead), on a logarithmic scale.
struct QueueCurve {
    GpuId gpu;
    CounterCurve curve;  // values by scaled()
    Duration longest{};

    // log10 of the lead in µs, zero for 1 µs and less.
    [[nodiscard]] static double scaled(Duration lead);
    // `times`, `lead`: as in QueueLead. O(points).
    [[nodiscard]] static QueueCurve build(GpuId gpu, std::vector<Time> times,
                                          const std::vector<Duration>& lead);
};

}  // namespace gaplight
