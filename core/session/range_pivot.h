// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/analysis/range_tables.h"
#include "core/base/result.h"
#include "core/session/session.h"

namespace gaplight {

// What the slices of a range are grouped by, other than their names.
struct PivotKey {
    enum class Kind : std::uint8_t {
        Stream,
        Thread,
        Rank,
        Module,  // the innermost torch.nn.Module around a slice, or around the launch of GPU work
        Arg,
    };

    Kind kind = Kind::Stream;
    std::string arg;  // its key

    // "stream", "Input Dims".
    std::string title() const;
    friend bool operator==(const PivotKey&, const PivotKey&) = default;
};

// Some tracks and a range of them.
struct PivotScope {
    std::span<const TrackId> tracks;
    TimeRange range;
};

// Streams, threads, ranks and modules where the range has several, then the keys of args that its
// slices have, the most frequent first, without those that divide nothing: "correlation", whole
// numbers that differ in nearly all of a sample, and what is the same in all of it. O(slices in the
// range + strings), the cost of EventDetails::forEachKeySet and 64 reads of the source for each
// kind of slice. Errors: Cancelled, NotReadable.
[[nodiscard]] Result<std::vector<PivotKey>> pivotKeys(const Session& session,
                                                      const PivotScope& scope,
                                                      const std::stop_token& stop = {});

// The slices of one value.
struct PivotGroup {
    std::string value;  // empty where `track` is valid
    TrackId track;      // of streams and threads
    RangeRow row;
    std::size_t first = 0;  // of RangePivot::slices, row.count of them
};

struct RangePivot {
    static constexpr std::size_t kMaxGroups = 2'000;  // further values are one group, the last

    std::vector<PivotGroup> groups;  // most time first
    std::vector<SliceId> slices;     // by group
    std::size_t without = 0;         // slices of the range that have no value

    std::span<const SliceId> slicesOf(const PivotGroup& group) const {
        return std::span(slices).subspan(group.first, group.row.count);
    }
};

// Groups the slices of a range; modules are of GPU work if a stream is among the tracks. O(slices
// in the range × depth), with 4 bytes for each slice of the trace, and of args the cost of
// listArgs(). `onProgress`: share of the args read so far. Errors: Cancelled, NotReadable.
[[nodiscard]] Result<RangePivot> pivotRange(const Session& session, const PivotScope& scope,
                                            const PivotKey& key, const std::stop_token& stop = {},
                                            const std::function<void(double)>& onProgress = {});

}  // namespace gaplight
