// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/analysis/gpu/copy_kind.h"
#include "core/analysis/idle/gap_activity.h"
#include "core/analysis/idle/gaps.h"
#include "core/base/time.h"
#include "core/compare/compared_trace.h"

namespace gaplight {

struct CopyTotals {
    std::uint64_t count = 0;
    std::int64_t bytes = 0;  // of those whose size was recorded
    Duration time{};

    friend bool operator==(const CopyTotals&, const CopyTotals&) = default;
};

// What one part of a run took: a run, a step, all annotations of one group. Work belongs to the
// part in which its launch call starts, a gap to the one in which the launch that ended it starts,
// a compiled region to the step in which it first launches something;
// but busy and idle times of a step are those of its time on the GPU (setSpanTimes()): they sum to
// gpuSpan x GPUs.
struct Measures {
    Duration wall{};     // host: the trace, the step, the sum of the annotation's slices
    Duration gpuSpan{};  // see MeasuredRun; zero for annotations
    Duration gpuBusy{};  // union per GPU, summed over GPUs
    // The parts of gpuBusy, which they sum to (GpuActivityTotals).
    Duration compute{};
    Duration communicationAlone{};
    Duration copiesAlone{};
    Duration computeBesideCommunication{};  // of compute: while collectives run, which slow it
    Duration idle{};                        // sum of the gaps
    IdleByTrigger idleByTrigger{};          // sums to idle, and so does the next
    IdleByActivity idleByActivity{};
    // idleByTrigger, each divided by what the host did.
    std::array<IdleByActivity, static_cast<std::size_t>(GapTrigger::Count_)> activityByTrigger{};
    std::uint64_t kernels = 0;
    std::uint64_t collectives = 0;  // of the kernels
    std::uint64_t launches = 0;     // calls that launched something
    std::uint64_t graphLaunches = 0;
    std::uint64_t blockingCalls = 0;  // without the profiler's own, other than for annotations
    Duration blocking{};
    std::uint64_t allocations = 0;  // calls of cudaMalloc, cudaFree and the like
    Duration allocating{};
    std::uint64_t compiledRegions = 0;
    std::map<std::string, std::uint64_t> launchApis;  // sums to launches
    std::map<std::string, CopyTotals> copies;         // by copyKindText
    std::optional<std::int64_t> memoryPeak;  // bytes allocated on GPUs; empty: not recorded

    // Adds the measures of another part; `memoryPeak` becomes the larger of both.
    Measures& operator+=(const Measures& other);
    friend bool operator==(const Measures&, const Measures&) = default;
};

// All slices of annotations with one group (annotationGroup), on every host thread.
struct MeasuredAnnotation {
    std::string group;
    std::uint64_t count = 0;
    Measures measures;
    std::vector<SliceId> slices;      // in time order
    std::vector<Duration> gapsAfter;  // host time from each slice to the next on the same thread
};

struct MeasuredRun {
    // gpuSpan: from the first activity of any GPU to the last end.
    Measures whole;
    std::vector<Measures> steps;
    std::vector<TimeRange> spanOfStep;            // StepRow::span, what gpuSpan is the length of
    std::vector<MeasuredAnnotation> annotations;  // longest total first
    std::vector<Measures> ranges;                 // of those requested
};

// Equal to what `analyze` reports wherever both have a number. O(activities + gaps + calls), each
// times the depth of annotations. `ranges`: parts of the host's time to measure besides. Stops
// early with figures that are to be dropped.
[[nodiscard]] MeasuredRun measureRun(const ComparedTrace& run,
                                     std::span<const TimeRange> ranges = {},
                                     const std::stop_token& stop = {});

// A step of median time (`steps`: TypicalStep::steps, positions in MeasuredRun::steps): of two the
// mean. Its times add up as those of a step do; counts are rounded down. `gpus`: of the run.
[[nodiscard]] Measures typicalMeasures(const MeasuredRun& run, std::span<const std::size_t> steps,
                                       std::size_t gpus);

// The mean of `count` parts of which `sum` is the sum, as typicalMeasures() has it of two. At least
// one.
[[nodiscard]] Measures meanMeasures(Measures sum, std::uint64_t count, std::size_t gpus);

// "HtoD pageable", "DtoH", "DtoD"; one text per CopyKind.
[[nodiscard]] std::string copyKindText(const CopyKind& kind);

}  // namespace gaplight
