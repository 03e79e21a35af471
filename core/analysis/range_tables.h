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

// Statistics of all slices of one name, or all kernels of one group. Slices are cut to the range.
struct RangeRow {
    // Bins between the shortest and the longest, equally wide; all in the first where all are
    // equally long.
    static constexpr std::size_t kBins = 16;

    std::uint64_t count = 0;
    Duration total{};    // of the slices that are inside no other slice counted here
    Duration lengths{};  // of all slices
    Duration self{};     // lengths without slices directly inside; sums to the time of all rows
    // Number of tracks with such slices; rows of slices that overlap without nesting count each, so
    // that `total` is at most `tracks` × the range.
    std::uint32_t tracks = 0;
    Duration shortest{};
    Duration longest{};
    SliceId longestSlice;
    std::array<std::uint32_t, kBins> histogram{};  // of durations

    // To be called for all slices of one track, from the top row down, then for those of the next
    // track. `isInside`: the slice lies inside another one that is counted here, so that its length
    // is not added to `total` a second time.
    void add(const SliceTable& slices, TrackId track, SliceId slice, Duration length,
             bool isInside);
    // After all are added.
    void addToHistogram(Duration length);
    Duration mean() const {
        return count == 0 ? Duration{} : lengths / static_cast<std::int64_t>(count);
    }

private:
    TrackId m_track;  // of the last slice
    std::uint16_t m_overlapRow = 0;
};
struct RangeName {
    StringId name;
    // What repeats an annotation of the host on a stream: it spans the same time once more.
    bool isOnGpu = false;
    RangeRow row;
};
struct RangeGroup {
    KernelGroup group = KernelGroup::Other;
    RangeRow row;
};

// Busy and idle time of one GPU in the range, cut to the GPU's window; busy + idle = window, of
// which what it runs from before the capture is no part.
struct RangeGpu {
    GpuId gpu;
    std::string label;  // "GPU 0"
    Duration window{};
    Duration busy{};
    Duration idle{};
    std::uint64_t gaps = 0;           // or parts of one
    IdleByActivity byMainActivity{};  // sums to `idle`: each gap by its main activity
    TimeRange longestGap{};           // empty without one
};

struct RangeTables {
    TimeRange range{};
    std::uint64_t slices = 0;        // on the chosen tracks
    std::uint64_t cut = 0;           // of them, those that an edge cuts
    std::vector<RangeName> names;    // most time first
    std::vector<RangeGroup> groups;  // of the kernels among them, most time first
    std::vector<RangeGpu> gpus;      // all GPUs, whatever tracks were chosen
};

// Whether slices that a recorder wrote about itself (isOfRecorder) are counted, too.
enum class RecorderSlices : std::uint8_t { Counted, LeftOut };

// Measures a range over some tracks. Once `stop` is requested, returns soon with incomplete tables.
// O(slices in the range + texts + gaps).
[[nodiscard]] RangeTables rangeTables(const Trace& trace, const RowIndex& rows,
                                      const Analysis& analysis, std::span<const TrackId> tracks,
                                      TimeRange range, const std::stop_token& stop = {},
                                      RecorderSlices recorder = RecorderSlices::Counted);

}  // namespace gaplight
