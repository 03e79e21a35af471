// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/slice_table.h"

namespace gaplight {

Duration Durations::longOne(std::size_t at) const {
    return std::lower_bound(
               m_longOnes.begin(), m_longOnes.end(), m_first + at,
               [](const LongDuration& one, std::size_t slice) { return one.slice < slice; })
        ->duration;
}

DurationColumn::DurationColumn(std::span<const Duration> durations) {
    m_short.reserve(durations.size());
    for (const Duration duration : durations) {
        const bool isLong = duration >= Duration(Durations::kLong);
        if (isLong) {
            m_longOnes.push_back({static_cast<std::uint32_t>(m_short.size()), duration});
        }
        m_short.push_back(isLong ? Durations::kLong : static_cast<std::uint32_t>(duration.count()));
    }
}

std::size_t SliceTable::memoryBytes() const {
    return m_start.capacity() * sizeof(Time) + m_duration.memoryBytes() +
           m_name.capacity() * sizeof(StringId) + m_category.capacity() * sizeof(std::uint16_t) +
           m_row.capacity() * sizeof(std::uint16_t) + m_parent.capacity() * sizeof(SliceId) +
           m_eventLow.capacity() * sizeof(std::uint32_t) + m_eventHigh.capacity();
}

}  // namespace gaplight
