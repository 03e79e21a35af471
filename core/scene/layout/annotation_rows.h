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

// The interval on a GPU in which the activities launched by a host annotation ran.
struct AnnotationSpan {
    SliceId annotation;
    TimeRange range;
};

// Host annotations mirrored above the streams of a GPU, packed into rows without overlap.
// Immutable.
class AnnotationRows {
public:
    // Deeper annotations are left out: the lane is for orientation.
    static constexpr std::size_t kMaxRows = 8;

    AnnotationRows() = default;
    // `spans` by start, enclosing ones first, so that they are placed above those they enclose.
    // O(spans × rows).
    [[nodiscard]] static AnnotationRows build(GpuId gpu, std::span<const AnnotationSpan> spans);

    GpuId gpu() const { return m_gpu; }
    std::size_t rowCount() const { return m_rows.size(); }
    // In time order.
    std::span<const AnnotationSpan> row(std::size_t number) const { return m_rows[number]; }
    // The span of a row at `time`, otherwise the nearest within `reach`; null if none. O(log n).
    const AnnotationSpan* at(std::size_t row, Time time, Duration reach) const;

private:
    GpuId m_gpu;
    std::vector<std::vector<AnnotationSpan>> m_rows;
};

// The annotation rows of a GPU; null if none.
[[nodiscard]] const AnnotationRows* annotationRowsOf(std::span<const AnnotationRows> all,
                                                     GpuId gpu);

}  // namespace gaplight
