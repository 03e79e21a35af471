// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/range_tables.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/intervals.h"
#include "core/index/range_slices.h"
#include "core/index/summary_thread.h"

namespace gaplight {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kStopEvery = 4096;  // slices between looks at the stop token

class Measurement {
public:
    Measurement(const Trace& trace, TimeRange range, RecorderSlices recorder)
        : m_trace(trace),
          m_recorder(recorder),
          m_groupsOf(trace),
          m_slotOfName(2 * trace.strings().size(), kNone),
          m_insideOfName(2 * trace.strings().size()),
          m_topOfName(2 * trace.strings().size()),
          m_slotOfGroup(kKernelGroups, kNone) {
        m_tables.range = range;
    }

    void measure(const RowIndex& rows, std::span<const TrackId> tracks,
                 const std::stop_token& stop) {
        // Twice: bins can only be chosen when the shortest and the longest are known.
        const auto pass = [&](auto&& take) {
            std::uint64_t seen = 0;
            bool stopped = false;
            for (const TrackId track : tracks) {
                forEachSliceWithin(m_trace, rows, track, m_tables.range, [&](SliceId slice) {
                    stopped = stopped || (++seen % kStopEvery == 0 && stop.stop_requested());
                    if (!stopped && isCounted(slice)) {
                        take(track, slice);
                    }
                });
            }
        };
        pass([this](TrackId track, SliceId slice) { add(track, slice); });
        pass([this](TrackId, SliceId slice) { addToHistograms(slice); });
    }

    [[nodiscard]] RangeTables take() {
        const auto byTime = [](const auto& a, const auto& b) { return a.row.total > b.row.total; };
        for (RangeName& name : m_tables.names) {
            name.row.self = name.row.lengths - m_insideOfName[keyOf(name.name, name.isOnGpu)];
        }
        for (RangeGroup& group : m_tables.groups) {
            group.row.self = group.row.lengths;  // kernels have no slices inside
        }
        std::stable_sort(m_tables.names.begin(), m_tables.names.end(), byTime);
        std::stable_sort(m_tables.groups.begin(), m_tables.groups.end(), byTime);
        return std::move(m_tables);
    }

private:
    bool isCounted(SliceId slice) const {
        return m_recorder == RecorderSlices::Counted || !isOfRecorder(m_trace.kind(slice));
    }
    Duration inside(SliceId slice) const {
        return std::max(Duration{},
                        commonPart(m_trace.slices().range(slice), m_tables.range).length());
    }
    static std::size_t keyOf(StringId name, bool isOnGpu) {
        return 2 * name.index() + (isOnGpu ? 1 : 0);
    }
    std::size_t keyOf(SliceId slice) const {
        return keyOf(m_trace.slices().name(slice),
                     m_trace.kind(slice) == SliceKind::GpuUserAnnotation);
    }
    // The group that a slice's name is in; Count_ if it is no kernel.
    [[nodiscard]] KernelGroup groupOf(SliceId slice) {
        return m_trace.kind(slice) == SliceKind::Kernel ? m_groupsOf.of(slice)
                                                        : KernelGroup::Count_;
    }

    void add(TrackId track, SliceId slice) {
        const Duration length = inside(slice);
        ++m_tables.slices;
        m_tables.cut += length < m_trace.slices().duration(slice) ? 1 : 0;
        std::uint32_t& slot = m_slotOfName[keyOf(slice)];
        if (slot == kNone) {
            slot = static_cast<std::uint32_t>(m_tables.names.size());
            m_tables.names.push_back({m_trace.slices().name(slice),
                                      m_trace.kind(slice) == SliceKind::GpuUserAnnotation,
                                      {}});
        }
        m_tables.names[slot].row.add(m_trace.slices(), track, slice, length,
                                     isInsideItsName(track, slice));
        if (const SliceId parent = m_trace.slices().parent(slice); parent.isValid()) {
            // Slices can overlap without nesting: only what is inside counts.
            const TimeRange nested =
                commonPart(m_trace.slices().range(parent), m_trace.slices().range(slice));
            m_insideOfName[keyOf(parent)] +=
                std::max(Duration{}, commonPart(nested, m_tables.range).length());
        }
        const KernelGroup group = groupOf(slice);
        if (group != KernelGroup::Count_) {
            std::uint32_t& groupSlot = m_slotOfGroup[static_cast<std::size_t>(group)];
            if (groupSlot == kNone) {
                groupSlot = static_cast<std::uint32_t>(m_tables.groups.size());
                m_tables.groups.push_back({group, {}});
            }
            m_tables.groups[groupSlot].row.add(m_trace.slices(), track, slice, length, false);
        }
    }

