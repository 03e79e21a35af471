// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>

#include "core/base/time.h"
#include "core/scene/model/overlay.h"

namespace gaplight {

class OverlayTable;

// Overlays that a table shows, in the table's order: a sequence, a part of one, or all. Valid as
// long as the table, and until that is assigned to.
class OverlaySpan {
public:
    class Iterator;

    OverlaySpan() = default;
    // `shown`: numbers of overlays; `ranges`: of all overlays.
    OverlaySpan(const OverlayTable& table, std::span<const std::uint32_t> shown,
                const TimeRange* ranges)
        : m_table(&table), m_shown(shown), m_ranges(ranges) {}

    [[nodiscard]] std::size_t size() const { return m_shown.size(); }
    [[nodiscard]] bool empty() const { return m_shown.empty(); }
    [[nodiscard]] std::span<const std::uint32_t> numbers() const { return m_shown; }
    [[nodiscard]] OverlayId id(std::size_t position) const { return OverlayId(m_shown[position]); }
    [[nodiscard]] const TimeRange& range(std::size_t position) const {
        return m_ranges[m_shown[position]];
    }
    // As OverlayTable::operator[]. O(its sources).
    [[nodiscard]] Overlay operator[](std::size_t position) const;
    [[nodiscard]] Overlay front() const { return (*this)[0]; }

    [[nodiscard]] OverlaySpan subspan(std::size_t first, std::size_t count) const {
        return {*m_table, m_shown.subspan(first, count), m_ranges};
    }
    // For spans of one sequence: the first position, from `position` on, whose overlay begins at
    // `time` or later. O(log n).
    [[nodiscard]] std::size_t firstFrom(Time time, std::size_t position = 0) const;

    [[nodiscard]] Iterator begin() const;
    [[nodiscard]] Iterator end() const;

private:
    const OverlayTable* m_table = nullptr;
    std::span<const std::uint32_t> m_shown;
    const TimeRange* m_ranges = nullptr;
};

// Gives each overlay by value, as operator[] does.
class OverlaySpan::Iterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Overlay;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = Overlay;

    Iterator(const OverlaySpan& span, std::size_t position) : m_span(span), m_position(position) {}

    [[nodiscard]] Overlay operator*() const { return m_span[m_position]; }
    Iterator& operator++() {
        ++m_position;
        return *this;
    }
    Iterator operator++(int) {
        Iterator before = *this;
        ++m_position;
        return before;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) {
        return a.m_position == b.m_position;
    }

private:
    OverlaySpan m_span;
    std::size_t m_position;
};

inline OverlaySpan::Iterator OverlaySpan::begin() const {
    return {*this, 0};
}
inline OverlaySpan::Iterator OverlaySpan::end() const {
    return {*this, size()};
}

}  // namespace gaplight
