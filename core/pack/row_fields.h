// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <chrono>
#include <cstdint>
#include <tuple>
#include <type_traits>

#include "core/base/id.h"
#include "core/base/time.h"
#include "core/trace/ids.h"
#include "core/trace/trace.h"

namespace gaplight {

// The fields of each row type that a pack stores, one column each, as functions that give a
// reference to the field. Their order numbers the columns: it is part of the format.
//
//     rowFields(Flow)  ->  from, to, category

#define GAPLIGHT_FIELD(member) \
    [](auto& row) -> auto& {   \
        return row.member;     \
    }

template <class Row>
struct RowFields;

template <>
struct RowFields<Process> {
    static constexpr auto kAll =
        std::tuple(GAPLIGHT_FIELD(pid), GAPLIGHT_FIELD(name), GAPLIGHT_FIELD(labels),
                   GAPLIGHT_FIELD(sortIndex), GAPLIGHT_FIELD(source));
};
template <>
struct RowFields<Track> {
    static constexpr auto kAll = std::tuple(
        GAPLIGHT_FIELD(kind), GAPLIGHT_FIELD(process), GAPLIGHT_FIELD(tid), GAPLIGHT_FIELD(name),
        GAPLIGHT_FIELD(sortIndex), GAPLIGHT_FIELD(sliceCount), GAPLIGHT_FIELD(overlapping));
};
template <>
struct RowFields<Category> {
    static constexpr auto kAll = std::tuple(GAPLIGHT_FIELD(name), GAPLIGHT_FIELD(kind));
};
template <>
struct RowFields<Instant> {
    static constexpr auto kAll =
        std::tuple(GAPLIGHT_FIELD(time), GAPLIGHT_FIELD(name), GAPLIGHT_FIELD(category),
                   GAPLIGHT_FIELD(track), GAPLIGHT_FIELD(event));
};
template <>
struct RowFields<Flow> {
    static constexpr auto kAll =
        std::tuple(GAPLIGHT_FIELD(from), GAPLIGHT_FIELD(to), GAPLIGHT_FIELD(category));
};
template <>
struct RowFields<MemoryEvent> {
    static constexpr auto kAll = std::tuple(
        GAPLIGHT_FIELD(time), GAPLIGHT_FIELD(address), GAPLIGHT_FIELD(bytes),
        GAPLIGHT_FIELD(totalAllocated), GAPLIGHT_FIELD(totalReserved), GAPLIGHT_FIELD(deviceType),
        GAPLIGHT_FIELD(deviceId), GAPLIGHT_FIELD(track), GAPLIGHT_FIELD(event));
};
template <>
struct RowFields<GpuActivity> {
    static constexpr auto kAll =
        std::tuple(GAPLIGHT_FIELD(slice), GAPLIGHT_FIELD(gpu.device), GAPLIGHT_FIELD(stream));
};
template <>
struct RowFields<KernelConfig> {
    static constexpr auto kAll = std::tuple(
        GAPLIGHT_FIELD(grid[0]), GAPLIGHT_FIELD(grid[1]), GAPLIGHT_FIELD(grid[2]),
        GAPLIGHT_FIELD(block[0]), GAPLIGHT_FIELD(block[1]), GAPLIGHT_FIELD(block[2]),
        GAPLIGHT_FIELD(registersPerThread), GAPLIGHT_FIELD(sharedMemoryBytes),
        GAPLIGHT_FIELD(blocksPerSm), GAPLIGHT_FIELD(warpsPerSm), GAPLIGHT_FIELD(occupancyPercent),
        GAPLIGHT_FIELD(graphId), GAPLIGHT_FIELD(graphNodeId));
};
template <>
struct RowFields<CopyFacts> {
    static constexpr auto kAll =
        std::tuple(GAPLIGHT_FIELD(bytes), GAPLIGHT_FIELD(sourceKind),
                   GAPLIGHT_FIELD(destinationKind), GAPLIGHT_FIELD(copyKind));
};
template <>
struct RowFields<SyncFacts> {
    static constexpr auto kAll =
        std::tuple(GAPLIGHT_FIELD(kind), GAPLIGHT_FIELD(stream), GAPLIGHT_FIELD(waitOnStream),
                   GAPLIGHT_FIELD(waitOnEventRecordCorrelation));
};
template <>
struct RowFields<CommCallFacts> {
    static constexpr auto kAll =
        std::tuple(GAPLIGHT_FIELD(operation), GAPLIGHT_FIELD(group), GAPLIGHT_FIELD(groupRanks),
                   GAPLIGHT_FIELD(type), GAPLIGHT_FIELD(inputs), GAPLIGHT_FIELD(outputs),
                   GAPLIGHT_FIELD(groupSize), GAPLIGHT_FIELD(peer));
};
template <>
struct RowFields<std::uint64_t> {
    static constexpr auto kAll = std::tuple([](auto& row) -> auto& { return row; });
};

#undef GAPLIGHT_FIELD

// A value as an integer. No id is 0, so that the ids of a block are small numbers.
template <class T>
[[nodiscard]] std::uint64_t integerOf(const T& value) {
    if constexpr (std::is_same_v<T, float>) {
        return std::bit_cast<std::uint32_t>(value);
    } else if constexpr (std::is_same_v<T, double>) {
        return std::bit_cast<std::uint64_t>(value);
    } else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
        return static_cast<std::uint64_t>(value);
    } else if constexpr (std::is_same_v<T, Time>) {
        return static_cast<std::uint64_t>(ns(value));
    } else if constexpr (std::is_same_v<T, Duration>) {
        return static_cast<std::uint64_t>(value.count());
    } else if constexpr (std::is_same_v<T, EventId>) {
        return value.number();
    } else if constexpr (std::is_same_v<T, SourceId>) {
        return value.value;
    } else {
        return static_cast<std::uint32_t>(value.value + 1);  // Id
    }
}

// False where no value of the type has this integer.
template <class T>
[[nodiscard]] bool setFromInteger(std::uint64_t integer, T& value) {
    if constexpr (std::is_same_v<T, float>) {
        value = std::bit_cast<float>(static_cast<std::uint32_t>(integer));
        return integer <= UINT32_MAX;
    } else if constexpr (std::is_same_v<T, double>) {
        value = std::bit_cast<double>(integer);
        return true;
    } else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
        value = static_cast<T>(integer);
        return static_cast<std::uint64_t>(value) == integer;
    } else if constexpr (std::is_same_v<T, Time>) {
        value = timeFromNs(static_cast<std::int64_t>(integer));
        return true;
    } else if constexpr (std::is_same_v<T, Duration>) {
        value = Duration(static_cast<std::int64_t>(integer));
        return true;
    } else if constexpr (std::is_same_v<T, EventId>) {
        value = EventId(integer);
        return integer < std::uint64_t{1} << EventId::kBits;
    } else if constexpr (std::is_same_v<T, SourceId>) {
        value = SourceId(static_cast<std::size_t>(integer));
        return value.value == integer;
    } else {
        value.value = static_cast<std::uint32_t>(integer) - 1;
        return integer <= UINT32_MAX;
    }
}

}  // namespace gaplight
