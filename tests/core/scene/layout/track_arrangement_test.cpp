// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/layout/track_arrangement.h"

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

std::shared_ptr<const Trace> threeThreads() {
    TraceDsl t;
    for (const char* name : {"alpha", "beta", "gamma"}) {
        const auto host = t.thread(name);
        t.op(host, {0, 100}, "outer");
        t.op(host, {10, 50}, "inner");
    }
    const auto stream = t.stream(0, 7);
    t.kernel(stream, {40, 90});
    return t.trace();
}

std::string shown(const TrackLayout& layout) {
    std::string text;
    for (const std::uint32_t lane : layout.pinnedTracks()) {
        text += "^" + layout.lanes()[lane].title + " ";
    }
    for (const std::uint32_t lane : layout.visibleLanes()) {
        text += layout.lanes()[lane].title + " ";
    }
    return text;
}

class Arrangement : public ::testing::Test {
protected:
    std::size_t lane(std::string_view title) const {
        const auto lanes = m_scene.layout.lanes();
        for (std::size_t i = 0; i < lanes.size(); ++i) {
            if (lanes[i].title == title) {
                return i;
            }
        }
        return lanes.size();
    }
    std::string now() const { return shown(m_scene.layout); }

    SceneFixture m_scene{threeThreads()};
    TrackLayout& m_layout = m_scene.layout;
};

TEST_F(Arrangement, HidesTracksAndGroups) {
    m_layout.setHidden(lane("beta"), true);
    EXPECT_EQ(now(), "stream 7 process 434 alpha gamma ");
    m_layout.setHidden(lane("GPU 0"), true);
    EXPECT_EQ(now(), "process 434 alpha gamma ");
    EXPECT_EQ(m_layout.hiddenCount(), 2U);
    // Going there shows it again.
    m_layout.reveal(m_layout.lanes()[lane("stream 7")].track, 0);
    EXPECT_EQ(now(), "stream 7 process 434 alpha gamma ");
    m_layout.showHidden();
    EXPECT_EQ(now(), "stream 7 process 434 alpha beta gamma ");
}

TEST_F(Arrangement, MovesTracksWithinTheirGroupAndGroups) {
    m_layout.move(lane("gamma"), lane("alpha"), false);
    EXPECT_EQ(now(), "stream 7 process 434 gamma alpha beta ");
    m_layout.move(lane("gamma"), lane("beta"), true);
    EXPECT_EQ(now(), "stream 7 process 434 alpha beta gamma ");
    m_layout.move(lane("alpha"), lane("stream 7"), false);  // another group's
    m_layout.move(lane("alpha"), lane("process 434"), false);
    EXPECT_EQ(now(), "stream 7 process 434 alpha beta gamma ");
    m_layout.move(lane("GPU 0"), lane("beta"), true);
    EXPECT_EQ(now(), "process 434 alpha beta gamma GPU 0 stream 7 ");
    m_layout.move(lane("GPU 0"), lane("process 434"), false);
    EXPECT_EQ(now(), "stream 7 process 434 alpha beta gamma ");
}

TEST_F(Arrangement, FiltersByNameOfTrackOrGroup) {
    m_layout.setFilter("ET");
    EXPECT_EQ(now(), "process 434 beta ");
    m_layout.setFilter("gpu");
    EXPECT_EQ(now(), "stream 7 ");
    m_layout.setFilter("none of them");
    EXPECT_EQ(now(), "");
    EXPECT_EQ(m_layout.laneAt(3), m_layout.lanes().size());
    m_layout.setFilter("");
    std::vector<bool> only(m_scene.trace().tracks().size());
    only[m_layout.lanes()[lane("gamma")].track.index()] = true;
    m_layout.setOnly(only);
    EXPECT_EQ(now(), "process 434 gamma ");
}

TEST_F(Arrangement, PinnedTracksStandAboveTheOthers) {
    const float before = m_layout.pinnedHeight();
    m_layout.setPinned(lane("gamma"), true);
    EXPECT_EQ(now(), "^gamma stream 7 process 434 alpha beta ");
    EXPECT_GT(m_layout.pinnedHeight(), before);
    Viewport view = m_scene.view(0, 100, 420, 160);
    view.scrollY = 30;
    m_scene.state.selected = m_scene.sliceAt(10);
    EXPECT_TRUE(matchesGolden("scene/pinned_track.txt", m_scene.dump(view)));
    const float y = Viewport::kRulerHeight + m_layout.stripsHeight() + 24;
    const Hit hit = hitTest(m_scene.input(view), static_cast<float>(view.x(timeFromNs(30))), y);
    EXPECT_EQ(hit.lane, lane("gamma"));
    EXPECT_EQ(m_scene.trace().name(hit.slice), "inner");
    m_layout.setPinned(lane("gamma"), false);
    EXPECT_EQ(now(), "stream 7 process 434 alpha beta gamma ");
}

