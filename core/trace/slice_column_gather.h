// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/trace/batch_intake.h"
#include "core/trace/ids.h"
#include "core/trace/sparse_column.h"

namespace gaplight {

// Reorders optional columns from source indexes to final slice ids.
class SliceColumnGather {
public:
    SliceColumnGather(std::span<const SliceId> finalOfSource, std::size_t sliceCount)
        : m_finalOfSource(finalOfSource), m_sliceCount(sliceCount) {}

    // Drops rows of rejected slices. Consumes `rows`.
    // O(slices) if many slices have a row, O(rows log rows) if few have.
    template <class Row>
    [[nodiscard]] SparseColumn<Row> column(SourceRows<Row> rows) const {
        const std::vector<std::uint32_t> order = orderOf(rows.source);
        std::vector<SliceId> slices;
        std::vector<Row> values;
        slices.reserve(order.size());
        values.reserve(order.size());
        for (const std::uint32_t at : order) {
            slices.push_back(m_finalOfSource[rows.source[at]]);
            values.push_back(rows.row[at]);
        }
        return SparseColumn<Row>(std::move(slices), std::move(values));
    }

private:
    static constexpr std::size_t kSparseFactor =
        16;  // sort if less than one slice in this many has a row

    // Row numbers in the order of their final slices. A slice has at most one row.
    [[nodiscard]] std::vector<std::uint32_t> orderOf(std::span<const std::uint32_t> source) const {
        std::vector<std::uint32_t> order;
        if (source.size() < m_sliceCount / kSparseFactor) {
            for (std::uint32_t at = 0; at < source.size(); ++at) {
                if (m_finalOfSource[source[at]].isValid()) {
                    order.push_back(at);
                }
            }
            std::sort(order.begin(), order.end(), [&](std::uint32_t left, std::uint32_t right) {
                return m_finalOfSource[source[left]] < m_finalOfSource[source[right]];
            });
            return order;
        }
        std::vector<std::uint32_t> rowOfSlice(m_sliceCount, SliceId::kNone);
        for (std::uint32_t at = 0; at < source.size(); ++at) {
            if (m_finalOfSource[source[at]].isValid()) {
                rowOfSlice[m_finalOfSource[source[at]].index()] = at;
            }
        }
        order.reserve(source.size());
        for (const std::uint32_t row : rowOfSlice) {
            if (row != SliceId::kNone) {
                order.push_back(row);
            }
        }
        return order;
    }

    std::span<const SliceId> m_finalOfSource;
    std::size_t m_sliceCount = 0;
};

}  // namespace gaplight
