// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/base/time.h"

namespace gaplight {

// Disjoint time ranges with running sums of their lengths. 24 bytes a range.
class RangeSums {
public:
    RangeSums() = default;
    // `ranges`: disjoint, in time order.
    explicit RangeSums(std::span<const TimeRange> ranges);

    [[nodiscard]] bool empty() const { return m_begin.empty(); }
    // The part of `range` that the ranges cover. O(log ranges).
    [[nodiscard]] Duration within(TimeRange range) const;
    // Number of the last range that begins at or before `time`. O(log ranges).
    [[nodiscard]] std::optional<std::size_t> lastFrom(Time time) const;
    [[nodiscard]] TimeRange range(std::size_t number) const {
        return {m_begin[number], m_end[number]};
    }

private:
    // Covered time before `time`.
    [[nodiscard]] Duration before(Time time) const;

    std::vector<Time> m_begin;
    std::vector<Time> m_end;
    std::vector<Duration> m_before;  // sum of the ranges before each
};

}  // namespace gaplight
