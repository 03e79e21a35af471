// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/base/time.h"
#include "core/index/search_hits.h"
#include "core/scene/model/range_sums.h"
#include "core/trace/trace.h"

namespace gaplight {

// The hits of a search as a track of their own, pinned above the others. Immutable.
struct HitTrack {
    std::string title;  // the query
    std::shared_ptr<const SearchHits> hits;
    RangeSums covered;  // union of the hits; those without a length count as 1 ns

    // O(hits).
    [[nodiscard]] static HitTrack build(const Trace& trace, std::string title,
                                        std::shared_ptr<const SearchHits> hits);
    // The hit that covers `time`, of several the last to start; otherwise the nearest within
    // `reach`. Of hits that overlap, the last 256 to start before are looked at. O(log hits).
    SliceId at(const Trace& trace, Time time, Duration reach) const;
};

}  // namespace gaplight
