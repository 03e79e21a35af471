// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/timeline/replay_scene.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/core/scene/scene_fixture.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::matchesGolden;
using test::SceneFixture;
using test::TraceDsl;

using test::kMs;

std::shared_ptr<const Trace> program() {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.op(host, {0, 90 * kMs}, "aten::linear");
    t.kernel(stream, {10 * kMs, 40 * kMs}, t.launch(host, {5 * kMs, 8 * kMs}), "first");
    t.kernel(stream, {60 * kMs, 90 * kMs}, t.launch(host, {55 * kMs, 58 * kMs}), "second");
    return t.trace();
}

RowInterval on(const Trace& trace, SliceId slice, std::int64_t begin, std::int64_t end) {
    return {trace.trackOf(slice), trace.slices().row(slice), {timeFromNs(begin), timeFromNs(end)}};
}

// The second launch and kernel 20 ms sooner.
ReplayIntervals sooner(const Trace& trace) {
    const SliceId launch = test::sliceNamed(trace, "cudaLaunchKernel", 1);
    const SliceId first = test::sliceNamed(trace, "first");
    const SliceId second = test::sliceNamed(trace, "second");
    ReplayIntervals intervals;
    intervals.ghosts = RowIntervals::build({on(trace, second, 40 * kMs, 70 * kMs),
                                            on(trace, first, 10 * kMs, 40 * kMs),
                                            on(trace, launch, 35 * kMs, 38 * kMs)});
    intervals.path = RowIntervals::build(
        {on(trace, second, 40 * kMs, 70 * kMs), on(trace, first, 10 * kMs, 40 * kMs)});
    return intervals;
}

DisplayList with(const SceneFixture& scene, const Viewport& view,
                 const ReplayIntervals& intervals) {
    DisplayList list = scene.build(view);
    addReplay(scene.input(view), intervals, list);
    return list;
}

TEST(ReplayScene, GhostsAndPath) {
    SceneFixture scene(program());
    scene.state.showOverlays = false;
    EXPECT_TRUE(matchesGolden("scene/replay.txt",
                              with(scene, scene.view(0, 100 * kMs), sooner(scene.trace())).dump()));
}

TEST(ReplayScene, InsideOneGhost) {
    SceneFixture scene(program());
    scene.state.showOverlays = false;
    EXPECT_TRUE(
        matchesGolden("scene/replay_inside.txt",
                      with(scene, scene.view(50 * kMs, 51 * kMs), sooner(scene.trace())).dump()));
}

// Slivers over recorded slices say nothing; what is wide among them is drawn.
TEST(ReplayScene, ACrowdIsLeftToTheStrip) {
    const SceneFixture scene(program());
    const SliceId first = test::sliceNamed(scene.trace(), "first");
    const Viewport whole = scene.view(0, 100 * kMs);
    const std::size_t plain = scene.build(whole).rects.size();
    std::vector<RowInterval> many;
    for (std::int64_t i = 0; i < 100'000; ++i) {
        many.push_back(on(scene.trace(), first, i * 400, i * 400 + 300));
    }
    many.push_back(on(scene.trace(), first, 40 * kMs, 80 * kMs));
    ReplayIntervals intervals;
    intervals.ghosts = RowIntervals::build(many);
    EXPECT_EQ(with(scene, whole, intervals).rects.size(), plain + 2);  // ground and line
    const Viewport close = scene.view(0, kMs);
    EXPECT_EQ(with(scene, close, intervals).rects.size(), scene.build(close).rects.size());
}

TEST(ReplayScene, FoldedRowsAreLeftOut) {
    SceneFixture scene(program());
    const Viewport view = scene.view(0, 100 * kMs);
    const std::size_t open =
        with(scene, view, sooner(scene.trace())).rects.size() - scene.build(view).rects.size();
    for (std::size_t lane = 0; lane < scene.layout.lanes().size(); ++lane) {
        if (scene.layout.lanes()[lane].collapsible) {
            scene.layout.setLaneCollapsed(lane, true);
        }
    }
    EXPECT_LT(
        with(scene, view, sooner(scene.trace())).rects.size() - scene.build(view).rects.size(),
        open);
}

// Outlines and path of the pinned stream lie between the strips and the other tracks.
TEST(ReplayScene, PinnedTracksShowIt) {
    SceneFixture scene(program());
    const TrackId stream = scene.trace().trackOf(test::sliceNamed(scene.trace(), "first"));
    scene.layout.setPinned(scene.layout.laneOf(stream), true);
    const Viewport view = scene.view(0, 100 * kMs);
    const std::size_t plain = scene.build(view).rects.size();
    const DisplayList list = with(scene, view, sooner(scene.trace()));
    const auto isPinned = [&](const RectItem& rect) {
        const float y = rect.box.y + rect.box.height;
        return y > Viewport::kRulerHeight + scene.layout.stripsHeight() && y <= view.tracksTop();
    };
    EXPECT_GT(std::count_if(list.rects.begin() + static_cast<std::ptrdiff_t>(plain),
                            list.rects.end(), isPinned),
              7);  // ground and line of two slices and of two parts of the path
}

TEST(RowIntervals, AreSortedAndDoNotOverlap) {
    const RowIntervals rows = RowIntervals::build(
        {{TrackId(1), 0, {timeFromNs(50), timeFromNs(90)}},
         {TrackId(1), 0, {timeFromNs(10), timeFromNs(60)}},
         {TrackId(1), 0, {timeFromNs(20), timeFromNs(30)}},  // inside another: gone
         {TrackId(1), 2, {timeFromNs(5), timeFromNs(6)}},
         {TrackId(0), 0, {timeFromNs(7), timeFromNs(7)}}});  // empty
    EXPECT_TRUE(rows.rows(TrackId(0)).empty());
    ASSERT_EQ(rows.rows(TrackId(1)).size(), 2U);
    const auto top = rows.ranges(rows.rows(TrackId(1))[0]);
    ASSERT_EQ(top.size(), 2U);
    EXPECT_EQ(top[0], (TimeRange{timeFromNs(10), timeFromNs(60)}));
    EXPECT_EQ(top[1], (TimeRange{timeFromNs(60), timeFromNs(90)}));
    EXPECT_EQ(rows.rows(TrackId(1))[1].row, 2);
}

}  // namespace
}  // namespace gaplight
