// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/slice_table.h"

namespace gaplight {

std::size_t SliceTable::memoryBytes() const {
    return m_start.capacity() * sizeof(Time) + m_duration.memoryBytes() +
           m_name.capacity() * sizeof(StringId) + m_category.capacity() * sizeof(std::uint16_t) +
           m_row.capacity() * sizeof(std::uint16_t) + m_parent.capacity() * sizeof(SliceId) +
           m_eventLow.capacity() * sizeof(std::uint32_t) + m_eventHigh.capacity();
}

}  // namespace gaplight
