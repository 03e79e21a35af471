// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "core/trace/ids.h"

namespace gaplight {

// A value that only some slices have: 4 bytes + sizeof(T) per slice that has it, none for others.
// Rows are sorted by slice id.
template <class T>
class SparseColumn {
public:
    SparseColumn() = default;
    // `slices` ascending and as long as `values`.
    SparseColumn(std::vector<SliceId> slices, std::vector<T> values)
        : m_slices(std::move(slices)), m_values(std::move(values)) {}

    // Null where the slice has no value. O(log rows).
    [[nodiscard]] const T* find(SliceId slice) const {
        const auto at = std::lower_bound(m_slices.begin(), m_slices.end(), slice);
        if (at == m_slices.end() || *at != slice) {
            return nullptr;
        }
        return &m_values[static_cast<std::size_t>(at - m_slices.begin())];
    }

    [[nodiscard]] std::size_t size() const { return m_slices.size(); }
    [[nodiscard]] std::span<const SliceId> slices() const { return m_slices; }
    [[nodiscard]] std::span<const T> values() const { return m_values; }
    [[nodiscard]] std::size_t memoryBytes() const {
        return m_slices.capacity() * sizeof(SliceId) + m_values.capacity() * sizeof(T);
    }

private:
    std::vector<SliceId> m_slices;
    std::vector<T> m_values;
};

}  // namespace gaplight
