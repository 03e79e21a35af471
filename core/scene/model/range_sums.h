// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/time.h"

namespace gaplight {

// Disjoint time ranges with running sums of their lengths. 24 bytes a range, at most 128 kB more.
class RangeSums {
public:
    RangeSums() = default;
    // `ranges`: disjoint, in time order.
    explicit RangeSums(std::span<const TimeRange> ranges);

    bool empty() const { return m_begin.empty(); }
    std::size_t size() const { return m_begin.size(); }
    // The part of `range` that the ranges cover. O(log ranges).
    Duration within(TimeRange range) const;
    // Number of the last range that begins at or before `time`. O(log ranges).
    std::optional<std::size_t> lastFrom(Time time) const;
    TimeRange range(std::size_t number) const { return {m_begin[number], m_end[number]}; }

private:
    friend class RangeSumsWalk;
    // Covered time before `time`.
    Duration before(Time time) const;

    std::vector<Time> m_begin;
    std::vector<Time> m_end;
    std::vector<Duration> m_before;  // sum of the ranges before each

    // Of many ranges, what before() gives at multiples of a power of two: a view of all of them
    // reads these in order instead of a place in each table for every pixel.
    struct Sample {
        Duration before{};
        std::size_t passed = 0;
    };
    void addSamples(TimeRange span);
    // Null: none is at exactly `time`.
    const Sample* sampleAt(Time time) const;

    std::vector<Sample> m_samples;
    std::int64_t m_firstSample = 0;  // number of the multiple
    int m_sampleShift = 0;           // log2 of ns between samples
};

// Reads sums from left to right. A query costs O(log of the ranges passed since the one before).
class RangeSumsWalk {
public:
    // Refers to `sums`.
    explicit RangeSumsWalk(const RangeSums& sums) : m_sums(&sums) {}

    // Covered time before `time`, which is not before that of the last query.
    [[nodiscard]] Duration before(Time time);
    // Number of ranges that begin at or before the time of the last query.
    std::size_t passed() const { return m_passed; }

private:
    const RangeSums* m_sums;
    std::size_t m_passed = 0;
};

}  // namespace gaplight
