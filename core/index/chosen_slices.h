// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>

#include "core/trace/trace.h"

namespace gaplight {

// The slices that an index covers: all of a trace, or a subset in ascending order of ids. A
// position counts the slices of this list.
class ChosenSlices {
public:
    // `some`: the subset; no value for all slices.
    explicit ChosenSlices(std::optional<std::span<const SliceId>> some) : m_some(some) {}

    [[nodiscard]] bool areAll() const { return !m_some; }
    [[nodiscard]] SliceId at(std::size_t position) const {
        return m_some ? (*m_some)[position] : SliceId(position);
    }
    // Calls `visit` with the index of each slice at the positions [first, last).
    template <class Visit>
    void forEach(std::size_t first, std::size_t last, const Visit& visit) const {
        if (areAll()) {
            for (std::size_t slice = first; slice < last; ++slice) {
                visit(slice);
            }
            return;
        }
        for (const SliceId slice : m_some->subspan(first, last - first)) {
            visit(slice.index());
        }
    }
    // The positions [first, second) of a track's slices. O(log slices).
    [[nodiscard]] std::pair<std::size_t, std::size_t> of(const Track& track) const {
        const std::size_t first = track.firstSlice.index();
        const std::size_t last = first + track.sliceCount;
        return areAll() ? std::pair(first, last) : std::pair(positionOf(first), positionOf(last));
    }

private:
    [[nodiscard]] std::size_t positionOf(std::size_t slice) const {
        return static_cast<std::size_t>(
            std::lower_bound(m_some->begin(), m_some->end(), SliceId(slice)) - m_some->begin());
    }

    std::optional<std::span<const SliceId>> m_some;
};

}  // namespace gaplight
