// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/interaction/hit_test.h"

#include <gtest/gtest.h>

#include "tests/core/scene/scene_fixture.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::SceneFixture;
using test::TraceDsl;

// One pixel is 10 ns; a host with two rows, a GPU with a gap of 1,000 to 3,000 ns.
class HitTest : public ::testing::Test {
protected:
    static std::shared_ptr<const Trace> makeTrace() {
        TraceDsl t;
        const auto host = t.thread("main");
        const auto stream = t.stream(0, 7);
        t.op(host, {0, 4000}, "outer");
        t.op(host, {1000, 2000}, "inner");
        t.op(host, {5000, 5001}, "tiny");
        t.call(host, {5500, 5800}, "cudaStreamSynchronize");
        t.kernel(stream, {0, 1000});
        t.kernel(stream, {3000, 4000});
        return t.trace();
    }
    Hit hit(float x, float y) const { return hitTest(scene.input(view), x, y); }
    // Middle of a row of the lane with this title.
    float rowOf(const std::string& title, int row) const {
        for (const Lane& lane : scene.layout.lanes()) {
            if (lane.title == title) {
                return view.y(lane.y) + 9 + static_cast<float>(row) * TrackLayout::kRowPitch;
            }
        }
        ADD_FAILURE() << "no lane " << title;
        return 0;
    }

    SceneFixture scene{makeTrace()};
    Viewport view = scene.view(0, 6000);
};

TEST_F(HitTest, FindsSlicesByTimeAndRow) {
    const float outer = rowOf("main", 0);
    EXPECT_EQ(hit(220 + 50, outer).slice, scene.sliceAt(0));
    EXPECT_EQ(hit(220 + 50, outer).kind, HitKind::Slice);
    EXPECT_EQ(hit(220 + 150, rowOf("main", 1)).slice, scene.sliceAt(1000));
    EXPECT_EQ(hit(220 + 50, rowOf("main", 1)).kind, HitKind::Lane);
    EXPECT_EQ(hit(220 + 150, rowOf("main", 1)).time, timeFromNs(1500));
}

TEST_F(HitTest, ForgivesTwoPixelsBesideATinySlice) {
    const float row = rowOf("main", 0);
    EXPECT_EQ(hit(220 + 500.5F, row).slice, scene.sliceAt(5000));
    EXPECT_EQ(hit(220 + 502.5F, row).slice, scene.sliceAt(5000));
    EXPECT_EQ(hit(220 + 505, row).kind, HitKind::Lane);
}

TEST_F(HitTest, KnowsBlockingCallsAndGaps) {
    const Hit call = hit(220 + 565, rowOf("main", 0));
    EXPECT_EQ(call.kind, HitKind::Slice);
    ASSERT_TRUE(call.overlay.isValid());
    EXPECT_EQ((*scene.model.overlays)[call.overlay].kind, OverlayKind::BlockingCall);

    for (const float y : {Viewport::kRulerHeight + 30, rowOf("stream 7", 0)}) {
        const Hit gap = hit(220 + 200, y);
        EXPECT_EQ(gap.kind, HitKind::Overlay);
        ASSERT_TRUE(gap.overlay.isValid());
        EXPECT_EQ((*scene.model.overlays)[gap.overlay].range.begin, timeFromNs(1000));
    }
    scene.state.showOverlays = false;
    EXPECT_EQ(hit(220 + 200, rowOf("stream 7", 0)).kind, HitKind::Lane);
}

TEST_F(HitTest, FindsNamesTrianglesAndTheRuler) {
    EXPECT_EQ(hit(400, 5).kind, HitKind::Ruler);
    // That of the only GPU is its strip.
    const std::size_t host = scene.layout.groups()[1].firstLane;
    const float header = view.y(scene.layout.lanes()[host].y) + 12;
    EXPECT_EQ(hit(12, header).kind, HitKind::Triangle);
    EXPECT_EQ(hit(100, header).kind, HitKind::Name);
    EXPECT_EQ(hit(100, header).lane, host);
    EXPECT_EQ(hit(26, rowOf("main", 0)).kind, HitKind::Triangle);
    EXPECT_EQ(hit(26, rowOf("stream 7", 0)).kind, HitKind::Name);
    EXPECT_EQ(hit(400, 290).kind, HitKind::Nothing);
    EXPECT_EQ(hit(100, Viewport::kRulerHeight + 10).kind, HitKind::Name);
}

// Whatever is drawn at a place is found there: the hit's slice has the color of the pixel.
TEST_F(HitTest, AgreesWithWhatIsDrawn) {
    const DisplayList list = scene.build(view);
    for (int x = 221; x < 820; ++x) {
        const float y = rowOf("main", 0);
        const RectItem* top = nullptr;
        for (const RectItem& item : list.rects) {
            const bool covers = item.box.x <= static_cast<float>(x) + 0.5F &&
                                item.box.x + item.box.width > static_cast<float>(x) + 0.5F &&
                                item.box.y <= y && item.box.y + item.box.height > y;
            top = covers && item.layer == Layer::Slices ? &item : top;
        }
        const Hit found = hit(static_cast<float>(x) + 0.5F, y);
        if (top != nullptr) {
            ASSERT_EQ(found.kind, HitKind::Slice) << x;
            EXPECT_EQ(scene.model.names->color(scene.trace().slices().name(found.slice)),
                      top->color)
                << x;
        }
    }
}

TEST_F(HitTest, FindsTheHandlesOfTheOverview) {
    view = scene.view(1000, 2000);
    const OverviewInput input{scene.model, view, scene.state, 600, 56};
    EXPECT_EQ(hitTestOverview(input, 103, 20).kind, OverviewHitKind::LeftHandle);
    EXPECT_EQ(hitTestOverview(input, 150, 20).kind, OverviewHitKind::Window);
    EXPECT_EQ(hitTestOverview(input, 206, 20).kind, OverviewHitKind::RightHandle);
    EXPECT_EQ(hitTestOverview(input, 400, 20).kind, OverviewHitKind::Elsewhere);
    EXPECT_EQ(hitTestOverview(input, 300, 20).time, timeFromNs(2900));
}

}  // namespace
}  // namespace gaplight
