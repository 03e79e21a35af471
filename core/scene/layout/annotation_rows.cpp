// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/layout/annotation_rows.h"

#include <algorithm>

namespace gaplight {

AnnotationRows AnnotationRows::build(GpuId gpu, std::span<const AnnotationSpan> spans) {
    AnnotationRows built;
    built.m_gpu = gpu;
    for (const AnnotationSpan& span : spans) {
        const auto isFree = [&](const std::vector<AnnotationSpan>& row) {
            return row.back().range.end <= span.range.begin;
        };
        const auto row = std::find_if(built.m_rows.begin(), built.m_rows.end(), isFree);
        if (row != built.m_rows.end()) {
            row->push_back(span);
        } else if (built.m_rows.size() < kMaxRows) {
            built.m_rows.emplace_back(1, span);
        }
    }
    return built;
}

const AnnotationSpan* AnnotationRows::at(std::size_t row, Time time, Duration reach) const {
    const std::span<const AnnotationSpan> spans = m_rows[row];
    const auto after = std::partition_point(
        spans.begin(), spans.end(), [&](const auto& span) { return span.range.begin <= time; });
    if (after != spans.begin() && time < (after - 1)->range.end + reach) {
        return &*(after - 1);
    }
    return after != spans.end() && after->range.begin - reach < time ? &*after : nullptr;
}

const AnnotationRows* annotationRowsOf(std::span<const AnnotationRows> all, GpuId gpu) {
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const AnnotationRows& rows) { return rows.gpu() == gpu; });
    return found == all.end() ? nullptr : &*found;
}

}  // namespace gaplight
