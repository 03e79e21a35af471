// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/memory/memory_index.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace gaplight::test {
namespace {

using Visits = std::vector<std::pair<std::size_t, std::int64_t>>;

Visits visitsOf(const StackWindow& window, std::int64_t bottom, std::int64_t top) {
    Visits visits;
    window.visit(bottom, top,
                 [&](std::size_t rank, std::int64_t base) { visits.emplace_back(rank, base); });
    return visits;
}

TEST(StackWindow, VisitsWhatLiesBetweenTwoHeights) {
    StackWindow window({{10, 0, 5}, {20, 1, kNoMoment}, {30, 3, 4}});
    EXPECT_TRUE(window.advanceTo(1));
    EXPECT_EQ(visitsOf(window, 0, 100), (Visits{{0, 0}, {1, 10}}));
    EXPECT_EQ(visitsOf(window, 10, 100), (Visits{{1, 10}}));
    EXPECT_EQ(visitsOf(window, 0, 10), (Visits{{0, 0}}));
    EXPECT_FALSE(window.advanceTo(2));
    EXPECT_TRUE(window.advanceTo(3));
    EXPECT_EQ(visitsOf(window, 29, 31), (Visits{{1, 10}, {2, 30}}));
    EXPECT_TRUE(window.advanceTo(6));
    EXPECT_EQ(visitsOf(window, 0, 100), (Visits{{1, 0}}));
}

TEST(StackWindow, LeavesOutWhatBeginsAndEndsInBetween) {
    StackWindow window({{10, 3, 5}});
    EXPECT_FALSE(window.advanceTo(6));
    EXPECT_TRUE(visitsOf(window, 0, 100).empty());
}

TEST(StackWindow, VisitsWhatASumOverAllFinds) {
    std::mt19937 random(7);
    const auto below = [&](std::uint32_t limit) { return static_cast<Moment>(random() % limit); };
    std::vector<StackWindow::Item> items;
    for (int at = 0; at < 700; ++at) {
        const Moment begin = below(1000);
        items.push_back({1 + below(50), begin, below(4) == 0 ? kNoMoment : begin + below(200)});
    }
    StackWindow window(items);
    for (Moment moment = 0; moment < 1200; moment += below(20)) {
        window.advanceTo(moment);
        const std::int64_t bottom = below(2000);
        const std::int64_t top = bottom + 1 + below(3000);
        Visits expected;
        std::int64_t base = 0;
        for (std::size_t rank = 0; rank < items.size(); ++rank) {
            const StackWindow::Item& item = items[rank];
            if (item.begin <= moment && moment < item.end) {
                if (base < top && base + item.size > bottom) {
                    expected.emplace_back(rank, base);
                }
                base += item.size;
            }
        }
        EXPECT_EQ(visitsOf(window, bottom, top), expected) << moment;
    }
}

}  // namespace
}  // namespace gaplight::test