TEST_F(Arrangement, CompactRowsAreLower) {
    const double normal = m_layout.contentHeight();
    m_layout.setCompact(true);
    EXPECT_LT(m_layout.contentHeight(), normal);
    const Viewport view = m_scene.view(0, 100, 420, 160);
    EXPECT_TRUE(matchesGolden("scene/compact.txt", m_scene.dump(view)));
    const Lane& alpha = m_layout.lanes()[lane("alpha")];
    const float y = view.y(alpha.y) + TrackLayout::kCompactPitch + 7;
    const Hit hit = hitTest(m_scene.input(view), static_cast<float>(view.x(timeFromNs(30))), y);
    EXPECT_EQ(m_scene.trace().name(hit.slice), "inner");
}

TEST_F(Arrangement, PinsAllThatMatch) {
    EXPECT_EQ(pinMatching(m_layout, ""), 0U);
    EXPECT_EQ(pinMatching(m_layout, "al*a"), 1U);
    EXPECT_EQ(now(), "^alpha stream 7 process 434 beta gamma ");
    m_layout.setHidden(lane("beta"), true);
    // By their group's name, and without the hidden ones.
    EXPECT_EQ(pinMatching(m_layout, "PROCESS"), 1U);
    EXPECT_EQ(now(), "^alpha ^gamma stream 7 process 434 ");
    EXPECT_EQ(unpinAll(m_layout), 2U);
    EXPECT_EQ(now(), "stream 7 process 434 alpha gamma ");
}

TEST_F(Arrangement, PinnedRowsFillAHeight) {
    pinMatching(m_layout, "a");  // three threads of two rows
    pinMatching(m_layout, "stream");
    EXPECT_EQ(pinnedRowsNow(m_layout), 2);
    const float strips = m_layout.stripsHeight();
    const float whole = m_layout.pinnedHeight() - strips;
    EXPECT_EQ(pinnedRowsWithin(m_layout, whole), 2);
    EXPECT_EQ(pinnedRowsWithin(m_layout, whole - 1), 1);
    EXPECT_EQ(pinnedRowsWithin(m_layout, 0), 1);
    m_layout.setMaxPinnedRows(1);
    EXPECT_EQ(m_layout.pinnedHeight() - strips, whole - 3 * m_layout.rowPitch());
    EXPECT_EQ(pinnedRowsWithin(m_layout, whole), 2) << "they are not forgotten";
    TrackLayout again = SceneFixture(threeThreads()).layout;
    arrange(again, arrangementOf(m_layout));
    EXPECT_EQ(again.pinnedHeight(), m_layout.pinnedHeight());
    m_layout.setMaxPinnedRows(0);
    EXPECT_EQ(m_layout.pinnedHeight() - strips, whole);
}

TEST_F(Arrangement, IsTheSameForTheSameTraceAgain) {
    m_layout.setMaxPinnedRows(3);
    m_layout.setHidden(lane("beta"), true);
    m_layout.setPinned(lane("stream 7"), true);
    m_layout.setLaneCollapsed(lane("alpha"), true);
    m_layout.move(lane("gamma"), lane("alpha"), false);
    m_layout.setGroupCollapsed(0, true);
    const TrackArrangement kept = arrangementOf(m_layout);
    EXPECT_EQ(kept.hidden.size(), 1U);
    EXPECT_EQ(kept.collapsed.size(), 2U);
    SceneFixture again(threeThreads());
    arrange(again.layout, kept);
    EXPECT_EQ(arrangementOf(again.layout), kept);
    EXPECT_EQ(shown(again.layout), now());
    TrackArrangement strange = kept;
    strange.pinned.emplace_back("nobody/knows");
    strange.order.erase(strange.order.begin() + 1);
    SceneFixture other(threeThreads());
    arrange(other.layout, strange);
    EXPECT_EQ(other.layout.pinnedTracks().size(), 1U);
}

std::string titlesInOrder(const TrackLayout& layout) {
    std::string titles;
    for (const std::uint32_t lane : layout.visibleLanes()) {
        titles += layout.lanes()[lane].kind == LaneKind::Slices ? layout.lanes()[lane].title + ", "
                                                                : std::string();
    }
    return titles;
}

