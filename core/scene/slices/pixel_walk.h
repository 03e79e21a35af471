// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/scene/slices/pixel_grid.h"

namespace gaplight {

// Decides which slice each device pixel of a row shows. Painting (RowPainter) and hit testing
// (hit_test.h) share it, so that they always agree.
//
// The problem: a row of a million slices is drawn on some 2,000 device pixels. Sampling one slice
// per pixel drops some and makes others flicker while the view moves. The contract instead:
//   - every pixel that a slice touches is painted;
//   - a slice of a pixel or more ("wide") covers all of its pixels, as rounding gives them:
//     neighbors share none and lose none;
//   - each other pixel shows the longest of the shorter slices ("narrow") that touch it, the first
//     of equals.
//
//   slices  |aaaaaaaa||b||cc||d|        |e|     a is wide; b, c, d begin in pixel 2; e in pixel 6
//   pixels  0    1    2    3    4   5   6
//   shown   a    a    c    -    -   -   e       wide(0, 2, a)  narrow(2, c)  narrow(6, e)
//
// `Source` is VisibleSlices, or VisibleSamples where slices are too many to be read one by one.
// `Sink` is called once per covered pixel or wide slice, left to right:
//   narrow(pixel, index)    `index` is a position in the source
//   wide(from, to, index)   pixels [from, to)
// The sink is taken by value and returned, so that the compiler can keep it in registers.
//
// O(pixels + slices read); narrow slices of one crowded pixel are skipped by binary search. Levels
// of detail are chosen so that a source has some 4 entries per pixel at most.
template <class Source, class Sink>
class PixelWalk {
public:
    PixelWalk(const Source& source, const PixelGrid& grid, Sink sink)
        : m_source(source),
          m_grid(grid),
          m_sink(std::move(sink)),
          m_index(source.first()),
          m_next(-PixelGrid::kBeyond),
          m_overhangEnd(m_next),
          m_isCrowded(source.last() - source.first() >
                      2 * static_cast<std::size_t>(grid.pixels())) {}

    [[nodiscard]] Sink walk() {
        while (m_index < m_source.last()) {
            if (m_source.isWide(m_index)) {
                emitWide();
            } else {
                beginPixel();
                readNarrow();
            }
        }
        emitPending();
        emitOverhang(m_overhangEnd);
        return std::move(m_sink);
    }

private:
    static constexpr std::size_t kBlock = 64;

    // Without initializers: an array of them is filled before it is read, for each block.
    struct Winner {
        std::int32_t pixel;
        std::uint32_t invertedIndex;  // ~index: the lower half of its key
    };

    // Greatest for the longest; of equally long ones, for the first.
    [[nodiscard]] static std::uint64_t keyOf(const Source& source, std::size_t index) {
        return source.key(index) | static_cast<std::uint32_t>(~index);
    }

    void emit(const Winner& winner) {
        m_sink.narrow(winner.pixel, static_cast<std::uint32_t>(~winner.invertedIndex));
    }
    void emitPending() {
        if (m_isOpen && m_open.pixel >= m_next) {
            emit(m_open);
            m_next = m_open.pixel + 1;
        }
        m_isOpen = false;
    }
    // Emits the pixels before `end` into which the last narrow slice extends.
    void emitOverhang(std::int32_t end) {
        for (; m_next < std::min(m_overhangEnd, end); ++m_next) {
            m_sink.narrow(m_next, m_lastNarrow);
        }
    }

    void emitWide() {
        const std::int32_t from = std::max(m_next, m_grid.nearestEdge(m_source.beginNs(m_index)));
        const std::int32_t to = std::max(from + 1, m_grid.nearestEdge(m_source.endNs(m_index)));
        if (m_open.pixel < from) {
            emitPending();
            emitOverhang(from);
        }
        m_isOpen = false;
        m_sink.wide(from, to, m_index);
        m_next = to;
        m_overhangEnd = to;
        ++m_index;
    }

    // Starts the pixel in which the next slice, a narrow one, begins.
    void beginPixel() {
        emitPending();
        m_open.pixel = static_cast<std::int32_t>(
            m_grid.pixelOf(std::max(m_source.beginNs(m_index), m_grid.edgeNs(0))));
        emitOverhang(m_open.pixel);
        const std::uint64_t own = keyOf(m_source, m_index);
        const bool hasOverhang = m_overhangEnd > m_open.pixel;
        m_best = hasOverhang ? std::max(own, keyOf(m_source, m_lastNarrow)) : own;
        m_open.invertedIndex = static_cast<std::uint32_t>(m_best);
        m_isOpen = true;
        const bool extends = m_source.endNs(m_index) > m_grid.edgeNs(m_open.pixel + 1);
        m_overhangKey = extends ? own : 0;
        ++m_index;
    }

