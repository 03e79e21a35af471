// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/interaction/navigation.h"

#include <gtest/gtest.h>

#include "tests/core/scene/scene_fixture.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::SceneFixture;
using test::TraceDsl;

std::shared_ptr<const Trace> makeTrace() {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto other = t.thread("other");
    const auto stream = t.stream(0, 7);
    t.op(host, {0, 400}, "outer");
    t.op(host, {10, 20}, "first child");
    const auto correlation = t.launch(host, {30, 40});
    t.op(host, {500, 600}, "next");
    t.kernel(stream, {70, 100}, correlation);
    t.kernel(stream, {110, 130}, correlation);
    t.op(other, {1'000'000'000, 1'000'000'001}, "far");
    t.flow(host, 500, other, 1'000'000'000, "fwdbwd");
    return t.trace();
}

TEST(Navigation, StepsAlongARowAndAcrossRows) {
    const SceneFixture scene(makeTrace());
    const SliceId outer = scene.sliceAt(0);
    EXPECT_EQ(nextSlice(scene.model, outer), scene.sliceAt(500));
    EXPECT_EQ(previousSlice(scene.model, scene.sliceAt(500)), outer);
    EXPECT_FALSE(previousSlice(scene.model, outer).isValid());
    EXPECT_FALSE(nextSlice(scene.model, scene.sliceAt(500)).isValid());
    EXPECT_EQ(firstChildSlice(scene.model, outer), scene.sliceAt(10));
    EXPECT_EQ(parentSlice(scene.model, scene.sliceAt(30)), outer);
    EXPECT_FALSE(firstChildSlice(scene.model, scene.sliceAt(10)).isValid());
    EXPECT_FALSE(nextSlice(scene.model, SliceId()).isValid());
}

TEST(Navigation, FollowsLaunchesAndFlows) {
    const SceneFixture scene(makeTrace());
    EXPECT_EQ(flowTarget(scene.model, scene.sliceAt(30)), scene.sliceAt(70));
    EXPECT_EQ(flowSource(scene.model, scene.sliceAt(110)), scene.sliceAt(30));
    EXPECT_EQ(flowTarget(scene.model, scene.sliceAt(500)), scene.sliceAt(1'000'000'000));
    EXPECT_EQ(flowSource(scene.model, scene.sliceAt(1'000'000'000)), scene.sliceAt(500));
    EXPECT_FALSE(flowTarget(scene.model, scene.sliceAt(70)).isValid());
}

TEST(Navigation, RevealsASliceThatIsFarAwayAndHidden) {
    SceneFixture scene(makeTrace());
    const SliceId far = scene.sliceAt(1'000'000'000);
    const std::size_t group =
        scene.layout.lanes()[scene.layout.laneOf(scene.trace().trackOf(far))].group;
    scene.layout.setGroupCollapsed(group, true);
    const Viewport from = scene.view(0, 600, 820, 160);
    const Viewport view = revealSlice(scene.model, scene.layout, from, far);
    EXPECT_FALSE(scene.layout.groups()[group].collapsed);
    EXPECT_GE(view.x(timeFromNs(1'000'000'000)), view.timeLeft());
    EXPECT_LE(view.x(timeFromNs(1'000'000'001)), 820);
    const std::size_t lane = scene.layout.laneOf(scene.trace().trackOf(far));
    const float y = view.y(scene.layout.rowY(lane, 0));
    EXPECT_GE(y, view.tracksTop());
    EXPECT_LE(y + TrackLayout::kRowHeight, 160);
    // What is in sight already stays where it is.
    EXPECT_EQ(revealSlice(scene.model, scene.layout, view, far), view);
}

TEST(Navigation, FocusFillsTheViewWithTheSelection) {
    SceneFixture scene(makeTrace());
    const Viewport from = scene.view(0, 600);
    const Viewport onSlice =
        focusOn(scene.model, scene.layout, from, scene.sliceAt(0), std::nullopt);
    EXPECT_NEAR(onSlice.x(timeFromNs(400)) - onSlice.x(timeFromNs(0)), 400, 1);
    const TimeRange range{timeFromNs(0), timeFromNs(100'000)};
    const Viewport onRange = focusOn(scene.model, scene.layout, from, SliceId(), range);
    EXPECT_NEAR(onRange.x(range.end) - onRange.x(range.begin), 600 / 1.1, 1);
    const Viewport whole = focusOn(scene.model, scene.layout, from, SliceId(), std::nullopt);
    EXPECT_LE(whole.begin, scene.trace().range().begin);
    EXPECT_GE(whole.end(), scene.trace().range().end);
}

}  // namespace
}  // namespace gaplight