TEST(TrackArrangement, SortsTracks) {
    TraceDsl t;
    t.op(t.thread("worker 10"), {300, 400}, "a");
    t.op(t.thread("worker 9"), {200, 500}, "a");
    t.op(t.thread("alpha"), {250, 450}, "a");
    const auto trace = t.trace();
    TrackLayout layout = TrackLayout::build(*trace, {});
    const std::string usual = titlesInOrder(layout);
    EXPECT_EQ(usual, "worker 10, worker 9, alpha, ");
    sortTracks(layout, *trace, TrackSort::Name);
    EXPECT_EQ(titlesInOrder(layout), "alpha, worker 9, worker 10, ");
    sortTracks(layout, *trace, TrackSort::BusyTime);
    EXPECT_EQ(titlesInOrder(layout), "worker 9, alpha, worker 10, ");
    sortTracks(layout, *trace, TrackSort::FirstEvent);
    EXPECT_EQ(titlesInOrder(layout), "worker 9, alpha, worker 10, ");
    sortTracks(layout, *trace, TrackSort::Usual);
    EXPECT_EQ(titlesInOrder(layout), usual);
}

// GPUs stay above processes, whose order is that of the tracks.
TEST(TrackArrangement, SortsProcesses) {
    TraceDsl t;
    t.op(t.thread("zeta", 10), {300, 400}, "a");
    t.op(t.thread("alpha", 20), {200, 700}, "a");
    t.op(t.thread("mid", 30), {250, 300}, "a");
    t.kernel(t.stream(0, 7), {500, 900});
    const auto trace = t.trace();
    TrackLayout layout = TrackLayout::build(*trace, {});
    const std::string usual = titlesInOrder(layout);
    EXPECT_EQ(usual, "stream 7, zeta, alpha, mid, ");
    sortTracks(layout, *trace, TrackSort::BusyTime);
    EXPECT_EQ(titlesInOrder(layout), "stream 7, alpha, zeta, mid, ");
    sortTracks(layout, *trace, TrackSort::FirstEvent);
    EXPECT_EQ(titlesInOrder(layout), "stream 7, alpha, mid, zeta, ");
    sortTracks(layout, *trace, TrackSort::Usual);
    EXPECT_EQ(titlesInOrder(layout), usual);
}

// "header detail: title, title; …" of what is shown.
std::string groupsOf(const TrackLayout& layout) {
    std::string text;
    for (const std::uint32_t at : layout.visibleLanes()) {
        const Lane& lane = layout.lanes()[at];
        text += lane.kind == LaneKind::GroupHeader ? "[" + lane.title + " " + lane.detail + "] "
                                                   : lane.title + ", ";
    }
    return text;
}

std::shared_ptr<const Trace> pools() {
    TraceDsl t;
    t.op(t.thread("main loop", 10), {0, 900}, "a");
    t.op(t.thread("pool-1-worker-1", 10), {100, 200}, "a");
    t.op(t.thread("pool-1-worker-12", 20), {100, 700}, "a");
    t.op(t.thread("pool-2-worker-3", 10), {100, 400}, "a");
    t.op(t.thread("logger", 20), {0, 800}, "a");
    t.op(t.thread("GC #0", 10), {50, 90}, "a");
    t.op(t.thread("GC #1", 20), {50, 95}, "a");
    t.kernel(t.stream(0, 7), {500, 900});
    return t.trace();
}

TrackLayout grouped(const Trace& trace, TrackGrouping grouping) {
    return TrackLayout::build(trace, {}, {}, grouping);
}

TEST(TrackArrangement, GroupsThreadsByNamesWithoutNumbers) {
    const auto trace = pools();
    EXPECT_EQ(groupsOf(grouped(*trace, TrackGrouping::Name)),
              "stream 7, "
              "[other threads 2 threads] main loop · process 10, logger · process 20, "
              "[pool-*-worker 3 threads] pool-1-worker-1 · process 10, "
              "pool-2-worker-3 · process 10, pool-1-worker-12 · process 20, "
              "[GC 2 threads] GC #0 · process 10, GC #1 · process 20, ");
}

TEST(TrackArrangement, SortsThreadsOfAllProcesses) {
    const auto trace = pools();
    TrackLayout layout = grouped(*trace, TrackGrouping::None);
    sortTracks(layout, *trace, TrackSort::BusyTime);
    EXPECT_EQ(groupsOf(layout),
              "stream 7, [all threads 7 threads] main loop · process 10, logger · process 20, "
              "pool-1-worker-12 · process 20, pool-2-worker-3 · process 10, "
              "pool-1-worker-1 · process 10, GC #1 · process 20, GC #0 · process 10, ");
    EXPECT_EQ(layout.sort(), TrackSort::BusyTime);
    layout.move(layout.order()[3], layout.order()[5], true);
    EXPECT_EQ(layout.sort(), TrackSort::Hand);
}

