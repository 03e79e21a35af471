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

// Says who owns each device pixel of a row, from left to right: to what is drawn there, and to what
// looks for the slice under the pointer.
//
// Every occupied pixel has an owner. A slice of a pixel or more owns all of its pixels, as rounding
// gives them: neighbours share none and lose none. Each other pixel belongs to the longest of the
// shorter slices that touch it; the first of equals. The source is SlicesInSight, or MarksInSight,
// for which the same is true of its marks.
//
// Tells `owners`, which is moved in and given back, from left to right and no pixel twice:
//   narrow(pixel, at)   where `at` counts what the source gives
//   wide(from, to, at)
//
// O(pixels + what the source gives; what is many to a pixel it skips). Levels of detail are chosen
// so that a source gives at most some 4 to a pixel.
template <class Source, class Owners>
class PixelWalk {
public:
    PixelWalk(const Source& source, const PixelGrid& grid, Owners owners)
        : m_source(source),
          m_grid(grid),
          m_owners(std::move(owners)),
          m_at(source.first()),
          m_next(-PixelGrid::kBeyond),
          m_reached(m_next),
          m_isCrowded(source.last() - source.first() >
                      2 * static_cast<std::size_t>(grid.pixels())) {}

    [[nodiscard]] Owners walk() {
        while (m_at < m_source.last()) {
            if (m_source.isWide(m_at)) {
                tellWide();
            } else {
                beginPixel();
                readNarrow();
            }
        }
        tellOpen();
        tellReached(m_reached);
        return std::move(m_owners);
    }

private:
    static constexpr std::size_t kBlock = 64;

    struct Owned {
        std::int32_t pixel = 0;
        std::uint32_t notAt = 0;  // the bits of `at`, all turned: the lower half of its key
    };

    // The longest has the greatest; of equals the first.
    [[nodiscard]] static std::uint64_t keyOf(const Source& source, std::size_t at) {
        return source.key(at) | static_cast<std::uint32_t>(~at);
    }

    void tell(const Owned& owned) {
        m_owners.narrow(owned.pixel, static_cast<std::uint32_t>(~owned.notAt));
    }
    void tellOpen() {
        if (m_isOpen && m_open.pixel >= m_next) {
            tell(m_open);
            m_next = m_open.pixel + 1;
        }
        m_isOpen = false;
    }
    // The last narrow one reaches into pixels before `end`.
    void tellReached(std::int32_t end) {
        for (; m_next < std::min(m_reached, end); ++m_next) {
            m_owners.narrow(m_next, m_lastNarrow);
        }
    }

    void tellWide() {
        const std::int32_t from = std::max(m_next, m_grid.nearestEdge(m_source.beginNs(m_at)));
        const std::int32_t to = std::max(from + 1, m_grid.nearestEdge(m_source.endNs(m_at)));
        if (m_open.pixel < from) {
            tellOpen();
            tellReached(from);
        }
        m_isOpen = false;
        m_owners.wide(from, to, m_at);
        m_next = to;
        m_reached = to;
        ++m_at;
    }

    // The next one is narrow, and nothing is known of the pixel in which it begins.
    void beginPixel() {
        tellOpen();
        m_open.pixel = static_cast<std::int32_t>(
            m_grid.pixelOf(std::max(m_source.beginNs(m_at), m_grid.edgeNs(0))));
        tellReached(m_open.pixel);
        const std::uint64_t own = keyOf(m_source, m_at);
        const bool isReached = m_reached > m_open.pixel;
        m_best = isReached ? std::max(own, keyOf(m_source, m_lastNarrow)) : own;
        m_open.notAt = static_cast<std::uint32_t>(m_best);
        m_isOpen = true;
        const bool reaches = m_source.endNs(m_at) > m_grid.edgeNs(m_open.pixel + 1);
        m_reaching = reaches ? own : 0;
        ++m_at;
    }

    // Reads on while what is next is narrow.
    void readNarrow() {
        const std::size_t last = m_source.last();
        bool goesOn = true;
        while (goesOn && m_at < last) {
            const std::size_t end = std::min(last, m_at + kBlock);
            if (m_at + kBlock == end &&
                m_source.beginNs(end - 1) < m_grid.edgeNs(m_open.pixel + 1)) {
                skip();
            } else {
                goesOn = m_isCrowded ? readBlock<true>(end) : readBlock<false>(end);
            }
        }
        m_lastNarrow = m_at - 1;
        const std::int64_t endNs = m_source.endNs(m_lastNarrow);
        m_reached = m_open.pixel + 1;
        for (int reach = 0; reach < Source::kMostReach && endNs > m_grid.edgeNs(m_reached);
             ++reach) {
            ++m_reached;
        }
    }

