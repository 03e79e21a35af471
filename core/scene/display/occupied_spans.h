// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace gaplight {

// Horizontal intervals of a track's rows that overlays cover, so that slice labels avoid them.
// Fixed capacity: overlays keep some pixels apart, so a view does not fill it; further ones are
// dropped.
class OccupiedSpans {
public:
    void clear() { m_size = 0; }
    void add(std::uint16_t row, float x0, float x1) {
        if (m_size < m_spans.size()) {
            m_spans[m_size++] = {x0, x1, row};
        }
    }

    bool isFree(std::uint16_t row, float x0, float x1) const {
        for (std::size_t i = 0; i < m_size; ++i) {
            const Span& span = m_spans[i];
            if (span.row == row && span.x1 > x0 && span.x0 < x1) {
                return false;
            }
        }
        return true;
    }

    // Narrows [x0, x1) to its first part on `row` that is free; may become empty.
    void exclude(std::uint16_t row, float& x0, float& x1) const {
        for (std::size_t i = 0; i < m_size; ++i) {
            const Span& span = m_spans[i];
            if (span.row != row || span.x1 <= x0 || span.x0 >= x1) {
                continue;
            }
            if (span.x0 <= x0) {
                x0 = span.x1;
            } else {
                x1 = span.x0;
            }
        }
    }

private:
    struct Span {
        float x0 = 0;
        float x1 = 0;
        std::uint16_t row = 0;
    };
    std::array<Span, 1024> m_spans;
    std::size_t m_size = 0;
};

}  // namespace gaplight
