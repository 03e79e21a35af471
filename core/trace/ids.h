// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

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

}  // namespace gaplight
