// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/base/column.h"
#include "core/trace/ids.h"

namespace gaplight {

// A value that only some slices have: 4 bytes + sizeof(T) per slice that has it, none for others.
// Rows are sorted by slice id.
template <class T>
class SparseColumn {
public:
    SparseColumn() = default;
    // `slices` ascending and as long as `values`.
    SparseColumn(Column<SliceId> slices, Column<T> values)
        : m_slices(std::move(slices)), m_values(std::move(values)) {}

    // Null where the slice has no value. O(log rows).
    const T* find(SliceId slice) const {
        const auto at = std::lower_bound(m_slices.begin(), m_slices.end(), slice);
        if (at == m_slices.end() || *at != slice) {
            return nullptr;
        }
        return &m_values[static_cast<std::size_t>(at - m_slices.begin())];
    }

    std::size_t size() const { return m_slices.size(); }
    std::span<const SliceId> slices() const { return m_slices; }
    std::span<const T> values() const { return m_values; }
    std::size_t memoryBytes() const {
        return m_slices.capacity() * sizeof(SliceId) + m_values.capacity() * sizeof(T);
    }

private:
    Column<SliceId> m_slices;
    Column<T> m_values;
};

// A value that only some slices have, and that is the same for many of them: 8 bytes per slice that
// has it, and sizeof(T) for each different value. Rows are sorted by slice id.
template <class T>
class RepeatedColumn {
public:
    RepeatedColumn() = default;
    // `numbers` count within `distinct`.
    RepeatedColumn(SparseColumn<std::uint32_t> numbers, std::vector<T> distinct)
        : m_numbers(std::move(numbers)), m_distinct(std::move(distinct)) {}

    // Null where the slice has no value. O(log rows).
    const T* find(SliceId slice) const {
        const std::uint32_t* number = m_numbers.find(slice);
        return number == nullptr ? nullptr : &m_distinct[*number];
    }

    std::size_t size() const { return m_numbers.size(); }
    std::span<const SliceId> slices() const { return m_numbers.slices(); }
    // The value of slices()[row].
    const T& value(std::size_t row) const { return m_distinct[m_numbers.values()[row]]; }
    // In the order of their first use.
    std::span<const T> distinct() const { return m_distinct; }
    std::size_t memoryBytes() const {
        return m_numbers.memoryBytes() + m_distinct.capacity() * sizeof(T);
    }

private:
    SparseColumn<std::uint32_t> m_numbers;
    std::vector<T> m_distinct;
};

}  // namespace gaplight
