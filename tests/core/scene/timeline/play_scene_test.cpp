// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/interaction/play_handle.h"

#include <gtest/gtest.h>

#include "tests/core/scene/scene_fixture.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::SceneFixture;
using test::TraceDsl;

// One pixel is 10 ns; the GPU is idle from 1,000 to 3,000 ns.
class PlayScene : public ::testing::Test {
protected:
    static std::shared_ptr<const Trace> trace() {
        TraceDsl t;
        const auto host = t.thread("main");
        const auto stream = t.stream(0, 7);
        t.op(host, {0, 2000}, "outer");
        t.op(host, {2000, 2010}, "tiny");
        t.kernel(stream, {0, 1000});
        t.kernel(stream, {3000, 4000});
        return t.trace();
    }
    float rowOf(const std::string& title) const {
        for (const Lane& lane : m_scene.layout.lanes()) {
            if (lane.title == title) {
                return m_view.y(lane.y) + 9;
            }
        }
        ADD_FAILURE() << "no lane " << title;
        return 0;
    }
    float stripY() const {
        for (const Lane& lane : m_scene.layout.pinnedLanes()) {
            if (lane.kind == LaneKind::Utilization) {
                return Viewport::kRulerHeight + static_cast<float>(lane.y) + lane.height - 8;
            }
        }
        ADD_FAILURE() << "no strip";
        return 0;
    }
    static float x(std::int64_t time) { return 220 + static_cast<float>(time) / 10; }
    std::optional<PlayedEnd> handle(float at, float y) const {
        return playHandleAt(m_scene.input(m_view), at, y);
    }

    SceneFixture m_scene{trace()};
    Viewport m_view = m_scene.view(0, 6000);
};

TEST_F(PlayScene, AnEndIsWithinFourPixels) {
    const float host = rowOf("main");
    const SliceId outer = m_scene.sliceAt(0);
    ASSERT_TRUE(handle(x(2000) - 3, host));
    EXPECT_EQ(handle(x(2000) - 3, host)->slice, outer);
    EXPECT_EQ(handle(x(2000) - 3, host)->range, (TimeRange{timeFromNs(0), timeFromNs(2000)}));
    // Where the next slice begins, the end of the one before.
    EXPECT_EQ(handle(x(2000) + 2, host)->slice, outer);
    EXPECT_FALSE(handle(x(2000) - 6, host));
    EXPECT_FALSE(handle(x(0) + 1, host));
    EXPECT_FALSE(handle(x(4000), 5));  // in the ruler
    EXPECT_FALSE(handle(100, host));   // on the names
}

TEST_F(PlayScene, GapsHaveTheirHandleOnTheStripOfTheGpu) {
    const std::optional<PlayedEnd> gap = handle(x(3000) - 2, stripY());
    ASSERT_TRUE(gap);
    EXPECT_TRUE(gap->isGap());
    EXPECT_EQ(gap->gpu, GpuId({}, 0));
    EXPECT_EQ(gap->range, (TimeRange{timeFromNs(1000), timeFromNs(3000)}));
    EXPECT_FALSE(handle(x(2000), stripY()));
}

// What is only a few pixels wide is not all handle.
TEST_F(PlayScene, ReachesOverAThirdOfASlice) {
    m_view.nsPerPixel = 250;
    const float host = rowOf("main");
    const float end = 220 + 8;
    EXPECT_TRUE(handle(end - 2, host));
    EXPECT_FALSE(handle(end - 3, host));
}

TEST_F(PlayScene, TheSelectionIsRemoved) {
    EXPECT_FALSE(playRemovedSelection(m_scene.input(m_view)));
    m_scene.state.selected = m_scene.sliceAt(0);
    const auto slice = playRemovedSelection(m_scene.input(m_view));
    ASSERT_TRUE(slice);
    EXPECT_EQ(slice->slice, m_scene.sliceAt(0));
    EXPECT_EQ(slice->end, slice->range.begin);
    // A gap is selected with the launch that ends it.
    m_scene.state.selectedRange = TimeRange{timeFromNs(1000), timeFromNs(3000)};
    const auto gap = playRemovedSelection(m_scene.input(m_view));
    ASSERT_TRUE(gap);
    EXPECT_TRUE(gap->isGap());
    EXPECT_EQ(gap->range, *m_scene.state.selectedRange);
    m_scene.state.selectedRange = TimeRange{timeFromNs(1000), timeFromNs(2000)};
    EXPECT_FALSE(playRemovedSelection(m_scene.input(m_view))->isGap());
    m_scene.state.selected = SliceId();
    EXPECT_FALSE(playRemovedSelection(m_scene.input(m_view)));
}

TEST_F(PlayScene, IsDraggedFromTheStartToFourTimesTheLength) {
    const TimelineInput input = m_scene.input(m_view);
    const PlayedEnd outer = *handle(x(2000) - 1, rowOf("main"));
    EXPECT_EQ(playDraggedTo(input, outer, x(500)).end, timeFromNs(500));
    EXPECT_EQ(playDraggedTo(input, outer, x(-500)).end, timeFromNs(0));
    EXPECT_EQ(playDraggedTo(input, outer, x(9000)).end, timeFromNs(8000));
    const PlayedEnd gap = *handle(x(3000) - 2, stripY());
    EXPECT_EQ(playDraggedTo(input, gap, x(3500)).end, timeFromNs(3000));
    EXPECT_EQ(playDraggedTo(input, gap, x(2000)).end, timeFromNs(2000));
}

TEST_F(PlayScene, Draws) {
    const PlayedEnd outer = *handle(x(2000) - 1, rowOf("main"));
    m_scene.state.played = outer;
    EXPECT_TRUE(test::matchesGolden("scene/play_handle.txt", m_scene.dump(m_view)));
    m_scene.state.played = playDraggedTo(m_scene.input(m_view), outer, x(500));
    m_scene.state.played->text = "2.00 µs → 500 ns · step 6.00 µs → 4.50 µs (−25 %)";
    EXPECT_TRUE(test::matchesGolden("scene/play_dragged.txt", m_scene.dump(m_view)));
    const PlayedEnd gap = *handle(x(3000) - 2, stripY());
    m_scene.state.played = playDraggedTo(m_scene.input(m_view), gap, x(2000));
    EXPECT_TRUE(test::matchesGolden("scene/play_gap.txt", m_scene.dump(m_view)));
}

}  // namespace
}  // namespace gaplight
