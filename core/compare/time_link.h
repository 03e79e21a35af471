// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "core/base/time.h"
#include "core/compare/alignment.h"
#include "core/compare/compared_trace.h"

namespace gaplight {

// Maps instants of one run to the other: exact at the starts and ends of corresponding parts,
// linear between them, with slope 1 before the first and after the last. Monotone in both
// directions.
class TimeLink {
public:
    TimeLink() = default;
    // Uses pins first, then steps, annotations and, without these, anchors. Without any of them,
    // the starts of both GPU ranges (otherwise of both traces) correspond.
    [[nodiscard]] static TimeLink build(const ComparedTrace& a, const ComparedTrace& b,
                                        const Alignment& alignment);

    // The beginnings and ends of these pairs of ranges correspond. O(n log n).
    [[nodiscard]] static TimeLink through(std::span<const std::pair<TimeRange, TimeRange>> ranges);

    // O(log points).
    Time toB(Time a) const;
    Time toA(Time b) const;

    // (A, B), strictly ascending in both.
    const std::vector<std::pair<Time, Time>>& points() const { return m_points; }

private:
    std::vector<std::pair<Time, Time>> m_points;
};

}  // namespace gaplight
