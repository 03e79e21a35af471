// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "core/base/column.h"
#include "core/base/time.h"

namespace gaplight {

// A duration that 32 bits of ns do not hold, and the index of its slice.
struct LongDuration {
    std::uint32_t slice = 0;
    Duration duration{};
};

// Durations of consecutive slices. A view: cheap to copy, valid while its DurationColumn lives.
class Durations {
public:
    // In place of a duration of 4.29 s or more.
    static constexpr std::uint32_t kLong = std::numeric_limits<std::uint32_t>::max();

    Durations() = default;
    // `shortOnes`: ns or kLong; the rest, ascending by slice, is in `longOnes`.
    Durations(std::span<const std::uint32_t> shortOnes, std::span<const LongDuration> longOnes)
        : m_short(shortOnes.data()), m_size(shortOnes.size()), m_longOnes(longOnes) {}

    [[nodiscard]] std::size_t size() const { return m_size; }
    // O(1) below 4.29 s, else O(log longer ones).
    [[nodiscard]] Duration operator[](std::size_t at) const {
        const std::uint32_t ns = m_short[at];
        return ns != kLong ? Duration(ns) : longOne(at);
    }
    // Lets the processor fetch one that will be read soon.
    void prefetch(std::size_t at) const { __builtin_prefetch(m_short + at); }
    // Those of `count` slices from `first`, counted from 0.
    [[nodiscard]] Durations subspan(std::size_t first, std::size_t count) const {
        Durations part(std::span(m_short + first, count), m_longOnes);
        part.m_first = m_first + first;
        return part;
    }

private:
    [[nodiscard]] Duration longOne(std::size_t at) const;

    const std::uint32_t* m_short = nullptr;
    std::size_t m_size = 0;
    std::size_t m_first = 0;  // of the slices that `m_longOnes` counts
    std::span<const LongDuration> m_longOnes;
};

// Durations of slices, >= 0: 4 bytes each, and 16 more for those of 4.29 s and longer.
class DurationColumn {
public:
    DurationColumn() = default;
    explicit DurationColumn(std::span<const Duration> durations);
    // As Durations.
    DurationColumn(Column<std::uint32_t> shortOnes, std::vector<LongDuration> longOnes)
        : m_short(std::move(shortOnes)), m_longOnes(std::move(longOnes)) {}

    [[nodiscard]] Durations all() const { return {m_short, m_longOnes}; }
    [[nodiscard]] std::size_t memoryBytes() const {
        return m_short.capacity() * sizeof(std::uint32_t) +
               m_longOnes.capacity() * sizeof(LongDuration);
    }

private:
    Column<std::uint32_t> m_short;
    std::vector<LongDuration> m_longOnes;
};

}  // namespace gaplight
