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

    [[nodiscard]] constexpr std::size_t index() const { return value; }  // into Trace::sources()
    friend constexpr auto operator<=>(const SourceId&, const SourceId&) = default;
};

using StringId = Id<struct StringTag>;      // into StringPool
using CategoryId = Id<struct CategoryTag>;  // into Trace::categories()
using ProcessId = Id<struct ProcessTag>;    // into Trace::processes()
using TrackId = Id<struct TrackTag>;        // into Trace::tracks()
using SliceId = Id<struct SliceTag>;        // into every slice column
using SeriesId = Id<struct SeriesTag>;      // into Trace::counterSeries()

}  // namespace gaplight
