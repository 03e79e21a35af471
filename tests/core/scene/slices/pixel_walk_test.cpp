// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/slices/pixel_walk.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/scene/slices/visible_samples.h"
#include "core/scene/slices/visible_slices.h"
#include "tests/core/index/row_fixture.h"

namespace gaplight {
namespace {

using test::randomRow;
using test::traceOf;

struct Owner {
    std::size_t at = 0;
    bool wide = false;
    friend bool operator==(const Owner&, const Owner&) = default;
};
using Owners = std::map<std::int32_t, Owner>;

void PrintTo(const Owner& owner, std::ostream* out) {
    *out << owner.at << (owner.wide ? " wide" : "");
}

// Writes down who is told, and that each pixel is told once and from left to right.
class Notes {
public:
    void narrow(std::int32_t pixel, std::size_t at) { add(pixel, pixel + 1, {at, false}); }
    void wide(std::int32_t from, std::int32_t to, std::size_t at) { add(from, to, {at, true}); }

    const Owners& owners() const { return m_owners; }
    bool isInOrder() const { return m_isInOrder; }

private:
    void add(std::int32_t from, std::int32_t to, const Owner& owner) {
        m_isInOrder = m_isInOrder && from >= m_next && to > from;
        m_next = to;
        for (std::int32_t pixel = from; pixel < to; ++pixel) {
            m_owners.emplace(pixel, owner);
        }
    }

