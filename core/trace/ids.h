// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

#include "core/base/id.h"

namespace gaplight {

// A source of a trace: a file, such as the one of one rank. The first, and usually only one, is 0.
// 16 bits, so that a GpuId has 32.
struct SourceId {
    std::uint16_t value = 0;

    constexpr SourceId() = default;
    constexpr explicit SourceId(std::size_t index) : value(static_cast<std::uint16_t>(index)) {}

    constexpr std::size_t index() const { return value; }  // into Trace::sources()
    friend constexpr auto operator<=>(const SourceId&, const SourceId&) = default;
};

using StringId = Id<struct StringTag>;      // into StringPool
using CategoryId = Id<struct CategoryTag>;  // into Trace::categories()
using ProcessId = Id<struct ProcessTag>;    // into Trace::processes()
using TrackId = Id<struct TrackTag>;        // into Trace::tracks()
using SliceId = Id<struct SliceTag>;        // into every slice column
using SeriesId = Id<struct SeriesTag>;      // into Trace::counterSeries()

// One event of a source: a number below 2^40 by which the format that read the source finds the
// event again (JSON: the byte offset of its object; a table: its row). Ids of one source compare in
// the order of its events; only the format that assigned an id interprets it otherwise. An
// ImportIssue has the same number as its place.
class EventId {
public:
    static constexpr unsigned kBits = 40;

    constexpr EventId() = default;  // of no event; compares greater than all others
    constexpr explicit EventId(std::uint64_t number) : m_number(number) {}

    constexpr bool isValid() const { return m_number != kNone; }
    constexpr std::uint64_t number() const { return m_number; }

    friend constexpr auto operator<=>(const EventId&, const EventId&) = default;

private:
    static constexpr std::uint64_t kNone = (std::uint64_t{1} << kBits) - 1;

    std::uint64_t m_number = kNone;
};

// One GPU of one source: every rank of a job may call its own GPU number 0. Ordered by source, then
// device. Trace::gpuLabel names one for the user. 32 bits, since every GPU activity has one.
struct GpuId {
    static constexpr std::int32_t kMaxDevice = std::numeric_limits<std::int16_t>::max();

    SourceId source;
    std::int16_t device = -1;  // as the source numbers it; -1: none

    constexpr GpuId() = default;  // no GPU
    // No GPU where `number` is not in [0, kMaxDevice].
    constexpr GpuId(SourceId from, std::int32_t number)
        : source(from),
          device(static_cast<std::int16_t>(number >= 0 && number <= kMaxDevice ? number : -1)) {}

    constexpr bool isValid() const { return device >= 0; }
    friend constexpr auto operator<=>(const GpuId&, const GpuId&) = default;
};

}  // namespace gaplight

namespace std {

template <>
struct hash<gaplight::GpuId> {
    std::size_t operator()(gaplight::GpuId gpu) const noexcept {
        return hash<std::uint32_t>{}(static_cast<std::uint32_t>(gpu.source.value) << 16U |
                                     static_cast<std::uint16_t>(gpu.device));
    }
};

}  // namespace std
