// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/base/time.h"

namespace gaplight {

inline constexpr int kMaxBucketShift = 62;

// Upper bounds of a row's number of runs (level_of_detail.h). Entry `shift` is for buckets of
// 2^shift ns.
using RunBounds = std::array<std::size_t, kMaxBucketShift + 1>;

// Computes RunBounds. A row has at most one run for each bucket in which a slice starts, and one
// for each slice of at least a bucket; both are counted for all bucket widths at once.
class RunCounts {
public:
    void addSlice(Duration duration) {
        const auto length = static_cast<std::uint64_t>(ns(duration));
        ++m_lengths[static_cast<std::size_t>(std::bit_width(length))];
    }
    // Takes the starts of two consecutive slices. They are in different buckets of every width up
    // to the highest bit in which they differ.
    void addNeighbors(Time start, Time next) {
        const auto differ = static_cast<std::uint64_t>(ns(start) ^ ns(next));
        ++m_splits[static_cast<std::size_t>(std::bit_width(differ))];
    }
    void add(const RunCounts& other) {
        for (std::size_t width = 0; width < kWidths; ++width) {
            m_splits[width] += other.m_splits[width];
            m_lengths[width] += other.m_lengths[width];
        }
    }
    [[nodiscard]] RunBounds bounds() const {
        RunBounds bounds{};
        std::size_t sum = 1;
        std::size_t width = kWidths - 1;
        for (std::size_t shift = bounds.size(); shift-- > 0;) {
            for (; width > shift; --width) {
                sum += std::size_t{m_splits[width]} + m_lengths[width];
            }
            bounds[shift] = sum;
        }
        return bounds;
    }

private:
    static constexpr std::size_t kWidths = 65;  // bits of a difference or a length
    std::array<std::uint32_t, kWidths> m_splits{};
    std::array<std::uint32_t, kWidths> m_lengths{};
};

}  // namespace gaplight
