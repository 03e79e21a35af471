// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/index/row_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// All slices of one name, or all kernels of one group. Of each slice what lies in the range
// counts: a slice that an edge cuts is as long as its part inside.
struct RangeRow {
    // Bins between the shortest and the longest, equally wide; all in the first where all are
    // equally long.
    static constexpr std::size_t kBins = 16;

    std::uint64_t count = 0;
    Duration total{};
    Duration shortest{};
    Duration longest{};
    SliceId longestSlice;
    std::array<std::uint32_t, kBins> histogram{};  // of durations

    [[nodiscard]] Duration mean() const {
        return count == 0 ? Duration{} : total / static_cast<std::int64_t>(count);
    }
};
struct RangeName {
    StringId name;
    RangeRow row;
};
struct RangeGroup {
    KernelGroup group = KernelGroup::Other;
    RangeRow row;
};

// What one GPU did in the range, as far as the range lies in its window: busy + idle is its length.
struct RangeGpu {
    GpuId gpu;
    std::string label;  // "GPU 0"
    Duration window{};
    Duration busy{};
    Duration idle{};
    std::uint64_t gaps = 0;       // or parts of one
    IdleByTrigger byTrigger{};    // sums to `idle`
    IdleByFiller byMainFiller{};  // sums to `idle`: each gap by what most of it went to
    TimeRange longestGap{};       // empty without one
};

struct RangeTables {
    TimeRange range{};
    std::uint64_t slices = 0;        // on the chosen tracks
    std::uint64_t cut = 0;           // of them, those that an edge cuts
    std::vector<RangeName> names;    // most time first
    std::vector<RangeGroup> groups;  // of the kernels among them, most time first
    std::vector<RangeGpu> gpus;      // all GPUs, whatever tracks were chosen
};

// Measures a range over some tracks. Stops early with tables that are to be thrown away.
// O(slices in the range + texts + gaps).
[[nodiscard]] RangeTables rangeTables(const Trace& trace, const RowIndex& rows,
                                      const Analysis& analysis, std::span<const TrackId> tracks,
                                      TimeRange range, const std::stop_token& stop = {});

}  // namespace gaplight
