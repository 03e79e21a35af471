// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// Frames of a stack that say nothing are one line.
#include "core/scene/layout/track_layout.h"

#include <algorithm>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "core/scene/layout/track_arrangement.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

// main: five frames, a step in them, more frames and a launch in the step.
class FramesAroundSteps : public ::testing::Test {
protected:
    explicit FramesAroundSteps(const char* category = "user_annotation") {
        test::TraceDsl t;
        const auto main = t.thread("main");
        for (std::int64_t depth = 0; depth < 5; ++depth) {
            t.slice(main, {depth, 1000 - depth}, "python_function", "f" + std::to_string(depth));
        }
        t.slice(main, {100, 500}, category, "step");
        t.slice(main, {110, 490}, "python_function", "forward");
        t.kernel(t.stream(0, 7), {500, 900}, t.launch(main, {120, 130}));
        m_trace = t.trace();
        m_layout = TrackLayout::build(*m_trace, {});
    }
    std::size_t lane() const {
        const auto lanes = m_layout.lanes();
        return static_cast<std::size_t>(
            std::find_if(lanes.begin(), lanes.end(),
                         [](const Lane& each) { return each.title.starts_with("main"); }) -
            lanes.begin());
    }

    std::shared_ptr<const Trace> m_trace;
    TrackLayout m_layout;
};

TEST_F(FramesAroundSteps, AreFoldedIntoOneLine) {
    const std::size_t main = lane();
    ASSERT_LT(main, m_layout.lanes().size());
    const Lane& shown = m_layout.lanes()[main];
    EXPECT_EQ(shown.outerFrames, 5);
    EXPECT_EQ(shown.firstRow, 4);
    EXPECT_EQ(shown.visibleRows, 4);  // of the frames one, the step, forward, the launch
    const auto pitch = static_cast<double>(m_layout.rowPitch());
    for (const std::uint16_t row : std::to_array<std::uint16_t>({0, 3, 4})) {
        EXPECT_EQ(m_layout.rowY(main, row), shown.y) << row;
    }
    EXPECT_EQ(m_layout.rowY(main, 5), shown.y + pitch);
    EXPECT_EQ(m_layout.rowY(main, 7), shown.y + 3 * pitch);
}

TEST_F(FramesAroundSteps, UnfoldForASliceOnThem) {
    const std::size_t main = lane();
    const std::vector<LaneFold> before = m_layout.folds();
    const double folded = m_layout.contentHeight();
    m_layout.reveal(m_layout.lanes()[main].track, 2);
    EXPECT_TRUE(m_layout.lanes()[main].showsRow(2) && m_layout.lanes()[main].showsRow(7));
    EXPECT_TRUE(arrangementOf(m_layout).allRows.empty());
    std::vector<LaneFold> kept = before;
    m_layout.exchangeFolds(kept);
    EXPECT_EQ(m_layout.contentHeight(), folded);
    EXPECT_EQ(m_layout.lanes()[main].firstRow, 4);
    m_layout.exchangeFolds(kept);
    EXPECT_TRUE(m_layout.lanes()[main].showsRow(2));
    EXPECT_EQ(kept, before);
}

TEST_F(FramesAroundSteps, UnfoldWithAllRows) {
    const std::size_t main = lane();
    const double folded = m_layout.contentHeight();
    m_layout.setShowsAllRows(main, true);
    EXPECT_EQ(m_layout.lanes()[main].firstRow, 0);
    EXPECT_EQ(m_layout.lanes()[main].visibleRows, 8);
    EXPECT_GT(m_layout.contentHeight(), folded);
    TrackLayout again = TrackLayout::build(*m_trace, {});
    arrange(again, arrangementOf(m_layout));
    EXPECT_EQ(again.lanes()[main].firstRow, 0);
    m_layout.setLaneCollapsed(main, true);
    EXPECT_EQ(m_layout.lanes()[main].visibleRows, 1);
    m_layout.setLaneCollapsed(main, false);
    m_layout.setShowsAllRows(main, false);
    EXPECT_EQ(m_layout.lanes()[main].firstRow, 4);
}

class FramesAroundOperators : public FramesAroundSteps {
protected:
    FramesAroundOperators() : FramesAroundSteps("cpu_op") {}
};

// Without an annotation only frames that fill the thread are folded, not `forward`.
TEST_F(FramesAroundOperators, AreFoldedWhereTheyFillTheThread) {
    EXPECT_EQ(m_layout.lanes()[lane()].outerFrames, 5);
    EXPECT_EQ(m_layout.lanes()[lane()].visibleRows, 4);
}

// Frames around the whole program are one line, also where annotations are among them.
TEST(TrackLayout, RowsThatOneSliceFillsAreFolded) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    t.python(host, {0, 1000}, "<module>");
    t.annotation(host, {1, 999}, "run");
    t.python(host, {2, 998}, "decorate_context");
    t.python(host, {3, 997}, "__call__");
    t.op(host, {10, 500}, "aten::add");
    t.op(host, {510, 900}, "aten::mul");
    TrackLayout layout = TrackLayout::build(*t.trace(), {});
    const std::size_t lane = layout.laneOf(TrackId(0));
    EXPECT_EQ(layout.lanes()[lane].firstRow, 3);
    EXPECT_EQ(layout.lanes()[lane].visibleRows, 2);
    layout.setShowsAllRows(lane, true);
    EXPECT_EQ(layout.lanes()[lane].visibleRows, 5);
}

}  // namespace
}  // namespace gaplight
