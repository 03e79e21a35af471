// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "core/base/column.h"
#include "core/base/time.h"
#include "core/trace/ids.h"

namespace gaplight {

// Kind of a slice; set by the reader. Analysis uses the kind, never the category's text. The
// comment of each kind lists Kineto's categories for it.
enum class SliceKind : std::uint8_t {
    Other,
    CpuOp,              // cpu_op, Operator
    UserAnnotation,     // user_annotation: record_function, ProfilerStep
    GpuUserAnnotation,  // its shadow on a stream; spans idle time, so never activity
    PythonFunction,     // python_function
    Runtime,            // cuda_runtime, Runtime, hip/xpu equivalents
    Driver,             // cuda_driver, ...
    Kernel,             // kernel, Kernel
    Memcpy,             // gpu_memcpy, Memcpy
    Memset,             // gpu_memset, Memset
    Sync,               // cuda_sync: a wait for a stream, event or context
    Overhead,           // the profiler's own work
    TraceSpan,          // "Trace": the capture window itself
};

// Kernel, memcpy or memset: the only slices that count as a GPU being busy (metrics.md).
[[nodiscard]] constexpr bool isGpuActivity(SliceKind kind) {
    return kind == SliceKind::Kernel || kind == SliceKind::Memcpy || kind == SliceKind::Memset;
}

// A runtime or driver call: only these launch GPU work or block on it.
[[nodiscard]] constexpr bool isApiCall(SliceKind kind) {
    return kind == SliceKind::Runtime || kind == SliceKind::Driver;
}

// A duration that 32 bits of ns do not hold, and the index of its slice.
struct LongDuration {
    std::uint32_t slice = 0;
    Duration duration{};
};

// Durations of consecutive slices. A view: cheap to copy, valid while its DurationColumn lives.
class Durations {
public:
    // In place of a duration of 4.29 s or more.
    static constexpr std::uint32_t kLong = std::numeric_limits<std::uint32_t>::max();

    Durations() = default;
    // `shortOnes`: ns or kLong; the rest, ascending by slice, is in `longOnes`.
    Durations(std::span<const std::uint32_t> shortOnes, std::span<const LongDuration> longOnes)
        : m_short(shortOnes.data()), m_size(shortOnes.size()), m_longOnes(longOnes) {}

    std::size_t size() const { return m_size; }
    // O(1) below 4.29 s, else O(log longer ones).
    Duration operator[](std::size_t at) const {
        const std::uint32_t ns = m_short[at];
        return ns != kLong ? Duration(ns) : longOne(at);
    }
    // Lets the processor fetch one that will be read soon.
    void prefetch(std::size_t at) const { __builtin_prefetch(m_short + at); }
    // The durations of `count` slices, from the slice at index `first` on.
    Durations subspan(std::size_t first, std::size_t count) const {
        Durations part(std::span(m_short + first, count), m_longOnes);
        part.m_first = m_first + first;
        return part;
    }

private:
    Duration longOne(std::size_t at) const;

    const std::uint32_t* m_short = nullptr;
    std::size_t m_size = 0;
    std::size_t m_first = 0;  // of the slices that `m_longOnes` counts
    std::span<const LongDuration> m_longOnes;
};

// Durations of slices, >= 0: 4 bytes each, and 16 more for those of 4.29 s and longer.
class DurationColumn {
public:
    DurationColumn() = default;
    explicit DurationColumn(std::span<const Duration> durations);
    // As Durations.
    DurationColumn(Column<std::uint32_t> shortOnes, std::vector<LongDuration> longOnes)
        : m_short(std::move(shortOnes)), m_longOnes(std::move(longOnes)) {}

    Durations all() const { return {m_short, m_longOnes}; }
    std::size_t memoryBytes() const {
        return m_short.capacity() * sizeof(std::uint32_t) +
               m_longOnes.capacity() * sizeof(LongDuration);
    }

private:
    Column<std::uint32_t> m_short;
    std::vector<LongDuration> m_longOnes;
};

// All slices as columns, 28 bytes each (29 where events are numbered beyond 32 bits), in the order
// (track, start, -duration).
class SliceTable {
public:
    std::size_t size() const { return m_start.size(); }

    Time start(SliceId slice) const { return m_start[slice.index()]; }
    Duration duration(SliceId slice) const { return durations()[slice.index()]; }
    Time end(SliceId slice) const { return start(slice) + duration(slice); }
    TimeRange range(SliceId slice) const { return {start(slice), end(slice)}; }
    StringId name(SliceId slice) const { return m_name[slice.index()]; }
    CategoryId category(SliceId slice) const { return CategoryId(m_category[slice.index()]); }
    // Row within the track; 0 is the outermost of the first lane.
    std::uint16_t row(SliceId slice) const { return m_row[slice.index()]; }
    // The slice that encloses it directly on the same track, or an invalid id.
    SliceId parent(SliceId slice) const { return m_parent[slice.index()]; }
    // The event of the source that it was read from; of a pair, the one that begins it.
    EventId event(SliceId slice) const {
        const std::uint64_t high = m_eventHigh.empty() ? 0 : m_eventHigh[slice.index()];
        return EventId(m_eventLow[slice.index()] | high << 32U);
    }

    std::span<const Time> starts() const { return m_start; }
    Durations durations() const { return m_duration.all(); }
    std::span<const StringId> names() const { return m_name; }
    // Numbers of categories, into Trace::categories().
    std::span<const std::uint16_t> categories() const { return m_category; }
    std::span<const std::uint16_t> rows() const { return m_row; }
    std::span<const SliceId> parents() const { return m_parent; }

    std::size_t memoryBytes() const;

private:
    friend class SliceAssembly;

    Column<Time> m_start;
    DurationColumn m_duration;
    Column<StringId> m_name;
    Column<std::uint16_t> m_category;  // CategoryId in 2 bytes
    Column<std::uint16_t> m_row;
    Column<SliceId> m_parent;
    Column<std::uint32_t> m_eventLow;  // EventId in 5 bytes
    Column<std::uint8_t> m_eventHigh;  // empty where all are 0
};

}  // namespace gaplight
