// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/thread_loads.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/index/main_range.h"
#include "core/index/summary_thread.h"
#include "core/scene/layout/track_groups.h"

namespace gaplight {
namespace {

// Time of a thread's slices in each part of a range.
class LoadSums {
public:
    explicit LoadSums(TimeRange whole)
        : m_whole(whole),
          m_part(std::max<std::int64_t>(
              1, (whole.length().count() + static_cast<std::int64_t>(ThreadLoad::kParts) - 1) /
                     static_cast<std::int64_t>(ThreadLoad::kParts))),
          m_sums(ThreadLoad::kParts) {}

    void add(TimeRange range) {
        const TimeRange inside = commonPart(range, m_whole);
        std::int64_t at = (inside.begin - m_whole.begin).count();
        const std::int64_t end = (inside.end - m_whole.begin).count();
        m_total += std::max<std::int64_t>(0, end - at);
        while (at < end) {
            const auto part = static_cast<std::size_t>(at / m_part);
            const std::int64_t next = std::min(end, (at / m_part + 1) * m_part);
            if (part < m_sums.size()) {
                m_sums[part] += next - at;
            }
            at = next;
        }
    }
    std::int64_t total() const { return m_total; }
    [[nodiscard]] std::vector<std::uint8_t> shares() const {
        constexpr std::int64_t kFull = 255;
        std::vector<std::uint8_t> shares;
        for (const std::int64_t sum : m_sums) {
            // Any work shows.
            const auto share =
                static_cast<std::uint8_t>(std::min(kFull, sum / (m_part / kFull + 1)));
            shares.push_back(sum > 0 ? std::max<std::uint8_t>(1, share) : share);
        }
        return shares;
    }

private:
    TimeRange m_whole;
    std::int64_t m_part;  // ns
    std::vector<std::int64_t> m_sums;
    std::int64_t m_total = 0;
};

// The first row that no slice fills; above it where the rows below the filled one are nearly empty:
// there it is the filled row that tells when the thread worked. O(slices).
std::uint16_t tellingRow(const Trace& trace, const Track& track) {
    constexpr int kMinShare = 4;  // one part in so many, of the row above
    const std::uint16_t last = std::max<std::uint16_t>(track.rows, 1) - 1;
    std::uint16_t row = std::min(coveringRows(trace, track), last);
    std::vector<Duration> times(std::size_t{row} + 1);
    const std::size_t first = track.firstSlice.index();
    for (std::size_t at = first; at < first + track.sliceCount; ++at) {
        const std::uint16_t own = trace.slices().row(SliceId(at));
        if (own <= row) {
            times[own] += trace.slices().duration(SliceId(at));
        }
    }
    while (row > 0 && times[row] < times[row - 1] / kMinShare) {
        --row;
    }
    return row;
}

LoadSums loadOf(const Trace& trace, const Track& track, TimeRange range) {
    LoadSums sums(range);
    const std::uint16_t row = tellingRow(trace, track);
    const std::size_t first = track.firstSlice.index();
    for (std::size_t at = first; at < first + track.sliceCount; ++at) {
        if (trace.slices().row(SliceId(at)) == row) {
            sums.add(trace.slices().range(SliceId(at)));
        }
    }
    return sums;
}

}  // namespace

std::vector<ThreadLoad> threadLoads(const Session& session) {
    const Trace& trace = *session.trace;
    const TimeRange range = mainRange(trace).value_or(trace.range());
    std::vector<std::pair<std::int64_t, ThreadLoad>> loads;
    for (const TrackGroup& group : groupTracks(trace, {})) {
        for (const TrackId id : group.tracks) {
            const Track& track = trace.tracks()[id.index()];
            if (track.sliceCount == 0 || isSummaryThread(trace, track)) {
                continue;
            }
            const LoadSums sums = loadOf(trace, track, range);
            loads.push_back({sums.total(), {id, sums.shares(), range}});
            if (loads.size() > kMaxThreadLoads) {
                loads.erase(std::min_element(
                    loads.begin(), loads.end(),
                    [](const auto& a, const auto& b) { return a.first < b.first; }));
            }
        }
    }
    std::vector<ThreadLoad> longest;
    for (auto& [total, load] : loads) {
        longest.push_back(std::move(load));
    }
    return longest;
}

}  // namespace gaplight