    Owners m_owners;
    std::int32_t m_next = std::numeric_limits<std::int32_t>::min();
    bool m_isInOrder = true;
};

// The rule, one by one and pixel by pixel.
template <class Source>
Owners expectedOwners(const Source& source, const PixelGrid& grid) {
    Owners owners;
    const auto isLonger = [&](std::size_t at, const Owner& than) {
        return !than.wide && source.key(at) > source.key(than.at);
    };
    for (std::size_t at = source.first(); at < source.last(); ++at) {
        if (source.isWide(at)) {
            const std::int32_t to = grid.nearestEdge(source.endNs(at));
            for (std::int32_t pixel = grid.nearestEdge(source.beginNs(at)); pixel < to; ++pixel) {
                owners[pixel] = {at, true};
            }
            continue;
        }
        // Marks are rounded outwards; what is true of slices is that the next begins after the end.
        const std::int64_t endNs = at + 1 < source.last()
                                       ? std::min(source.endNs(at), source.beginNs(at + 1))
                                       : source.endNs(at);
        std::int32_t pixel = 0;
        while (grid.edgeNs(pixel + 1) <= source.beginNs(at)) {
            ++pixel;
        }
        do {
            const auto [place, isNew] = owners.emplace(pixel, Owner{at, false});
            if (!isNew && isLonger(at, place->second)) {
                place->second = {at, false};
            }
            ++pixel;
        } while (grid.edgeNs(pixel) < endNs);
    }
    return owners;
}

template <class Source>
void expectOwners(const Source& source, const PixelGrid& grid) {
    const Notes notes = PixelWalk(source, grid, Notes()).walk();
    EXPECT_TRUE(notes.isInOrder());
    ASSERT_EQ(notes.owners(), expectedOwners(source, grid));
}

class PixelWalkOn : public ::testing::TestWithParam<std::int64_t> {};

// From many slices to a pixel to many pixels to a slice, wherever the view begins.
TEST_P(PixelWalkOn, GivesEachPixelToTheLongestThatTouchesIt) {
    const auto trace = traceOf(randomRow(21, GetParam(), 9'000));
    const RowIndex index = RowIndex::build(*trace);
    const Row row = index.row(*trace, TrackId(std::size_t{0}), 0);
    const double length = static_cast<double>(ns(trace->range().length()));
    std::mt19937_64 random(3);
    for (double nsPerPixel = 0.3; nsPerPixel < length; nsPerPixel *= 1.9) {
        for (int view = 0; view < 6; ++view) {
            SCOPED_TRACE(std::to_string(nsPerPixel) + " ns per pixel, view " +
                         std::to_string(view));
            const auto offset = static_cast<std::int64_t>(
                length * static_cast<double>(random() % 1000) / 1000 - 50 * nsPerPixel);
            const std::int64_t begin = ns(trace->range().begin) + offset;
            const PixelEdges edges(begin, 1 / nsPerPixel, 300);
            expectOwners(VisibleSlices(row, edges.grid()), edges.grid());
            for (const DetailLevel& level : row.detailLevels()) {
                if (std::ldexp(1.0, level.shift) <= nsPerPixel) {
                    expectOwners(VisibleSamples(row, level, edges.grid()), edges.grid());
                }
            }
            if (HasFailure()) {
                return;
            }
        }
    }
}

// Marks stand for slices: what is occupied stays so, and what is wide keeps its pixels but for
// their rounding.
TEST_P(PixelWalkOn, LeavesNoPixelOfASliceWithoutAnOwner) {
    const auto trace = traceOf(randomRow(22, GetParam(), 60'000));
    const RowIndex index = RowIndex::build(*trace);
    const Row row = index.row(*trace, TrackId(std::size_t{0}), 0);
    ASSERT_FALSE(row.detailLevels().empty());
    for (const DetailLevel& level : row.detailLevels()) {
        for (const double cells : {1.0, 1.3, 1.9, 3.7}) {  // of the level, in a pixel
            const double nsPerPixel = std::ldexp(cells, level.shift);
            SCOPED_TRACE(nsPerPixel);
            const double pixels = static_cast<double>(ns(trace->range().length())) / nsPerPixel;
            const PixelEdges edges(ns(trace->range().begin), 1 / nsPerPixel,
                                   static_cast<std::int32_t>(pixels) + 2);
            const PixelGrid grid = edges.grid();
            const VisibleSlices slices(row, grid);
            ASSERT_EQ(slices.last(), row.size());
            const Owners owners =
                PixelWalk(VisibleSamples(row, level, grid), grid, Notes()).walk().owners();
            const Owners expected = expectedOwners(slices, grid);
            const auto isInside = [&](std::int32_t pixel, const Owner& owner) {
                const auto left = expected.find(pixel - 1);
                const auto right = expected.find(pixel + 1);
                return left != expected.end() && left->second == owner && right != expected.end() &&
                       right->second == owner;
            };
            for (const auto& [pixel, owner] : expected) {
                // A wide one's ends may be rounded to the next edge.
                if (!owner.wide || isInside(pixel, owner)) {
                    const auto seen = owners.find(pixel);
                    ASSERT_NE(seen, owners.end()) << "pixel " << pixel;
                    ASSERT_TRUE(!owner.wide || seen->second.wide) << "pixel " << pixel;
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Origins, PixelWalkOn,
                         ::testing::Values(0, 1'000'000'000'000'000'000, -5'000'000'007));

TEST(PixelWalk, SkipsWhatIsManyToAPixel) {
    std::vector<test::TimedSlice> slices;
    for (std::int64_t i = 0; i < 500; ++i) {
        slices.push_back({i * 10, i == 321 ? 9 : 1 + i % 5});
    }
    slices.push_back({5'000, 7'000});
    const auto trace = traceOf(slices);
    const RowIndex index = RowIndex::build(*trace);
    const Row row = index.row(*trace, TrackId(std::size_t{0}), 0);
    const PixelEdges edges(0, 1.0 / 6'000, 4);
    const Notes notes = PixelWalk(VisibleSlices(row, edges.grid()), edges.grid(), Notes()).walk();
    EXPECT_EQ(notes.owners(), (Owners{{0, {321, false}}, {1, {500, true}}}));
}

TEST(PixelWalk, TellsApartDurationsOfMoreThan32Bits) {
    constexpr std::int64_t kSecond = 1'000'000'000;
    const auto trace = traceOf({{0, 5 * kSecond},
                                {6 * kSecond, 40 * kSecond},
                                {50 * kSecond, 39 * kSecond},
                                {95 * kSecond, 2 * kSecond}});
    const RowIndex index = RowIndex::build(*trace);
    const Row row = index.row(*trace, TrackId(std::size_t{0}), 0);
    const PixelEdges edges(0, 1.0 / (100 * kSecond), 2);
    const Notes notes = PixelWalk(VisibleSlices(row, edges.grid()), edges.grid(), Notes()).walk();
    EXPECT_EQ(notes.owners(), (Owners{{0, {1, false}}}));
}

TEST(PixelGrid, HasAnEdgeForEveryPixelOfTheLongestTrace) {
    constexpr std::int64_t kLongest = std::numeric_limits<std::int64_t>::max() / 2;
    const double pixelsPerNs = 1000.0 / static_cast<double>(kLongest);
    for (const std::int64_t origin : {std::int64_t{0}, kLongest, kLongest + kLongest / 2}) {
        const PixelEdges edges(origin, pixelsPerNs, 1000);
        for (std::int32_t pixel = 0; pixel <= 1001; ++pixel) {
            ASSERT_LE(edges.grid().edgeNs(pixel), edges.grid().edgeNs(pixel + 1));
        }
    }
}

TEST(PixelGrid, PutsATimeIntoThePixelWhoseEdgesEncloseIt) {
    std::mt19937_64 random(8);
    for (int trial = 0; trial < 200; ++trial) {
        const double nsPerPixel = std::exp(static_cast<double>(random() % 2200) / 100 - 2);
        const auto origin = static_cast<std::int64_t>(random() >> 4U);
        const PixelEdges edges(origin, 1 / nsPerPixel, 400);
        const PixelGrid grid = edges.grid();
        for (std::int32_t pixel = 0; pixel < 400; ++pixel) {
            if (grid.edgeNs(pixel) < grid.edgeNs(pixel + 1)) {
                ASSERT_EQ(grid.pixelOf(grid.edgeNs(pixel)), pixel) << nsPerPixel;
                ASSERT_EQ(grid.pixelOf(grid.edgeNs(pixel + 1) - 1), pixel) << nsPerPixel;
            }
        }
    }
}

}  // namespace
}  // namespace gaplight
