// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/time.h"
#include "core/trace/ids.h"

namespace gaplight {

// What an annotation of the host spans on a GPU.
struct AnnotationSpan {
    SliceId annotation;
    TimeRange range;
};

// The annotations of the host as they are mirrored above the streams of a GPU: in rows, in each of
// which none overlaps another. Immutable.
class AnnotationRows {
public:
    // Deeper ones are left out: bands are there to find one's way by.
    static constexpr std::size_t kMostRows = 8;

    AnnotationRows() = default;
    // `spans` by begin, what encloses others first: those stand above what they enclose.
    // O(spans × rows).
    [[nodiscard]] static AnnotationRows build(std::int32_t device,
                                              std::span<const AnnotationSpan> spans);

    [[nodiscard]] std::int32_t device() const { return m_device; }
    [[nodiscard]] std::size_t rowCount() const { return m_rows.size(); }
    // In time order.
    [[nodiscard]] std::span<const AnnotationSpan> row(std::size_t number) const {
        return m_rows[number];
    }
    // The span of a row at `time`, or the nearest within `reach`; null: none. O(log n).
    [[nodiscard]] const AnnotationSpan* at(std::size_t row, Time time, Duration reach) const;

private:
    std::int32_t m_device = -1;
    std::vector<std::vector<AnnotationSpan>> m_rows;
};

// Those of a device, or null.
[[nodiscard]] const AnnotationRows* annotationRowsOf(std::span<const AnnotationRows> all,
                                                     std::int32_t device);

}  // namespace gaplight
