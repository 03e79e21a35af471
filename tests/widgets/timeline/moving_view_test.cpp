// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/moving_view.h"

#include <gtest/gtest.h>

namespace gaplight::ui {
namespace {

const ViewLimits kLimits{{timeFromNs(0), timeFromNs(1'000'000)}, 2000, 0};

Viewport at(std::int64_t begin) {
    Viewport view;
    view.begin = timeFromNs(begin);
    view.nsPerPixel = 10;
    view.width = 1000;
    view.height = 500;
    return view;
}

TEST(ViewHistory, GoesBackAndForthAmongPlaces) {
    ViewHistory history;
    EXPECT_FALSE(history.back(at(0)));
    history.record(at(0), ViewMove::Jump);
    history.record(at(100), ViewMove::Jump);
    EXPECT_EQ(history.back(at(200)), at(100));
    EXPECT_EQ(history.back(at(100)), at(0));
    EXPECT_FALSE(history.back(at(0)));
    EXPECT_EQ(history.forward(at(0)), at(100));
    EXPECT_EQ(history.forward(at(100)), at(200));
    EXPECT_FALSE(history.forward(at(200)));
}

TEST(ViewHistory, StepsInARowAreOneMove) {
    ViewHistory history;
    for (const std::int64_t begin : {0, 10, 20, 30}) {
        history.record(at(begin), ViewMove::Step);
    }
    EXPECT_EQ(history.back(at(40)), at(0));
    history.record(at(0), ViewMove::Step);  // a new row of steps
    EXPECT_EQ(history.back(at(50)), at(0));
}

TEST(ViewHistory, ANewMoveForgetsWhatIsAhead) {
    ViewHistory history;
    history.record(at(0), ViewMove::Jump);
    EXPECT_TRUE(history.back(at(100)));
    history.record(at(0), ViewMove::Jump);
    EXPECT_FALSE(history.canGoForward());
}

TEST(ViewHistory, APlaceThatOneIsAtIsPassedOver) {
    ViewHistory history;
    history.record(at(0), ViewMove::Jump);
    history.record(at(100), ViewMove::Jump);
    EXPECT_EQ(history.back(at(100)), at(0));
}

TEST(ViewHistory, IsBounded) {
    ViewHistory history;
    for (std::size_t i = 0; i < ViewHistory::kMaxViews + 50; ++i) {
        history.record(at(static_cast<std::int64_t>(i)), ViewMove::Jump);
    }
    std::size_t places = 0;
    for (auto place = history.back(at(-1)); place; place = history.back(*place)) {
        ++places;
    }
    EXPECT_EQ(places, ViewHistory::kMaxViews);
}

class MovingViewTest : public ::testing::Test {
protected:
    MovingViewTest() { m_view.resize(1000, 500, kLimits); }
    MovingView m_view;
};

TEST_F(MovingViewTest, BackUndoesAWholeZoom) {
    const Viewport all = m_view.target();
    for (int i = 0; i < 5; ++i) {
        m_view.zoomAt(600, 1.25, kLimits);
    }
    const Viewport close = m_view.target();
    EXPECT_LT(close.nsPerPixel, all.nsPerPixel);
    EXPECT_TRUE(m_view.goBack(kLimits));
    EXPECT_EQ(m_view.target(), all);
    EXPECT_TRUE(m_view.goForward(kLimits));
    EXPECT_EQ(m_view.target(), close);
    EXPECT_FALSE(m_view.goForward(kLimits));
}

TEST_F(MovingViewTest, BackFitsAWindowOfAnotherSize) {
    m_view.goTo(at(500'000));
    m_view.resize(600, 300, kLimits);
    EXPECT_TRUE(m_view.goBack(kLimits));
    EXPECT_EQ(m_view.target().width, 600);
    EXPECT_EQ(m_view.target(), clamped(m_view.target(), kLimits));
}

TEST_F(MovingViewTest, ReducedMotionIsThereAtOnce) {
    m_view.goTo(at(100'000));
    EXPECT_TRUE(m_view.moving());
    m_view.setReducedMotion(true);
    m_view.goTo(at(200'000));
    EXPECT_FALSE(m_view.moving());
    EXPECT_EQ(m_view.shown().begin, timeFromNs(200'000));
    m_view.zoomAt(600, 2, kLimits);
    EXPECT_FALSE(m_view.moving());
}

TEST_F(MovingViewTest, AnotherTraceHasAHistoryOfItsOwn) {
    m_view.goTo(at(100'000));
    m_view.showAll(kLimits);
    EXPECT_FALSE(m_view.goBack(kLimits));
}

}  // namespace
}  // namespace gaplight::ui
