// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/interaction/range_pick.h"

#include <gtest/gtest.h>

#include "core/trace/trace_builder.h"
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
    t.op(host, {100, 200}, "first");
    t.op(host, {300, 500}, "second");
    t.op(host, {350, 450}, "inside");
    t.op(other, {0, 600}, "long");
    t.kernel(stream, {400, 500}, t.launch(host, {360, 370}));
    return t.trace();
}

// A thread that has an instant alone, and one with a slice.
std::shared_ptr<const Trace> makeTraceOfAnInstant() {
    EventBatch batch;
    const BatchString pid = batch.strings.intern("1");
    const BatchCategory category = batch.category("cpu_op", SliceKind::CpuOp);
    batch.tracks.push_back({pid, batch.strings.intern("1")});
    batch.tracks.push_back({pid, batch.strings.intern("2")});
    batch.instants.push_back(
        {50, batch.strings.intern("tick"), category, BatchTrack(std::size_t{0}), EventId(0)});
    batch.slices.start.push_back(100);
    batch.slices.duration.push_back(500);
    batch.slices.name.push_back(batch.strings.intern("op"));
    batch.slices.category.push_back(category);
    batch.slices.track.push_back(BatchTrack(std::size_t{1}));
    batch.slices.event.push_back(EventId(0));
    batch.events = 2;
    TraceBuilder builder;
    builder.add(std::move(batch));
    return builder.finish({});
}

class RangePickTest : public ::testing::Test {
protected:
    RangePickTest() : m_scene(makeTrace()), m_view(m_scene.view(0, 600, 820, 400)) {}

    // The lane of the header above the threads.
    std::size_t hostHeader() const {
        const Lane& thread = m_scene.layout.lanes()[m_scene.layout.laneOf(trackOf(100))];
        return m_scene.layout.groups()[thread.group].firstLane;
    }
    // The middle of a track's first row.
    float yOf(std::int64_t start) const {
        const TrackId track = m_scene.trace().trackOf(m_scene.sliceAt(start));
        return m_view.y(m_scene.layout.rowY(m_scene.layout.laneOf(track), 0)) + 9;
    }
    std::int64_t snapped(std::int64_t time, float y) const {
        return ns(
            snappedTime(m_scene.input(m_view), static_cast<float>(m_view.x(timeFromNs(time))), y));
    }
    std::vector<TrackId> between(float from, float to) const {
        return tracksBetween(m_scene.input(m_view), from, to);
    }
    TrackId trackOf(std::int64_t start) const {
        return m_scene.trace().trackOf(m_scene.sliceAt(start));
    }

    SceneFixture m_scene;
    Viewport m_view;  // one pixel is one ns
};

TEST_F(RangePickTest, EdgesSnapToSlicesOfTheTrack) {
    const float host = yOf(100);
    EXPECT_EQ(snapped(104, host), 100);
    EXPECT_EQ(snapped(196, host), 200);
    EXPECT_EQ(snapped(353, host), 350);  // inside, a row below
    EXPECT_EQ(snapped(447, host), 450);
    EXPECT_EQ(snapped(250, host), 250);    // nothing is near
    EXPECT_EQ(snapped(104, yOf(0)), 104);  // on the other track nothing begins there
}

TEST_F(RangePickTest, NothingSnapsInTheRuler) {
    EXPECT_EQ(snapped(104, 5), 104);
}

// Its row is a place to draw, none of the index: the next track's would answer, or nobody's.
TEST(RangePick, NothingSnapsOnATrackOfInstants) {
    SceneFixture scene(makeTraceOfAnInstant());
    const Viewport view = scene.view(0, 600, 820, 400);
    ASSERT_EQ(scene.trace().tracks()[0].rows, 0);
    const float x = static_cast<float>(view.x(timeFromNs(104)));
    const auto yOf = [&](std::size_t track) {
        return view.y(scene.layout.rowY(scene.layout.laneOf(TrackId(track)), 0)) + 9;
    };
    EXPECT_EQ(ns(snappedTime(scene.input(view), x, yOf(0))), 104);
    EXPECT_EQ(ns(snappedTime(scene.input(view), x, yOf(1))), 100);
}