    // Reads narrow slices up to the next wide one or the end.
    void readNarrow() {
        const std::size_t last = m_source.last();
        bool continues = true;
        while (continues && m_index < last) {
            const std::size_t end = std::min(last, m_index + kBlock);
            if (m_index + kBlock == end &&
                m_source.beginNs(end - 1) < m_grid.edgeNs(m_open.pixel + 1)) {
                skip();
            } else {
                continues = m_isCrowded ? readBlock<true>(end) : readBlock<false>(end);
            }
        }
        m_lastNarrow = m_index - 1;
        const std::int64_t endNs = m_source.endNs(m_lastNarrow);
        m_overhangEnd = m_open.pixel + 1;
        for (int pixels = 0;
             pixels < Source::kMaxOverhangPixels && endNs > m_grid.edgeNs(m_overhangEnd);
             ++pixels) {
            ++m_overhangEnd;
        }
    }

    // False: stopped before a wide slice, or after one that extends beyond the next pixel.
    //
    // In a crowded row the processor cannot predict whether a slice begins in another pixel than
    // the one before, nor which of two is longer (a loop with branches mispredicted
    // 104,000 times for 400,000 slices, this one 11,000 times), so neither is a branch. Each slice
    // writes the winner of its pixel so far, and the overhang into the next pixel; a new pixel only
    // advances the position that is written next.
    template <bool kIsCrowded>
    bool readBlock(std::size_t end) {
        const Source source = m_source;
        const PixelGrid grid = m_grid;
        std::array<Winner, 2 * kBlock + 2> winners;  // two per slice read; NOLINT: written first
        winners[0] = m_open;
        std::size_t count = 0;
        std::int64_t pixel = m_open.pixel;
        std::uint64_t best = m_best;
        std::uint64_t overhang = m_overhangKey;
        std::size_t index = m_index;
        bool continues = true;
        for (; index < end && continues; ++index) {
            if (source.isWide(index)) {
                continues = false;
                break;
            }
            const std::int64_t own = grid.pixelOf(source.beginNs(index));
            const std::int64_t step = own - pixel;
            const std::uint64_t key = keyOf(source, index);
            if constexpr (kIsCrowded) {
                if (step > 1) {
                    continues = false;
                    break;
                }
                // The winner so far; in a new pixel, what extends into it.
                best ^= (best ^ overhang) & -static_cast<std::uint64_t>(step);
                count += static_cast<std::size_t>(step);
            } else {
                // Counts only where no slice begins in the pixel that the last one extends into.
                winners[count + 1] = {static_cast<std::int32_t>(pixel + 1),
                                      static_cast<std::uint32_t>(overhang)};
                count += static_cast<std::size_t>((overhang != 0) & (step > 1));
                count += static_cast<std::size_t>(step != 0);
                best = (best & -static_cast<std::uint64_t>(step == 0)) |
                       (overhang & -static_cast<std::uint64_t>(step == 1));
            }
            best = std::max(best, key);
            const std::int64_t endNs = source.endNs(index);
            overhang = key & -static_cast<std::uint64_t>(endNs > grid.edgeNs(own + 1));
            if constexpr (Source::kMaxOverhangPixels > 1) {
                continues = endNs <= grid.edgeNs(own + 2);
            }
            pixel = own;
            winners[count] = {static_cast<std::int32_t>(pixel), static_cast<std::uint32_t>(best)};
        }
        m_index = index;
        m_best = best;
        m_overhangKey = overhang;
        emitBlock(winners.data(), count);
        m_open = winners[count];
        return continues;
    }

    // Emits all but the last, whose pixel may get more slices. The first pixel may belong to a wide
    // slice already. Works on a copy of the sink, so that the compiler need not assume that the
    // sink's writes change it.
    void emitBlock(const Winner* winners, std::size_t count) {
        if (count == 0) {
            return;
        }
        std::size_t index = winners[0].pixel < m_next ? 1 : 0;
        Sink sink = m_sink;
        for (; index < count; ++index) {
            sink.narrow(winners[index].pixel,
                        static_cast<std::uint32_t>(~winners[index].invertedIndex));
        }
        m_sink = sink;
        m_next = winners[count].pixel;
    }

    // Skips the slices of the open pixel, except the last.
    void skip() {
        const auto [last, longest] = m_source.skip(m_index, m_grid.edgeNs(m_open.pixel + 1));
        m_best = std::max(m_best, keyOf(m_source, longest));
        m_open.invertedIndex = static_cast<std::uint32_t>(m_best);
        m_index = last;
    }

    Source m_source;
    PixelGrid m_grid;
    Sink m_sink;
    std::size_t m_index;         // next position to read
    std::int32_t m_next;         // first pixel not yet emitted
    std::int32_t m_overhangEnd;  // first pixel that the last narrow slice does not touch
    std::size_t m_lastNarrow = 0;
    std::uint64_t m_overhangKey = 0;  // key of the slice that extends into the next pixel; 0: none
    std::uint64_t m_best = 0;         // key of the open pixel's winner so far
    Winner m_open{};                  // the pixel being read
    bool m_isOpen = false;
    bool m_isCrowded;  // few empty pixels: stopping at each is cheaper
};

}  // namespace gaplight
