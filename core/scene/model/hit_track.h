// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/index/search_hits.h"
#include "core/scene/layout/counter_curves.h"
#include "core/scene/model/range_sums.h"
#include "core/trace/trace.h"

namespace gaplight {

// A row of a query's result on a track.
struct HitSpan {
    TimeRange range{};
    std::string label;
    SliceId slice;  // that it is; invalid: a time
};

// The hits of a search as a track of their own, pinned above the others; or rows of a query: spans,
// or a curve. Immutable.
struct HitTrack {
    std::string title;                       // the query
    std::shared_ptr<const SearchHits> hits;  // null: rows of a query
    RangeSums covered;                       // union of the hits; those without a length count as
                                             // 1 ns. Of spans: each by itself
    std::vector<HitSpan> spans = {};         // of a query: disjoint, in time order
    CounterCurve curve = CounterCurve{};     // of a query: values over time

    bool isCurve() const { return !curve.times().empty(); }
    std::size_t count() const;

    // O(hits).
    [[nodiscard]] static HitTrack build(const Trace& trace, std::string title,
                                        std::shared_ptr<const SearchHits> hits);
    // `spans`: disjoint, in time order, none of length 0.
    [[nodiscard]] static HitTrack buildSpans(std::string title, std::vector<HitSpan> spans);
    // The hit that covers `time`, of several the last to start; otherwise the nearest within
    // `reach`. Of hits that overlap, the last 256 to start before are looked at. O(log hits).
    SliceId at(const Trace& trace, Time time, Duration reach) const;
    // The same of spans; empty: none is there. O(log spans).
    std::optional<std::size_t> spanAt(Time time, Duration reach) const;
};

}  // namespace gaplight