    // False: stopped before a wide one, or after one that reaches further than into the next pixel.
    //
    // In a crowded row it is a coin toss for the processor whether a slice begins in another pixel
    // than the one before, and which of two is longer: nothing here branches on it. Each slice
    // writes who owns its pixel as far as is known, and what would be reached into if the next
    // began further right; whether a pixel is a new one only moves where the next writes.
    template <bool kIsCrowded>
    bool readBlock(std::size_t end) {
        const Source source = m_source;
        const PixelGrid grid = m_grid;
        std::array<Owned, 2 * kBlock + 2> owned;  // two for each that is read
        owned[0] = m_open;
        std::size_t count = 0;
        std::int64_t pixel = m_open.pixel;
        std::uint64_t best = m_best;
        std::uint64_t reaching = m_reaching;
        std::size_t at = m_at;
        bool goesOn = true;
        for (; at < end && goesOn; ++at) {
            if (source.isWide(at)) {
                goesOn = false;
                break;
            }
            const std::int64_t own = grid.pixelOf(source.beginNs(at));
            const std::int64_t step = own - pixel;
            const std::uint64_t key = keyOf(source, at);
            if constexpr (kIsCrowded) {
                if (step > 1) {
                    goesOn = false;
                    break;
                }
                // The owner so far, or what reaches into the next pixel.
                best ^= (best ^ reaching) & -static_cast<std::uint64_t>(step);
                count += static_cast<std::size_t>(step);
            } else {
                // Counts where nothing begins in a pixel that the last one reaches into.
                owned[count + 1] = {static_cast<std::int32_t>(pixel + 1),
                                    static_cast<std::uint32_t>(reaching)};
                count += static_cast<std::size_t>((reaching != 0) & (step > 1));
                count += static_cast<std::size_t>(step != 0);
                best = (best & -static_cast<std::uint64_t>(step == 0)) |
                       (reaching & -static_cast<std::uint64_t>(step == 1));
            }
            best = std::max(best, key);
            const std::int64_t endNs = source.endNs(at);
            reaching = key & -static_cast<std::uint64_t>(endNs > grid.edgeNs(own + 1));
            if constexpr (Source::kMostReach > 1) {
                goesOn = endNs <= grid.edgeNs(own + 2);
            }
            pixel = own;
            owned[count] = {static_cast<std::int32_t>(pixel), static_cast<std::uint32_t>(best)};
        }
        m_at = at;
        m_best = best;
        m_reaching = reaching;
        tellAll(owned.data(), count);
        m_open = owned[count];
        return goesOn;
    }

    // All but the last, to which more may come. The first may be a wide one's. A copy of the
    // owners, as what they write must not be thought to change them.
    void tellAll(const Owned* owned, std::size_t count) {
        if (count == 0) {
            return;
        }
        std::size_t at = owned[0].pixel < m_next ? 1 : 0;
        Owners owners = m_owners;
        for (; at < count; ++at) {
            owners.narrow(owned[at].pixel, static_cast<std::uint32_t>(~owned[at].notAt));
        }
        m_owners = owners;
        m_next = owned[count].pixel;
    }

    // Those of the open pixel, but for the last.
    void skip() {
        const auto [last, longest] = m_source.skip(m_at, m_grid.edgeNs(m_open.pixel + 1));
        m_best = std::max(m_best, keyOf(m_source, longest));
        m_open.notAt = static_cast<std::uint32_t>(m_best);
        m_at = last;
    }

    Source m_source;
    PixelGrid m_grid;
    Owners m_owners;
    std::size_t m_at;        // what is read next
    std::int32_t m_next;     // the first pixel whose owner is not yet told
    std::int32_t m_reached;  // the first that the last narrow one does not reach
    std::size_t m_lastNarrow = 0;
    std::uint64_t m_reaching = 0;  // key of what reaches into the pixel after it, 0: nothing
    std::uint64_t m_best = 0;      // key of the open pixel's owner so far
    Owned m_open{};                // the pixel that is being read
    bool m_isOpen = false;
    bool m_isCrowded;  // few pixels in which nothing begins: to stop at each is cheaper
};

}  // namespace gaplight