TEST_F(RangePickTest, CoversTheTracksInBetween) {
    EXPECT_EQ(between(yOf(100), yOf(100)), std::vector<TrackId>{trackOf(100)});
    const std::vector<TrackId> both = between(yOf(0), yOf(100));
    EXPECT_EQ(both.size(), 2U);
    EXPECT_EQ(both, between(yOf(100), yOf(0)));
    EXPECT_EQ(between(yOf(400), 399).size(), 3U);
    EXPECT_TRUE(between(5, yOf(0)).empty());  // from the ruler: all
}

TEST_F(RangePickTest, AGroupsHeaderMeansItsTracks) {
    const Lane& header = m_scene.layout.lanes()[hostHeader()];
    ASSERT_EQ(header.kind, LaneKind::GroupHeader);
    const float y = m_view.y(header.y) + 5;
    EXPECT_EQ(between(y, y).size(), 2U);
    const float pinned = Viewport::kRulerHeight + 3;
    ASSERT_LT(pinned, m_view.tracksTop());
    EXPECT_EQ(between(pinned, pinned), std::vector<TrackId>{trackOf(400)});
}

TEST_F(RangePickTest, FollowsALaneThatScrolledAway) {
    const std::size_t lane = laneForRange(m_scene.input(m_view), yOf(400));
    m_view.scrollY = 1000;
    EXPECT_EQ(tracksFrom(m_scene.input(m_view), lane, 399).size(), 3U);
}

TEST_F(RangePickTest, TracksAreAddedAndTakenOut) {
    const TimelineInput input = m_scene.input(m_view);
    const auto laneOf = [&](std::int64_t start) { return m_scene.layout.laneOf(trackOf(start)); };
    // Without a range: the track alone.
    EXPECT_FALSE(isInRange(input, laneOf(100)));
    EXPECT_EQ(tracksToggled(input, laneOf(100)), std::vector<TrackId>{trackOf(100)});
    // From all of them one is taken out.
    m_scene.state.selectedRange = TimeRange{timeFromNs(0), timeFromNs(10)};
    EXPECT_TRUE(isInRange(input, laneOf(100)));
    m_scene.state.selectedTracks = tracksToggled(input, laneOf(100));
    EXPECT_EQ(m_scene.state.selectedTracks, (std::vector<TrackId>{trackOf(400), trackOf(0)}));
    // A header stands for its group.
    EXPECT_TRUE(isInRange(input, hostHeader()));
    m_scene.state.selectedTracks = tracksToggled(input, hostHeader());
    EXPECT_EQ(m_scene.state.selectedTracks, std::vector<TrackId>{trackOf(400)});
    EXPECT_FALSE(isInRange(input, hostHeader()));
    EXPECT_EQ(tracksToggled(input, hostHeader()).size(), 3U);
    // The last one stays: none would mean all.
    EXPECT_EQ(tracksToggled(input, laneOf(400)), std::vector<TrackId>{trackOf(400)});
}

TEST_F(RangePickTest, EdgesCanBeGrabbed) {
    EXPECT_EQ(rangeEdgeAt(m_scene.input(m_view), 320, 100), RangeEdge::None);
    m_scene.state.selectedRange = TimeRange{timeFromNs(100), timeFromNs(300)};
    const auto edge = [this](std::int64_t time, float y) {
        return rangeEdgeAt(m_scene.input(m_view), static_cast<float>(m_view.x(timeFromNs(time))),
                           y);
    };
    EXPECT_EQ(edge(102, 100), RangeEdge::Begin);
    EXPECT_EQ(edge(298, 100), RangeEdge::End);
    EXPECT_EQ(edge(200, 100), RangeEdge::None);
    EXPECT_EQ(edge(106, 100), RangeEdge::None);
    EXPECT_EQ(edge(106, 10), RangeEdge::Begin);  // handles are wider
}

}  // namespace
}  // namespace gaplight