    // Whether a slice is inside another one of its name (a function that calls itself). Rows are
    // visited from the top down: on the first row that has the name, no slice can be. On other rows
    // the slices around it are looked at. O(depth).
    bool isInsideItsName(TrackId track, SliceId slice) {
        const std::size_t key = keyOf(slice);
        const std::uint16_t row = m_trace.slices().row(slice);
        auto& [topTrack, topRow] = m_topOfName[key];
        if (topTrack != track) {
            topTrack = track;
            topRow = row;
        }
        if (row == topRow) {
            return false;
        }
        SliceId outer = m_trace.slices().parent(slice);
        while (outer.isValid() && (keyOf(outer) != key || !isCounted(outer))) {
            outer = m_trace.slices().parent(outer);
        }
        return outer.isValid();
    }

    void addToHistograms(SliceId slice) {
        const Duration length = inside(slice);
        const std::uint32_t slot = m_slotOfName[keyOf(slice)];
        if (slot == kNone) {
            return;  // stopped before it was counted
        }
        m_tables.names[slot].row.addToHistogram(length);
        const KernelGroup group = groupOf(slice);
        if (group != KernelGroup::Count_) {
            m_tables.groups[m_slotOfGroup[static_cast<std::size_t>(group)]].row.addToHistogram(
                length);
        }
    }

    const Trace& m_trace;
    RecorderSlices m_recorder;
    KernelGroups m_groupsOf;
    std::vector<std::uint32_t> m_slotOfName;  // by keyOf()
    std::vector<Duration> m_insideOfName;     // by keyOf(): time of the slices directly inside
    // By keyOf(): the topmost row of the track that is measured.
    std::vector<std::pair<TrackId, std::uint16_t>> m_topOfName;
    std::vector<std::uint32_t> m_slotOfGroup;
    RangeTables m_tables;
};

RangeGpu measureGpu(const Trace& trace, const DeviceAnalysis& device, TimeRange range) {
    RangeGpu gpu;
    gpu.gpu = device.totals.gpu;
    gpu.label = trace.gpuLabel(gpu.gpu);
    gpu.window = commonPart(device.totals.window, range).length();
    for (std::size_t i = 0; i < device.gaps.size(); ++i) {
        const Gap& gap = device.gaps[i];
        if (!gap.range().overlaps(range)) {
            continue;
        }
        const TimeRange part = commonPart(gap.range(), range);
        if (device.gapReason[i] == GapReasonKind::EarlierWork) {
            gpu.window -= part.length();
            continue;
        }
        ++gpu.gaps;
        gpu.idle += part.length();
        gpu.byMainActivity[static_cast<std::size_t>(device.gapActivity[i])] += part.length();
        if (part.length() > gpu.longestGap.length()) {
            gpu.longestGap = part;
        }
    }
    gpu.busy = gpu.window - gpu.idle;
    return gpu;
}

}  // namespace

void RangeRow::add(const SliceTable& slices, TrackId track, SliceId slice, Duration length,
                   bool isInside) {
    const SliceId parent = slices.parent(slice);
    const bool isNested = parent.isValid() && slices.end(slice) <= slices.end(parent);
    const std::uint16_t overlapRow = isNested ? std::uint16_t{0} : slices.row(slice);
    if (track != m_track || overlapRow > m_overlapRow) {
        ++tracks;
        m_track = track;
        m_overlapRow = overlapRow;
    }
    if (count == 0 || length > longest) {
        longest = length;
        longestSlice = slice;
    }
    shortest = count == 0 ? length : std::min(shortest, length);
    total += isInside ? Duration{} : length;
    lengths += length;
    ++count;
}

void RangeRow::addToHistogram(Duration length) {
    const std::int64_t bin = ns(longest - shortest) / static_cast<std::int64_t>(kBins) + 1;
    ++histogram[static_cast<std::size_t>(ns(length - shortest) / bin)];
}

RangeTables rangeTables(const Trace& trace, const RowIndex& rows, const Analysis& analysis,
                        std::span<const TrackId> tracks, TimeRange range,
                        const std::stop_token& stop, RecorderSlices recorder) {
    Measurement measurement(trace, range, recorder);
    measurement.measure(rows, tracks, stop);
    RangeTables tables = measurement.take();
    for (const DeviceAnalysis& device : analysis.devices) {
        tables.gpus.push_back(measureGpu(trace, device, range));
    }
    return tables;
}

}  // namespace gaplight