TEST(TrackArrangement, GroupsOfOneProcessDoNotNameIt) {
    TraceDsl t;
    t.op(t.thread("worker 1"), {0, 900}, "a");
    t.op(t.thread("worker 2"), {0, 900}, "a");
    EXPECT_EQ(groupsOf(grouped(*t.trace(), TrackGrouping::None)),
              "[all threads 2 threads] worker 1, worker 2, ");
}

TEST(TrackArrangement, MinorThreadsOfAGroupAreOneLine) {
    TraceDsl t;
    t.op(t.thread("worker 0", 10), {0, 100'000}, "a");
    for (int at = 1; at < 6; ++at) {
        t.op(t.thread("worker " + std::to_string(at), 10 * (at % 2 + 1)), {0, 10}, "a");
    }
    TrackLayout layout = grouped(*t.trace(), TrackGrouping::Name);
    EXPECT_EQ(groupsOf(layout), "[worker 6 threads] worker 0 · process 10, 5 more threads, ");
    layout.setLaneCollapsed(*layout.groups()[0].more, false);
    EXPECT_NE(groupsOf(layout).find("worker 5 · process 20"), std::string::npos);
}

// Sorted, pinned and hidden tracks stay so in another grouping and when the trace is opened again.
TEST(TrackArrangement, StaysInAnotherGrouping) {
    const auto trace = pools();
    TrackLayout layout = TrackLayout::build(*trace, {});
    const auto laneOf = [](const TrackLayout& in, std::string_view key) {
        return static_cast<std::size_t>(
            std::ranges::find(in.lanes(), key, [](const Lane& lane) { return lane.title; }) -
            in.lanes().begin());
    };
    layout.setPinned(laneOf(layout, "logger"), true);
    layout.setHidden(laneOf(layout, "GC #0"), true);
    sortTracks(layout, *trace, TrackSort::BusyTime);
    const TrackArrangement before = arrangementOf(layout);
    const TrackLayout flat = relaid(layout, *trace, {}, {}, TrackGrouping::None);
    EXPECT_EQ(flat.grouping(), TrackGrouping::None);
    EXPECT_EQ(flat.sort(), TrackSort::BusyTime);
    EXPECT_TRUE(flat.lanes()[laneOf(flat, "logger · process 20")].pinned);
    EXPECT_TRUE(flat.lanes()[laneOf(flat, "GC #0 · process 10")].hidden);
    EXPECT_EQ(groupsOf(flat),
              "stream 7, [all threads 7 threads] main loop · process 10, "
              "pool-1-worker-12 · process 20, pool-2-worker-3 · process 10, "
              "pool-1-worker-1 · process 10, GC #1 · process 20, ");
    EXPECT_EQ(arrangementOf(relaid(flat, *trace, {}, {}, TrackGrouping::Process)), before);
}

TEST_F(Arrangement, IsAppliedInsteadOfTheOneBefore) {
    const TrackArrangement start = arrangementOf(m_layout);
    m_layout.setPinned(lane("beta"), true);
    m_layout.setHidden(lane("alpha"), true);
    m_layout.setLaneCollapsed(lane("gamma"), true);
    m_layout.move(lane("gamma"), lane("alpha"), false);
    const TrackArrangement changed = arrangementOf(m_layout);
    arrange(m_layout, start);
    EXPECT_EQ(arrangementOf(m_layout), start);
    EXPECT_EQ(now(), "stream 7 process 434 alpha beta gamma ");
    arrange(m_layout, changed);
    EXPECT_EQ(arrangementOf(m_layout), changed);
}

TEST(TrackArrangement, CollapsesTheThreadsOfTheOnlyProcess) {
    TraceDsl t;
    const auto deep = t.thread("deep");
    t.op(deep, {0, 1000}, "a");
    t.op(deep, {10, 900}, "b");
    t.op(t.thread("flat"), {0, 1000}, "a");
    const auto trace = t.trace();
    TrackLayout layout = TrackLayout::build(*trace, {});
    const double before = layout.contentHeight();
    collapseGroups(layout);
    EXPECT_EQ(titlesInOrder(layout), "deep, flat, ");
    EXPECT_LT(layout.contentHeight(), before);
    collapseGroups(layout);
    EXPECT_EQ(titlesInOrder(layout), "");
    expandAll(layout);
    EXPECT_EQ(layout.contentHeight(), before);
}

}  // namespace
}  // namespace gaplight
