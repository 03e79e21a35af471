// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/column.h"
#include "core/base/time.h"
#include "core/trace/durations.h"
#include "core/trace/ids.h"

namespace gaplight {

// All slices as columns, 28 bytes each (29 where events are numbered beyond 32 bits), in the order
// (track, start, -duration).
class SliceTable {
public:
    [[nodiscard]] std::size_t size() const { return m_start.size(); }

    [[nodiscard]] Time start(SliceId slice) const { return m_start[slice.index()]; }
    [[nodiscard]] Duration duration(SliceId slice) const { return durations()[slice.index()]; }
    [[nodiscard]] Time end(SliceId slice) const { return start(slice) + duration(slice); }
    [[nodiscard]] TimeRange range(SliceId slice) const { return {start(slice), end(slice)}; }
    [[nodiscard]] StringId name(SliceId slice) const { return m_name[slice.index()]; }
    [[nodiscard]] CategoryId category(SliceId slice) const {
        return CategoryId(m_category[slice.index()]);
    }
    // Row within the track; 0 is the outermost of the first lane.
    [[nodiscard]] std::uint16_t row(SliceId slice) const { return m_row[slice.index()]; }
    // The slice that encloses it directly on the same track, or an invalid id.
    [[nodiscard]] SliceId parent(SliceId slice) const { return m_parent[slice.index()]; }
    // The event of the source that it was read from; of a pair, the one that begins it.
    [[nodiscard]] EventId event(SliceId slice) const {
        const std::uint64_t high = m_eventHigh.empty() ? 0 : m_eventHigh[slice.index()];
        return EventId(m_eventLow[slice.index()] | high << 32U);
    }

    [[nodiscard]] std::span<const Time> starts() const { return m_start; }
    [[nodiscard]] Durations durations() const { return m_duration.all(); }
    [[nodiscard]] std::span<const StringId> names() const { return m_name; }
    // Numbers of categories, into Trace::categories().
    [[nodiscard]] std::span<const std::uint16_t> categories() const { return m_category; }
    [[nodiscard]] std::span<const std::uint16_t> rows() const { return m_row; }
    [[nodiscard]] std::span<const SliceId> parents() const { return m_parent; }

    [[nodiscard]] std::size_t memoryBytes() const;

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
