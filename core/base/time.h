// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace gaplight {

// Time is integer nanoseconds on the trace's own clock; the type forbids Time + Time.
struct TraceClock {
    using rep = std::int64_t;
    using period = std::nano;
    using duration = std::chrono::duration<rep, period>;
    using time_point = std::chrono::time_point<TraceClock, duration>;
    static constexpr bool is_steady = true;
};
using Duration = TraceClock::duration;
using Time = TraceClock::time_point;

static_assert(sizeof(Time) == 8 && sizeof(Duration) == 8);

[[nodiscard]] constexpr Time timeFromNs(std::int64_t ns) {
    return Time(Duration(ns));
}
[[nodiscard]] constexpr std::int64_t ns(Time time) {
    return time.time_since_epoch().count();
}
[[nodiscard]] constexpr std::int64_t ns(Duration duration) {
    return duration.count();
}

// Half-open `[begin, end)`; empty where begin == end.
struct TimeRange {
    Time begin;
    Time end;

    constexpr Duration length() const { return end - begin; }
    constexpr bool contains(Time time) const { return begin <= time && time < end; }
    constexpr bool overlaps(const TimeRange& other) const {
        return begin < other.end && other.begin < end;
    }
    friend constexpr bool operator==(const TimeRange&, const TimeRange&) = default;
};

// Times of a trace are between -kTimeLimitNs and kTimeLimitNs, so that their differences fit into
// 64 bits: 146 years, until 2116 where they count from 1970.
inline constexpr std::int64_t kTimeLimitNs = std::int64_t{1} << 62U;

}  // namespace gaplight
