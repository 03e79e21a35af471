// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include "core/index/search.h"
#include "core/scene/interaction/range_pick.h"
#include "tests/core/scene/scene_fixture.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::matchesGolden;
using test::SceneFixture;
using test::TraceDsl;

using test::kMs;

// Ops by the hundred, every tenth of them sought; crowded in the second half.
class SearchScene : public ::testing::Test {
protected:
    SearchScene() : m_scene(trace()) {
        const auto found = searchNames(m_scene.trace(), TextPattern::substring("softmax"));
        m_hits = SearchHits::build(m_scene.trace(), *found);
        m_scene.model.hits = &m_hits;
    }
    static std::shared_ptr<const Trace> trace() {
        TraceDsl t;
        const auto host = t.thread("main");
        t.annotation(host, {0, 100 * kMs}, "step");
        for (std::int64_t i = 0; i < 10; ++i) {
            t.op(host, {i * 5 * kMs, i * 5 * kMs + 4 * kMs}, i % 3 == 0 ? "softmax" : "linear");
        }
        for (std::int64_t i = 0; i < 400; ++i) {
            const std::int64_t at = 50 * kMs + i * kMs / 10;
            t.op(host, {at, at + 60'000}, i % 10 == 0 ? "softmax" : "linear");
        }
        return t.trace();
    }

    SceneFixture m_scene;
    SearchHits m_hits;
};

TEST_F(SearchScene, HitsStandOutOfCrowdedPixels) {
    EXPECT_TRUE(matchesGolden("scene/search_whole.txt",
                              m_scene.dump(m_scene.view(0, 100 * kMs, 520, 120))));
}

TEST_F(SearchScene, HitsKeepTheirLabelsWhereThereIsRoom) {
    EXPECT_TRUE(matchesGolden("scene/search_middle.txt",
                              m_scene.dump(m_scene.view(0, 20 * kMs, 520, 120))));
}

TEST_F(SearchScene, OneHitWiderThanTheView) {
    EXPECT_TRUE(matchesGolden("scene/search_inside.txt",
                              m_scene.dump(m_scene.view(kMs, 2 * kMs, 520, 120))));
}

TEST_F(SearchScene, OnlyMatchesAreLeftWhenOthersAreNotWanted) {
    m_scene.state.onlyHits = true;
    EXPECT_TRUE(
        matchesGolden("scene/search_only.txt", m_scene.dump(m_scene.view(0, 20 * kMs, 520, 120))));
    // What is not drawn cannot be pointed at.
    const Viewport view = m_scene.view(0, 20 * kMs, 520, 120);
    const TimelineInput input = m_scene.input(view);
    const Lane& lane = m_scene.layout.lanes()[1];
    const float y = view.y(lane.y) + TrackLayout::kRowPitch + 9;
    const auto at = [&](std::int64_t time) {
        return hitTest(input, static_cast<float>(view.x(timeFromNs(time))), y);
    };
    EXPECT_EQ(m_scene.trace().name(at(2 * kMs).slice), "softmax");
    EXPECT_FALSE(at(7 * kMs).slice.isValid());
}

// Ops below the rows that are shown, and frames above them.
TEST(FoldedHits, AreDrawnBesideTheRowsAndLeadToTheirSlices) {
    TraceDsl t;
    const auto host = t.thread("main");
    for (std::int64_t depth = 0; depth < 4; ++depth) {
        t.python(host, {depth, 1'000 * kMs - depth}, depth == 1 ? "softmax_frame" : "f");
    }
    for (std::int64_t depth = 0; depth < 30; ++depth) {
        t.op(host, {10 * kMs + depth, 500 * kMs - depth}, "op");
    }
    t.op(host, {200 * kMs, 200 * kMs + 50}, "softmax");
    t.kernel(t.stream(0, 7), {300 * kMs, 900 * kMs}, t.launch(host, {520 * kMs, 521 * kMs}));
    SceneFixture scene(t.trace());
    const auto found = searchNames(scene.trace(), TextPattern::substring("softmax"));
    const SearchHits hits = SearchHits::build(scene.trace(), *found);
    scene.model.hits = &hits;
    const Lane& lane = scene.layout.lanes()[scene.layout.laneOf(TrackId(0))];
    ASSERT_GT(lane.firstRow, 1);
    ASSERT_LT(lane.firstRow + lane.visibleRows, 35);
    const Viewport view = scene.view(0, 1'000 * kMs, 820, 500);
    const DisplayList list = scene.build(view);
    const float below = view.y(lane.y) + lane.height - TrackLayout::kLaneGap;
    const auto isMark = [&](const RectItem& rect, float y) {
        return rect.layer == Layer::Slices && rect.box.y == y && rect.box.height == 3 &&
               rect.color == ColorRef(Role::SearchHit);
    };
    const auto mark =
        std::ranges::find_if(list.rects, [&](const RectItem& r) { return isMark(r, below); });
    ASSERT_NE(mark, list.rects.end());
    EXPECT_GE(mark->box.width, 2);
    EXPECT_TRUE(std::ranges::any_of(list.rects,
                                    [&](const RectItem& r) { return isMark(r, view.y(lane.y)); }));
    const auto at = [&](std::int64_t time, float y) {
        return hitTest(scene.input(view), static_cast<float>(view.x(timeFromNs(time))), y);
    };
    const Hit op = at(200 * kMs, below + 1);
    EXPECT_TRUE(op.isFolded);
    EXPECT_EQ(scene.trace().name(op.slice), "softmax");
    EXPECT_EQ(scene.trace().name(at(700 * kMs, view.y(lane.y) + 1).slice), "softmax_frame");
    EXPECT_FALSE(at(300 * kMs, below + 1).slice.isValid());
    EXPECT_FALSE(at(700 * kMs, view.y(lane.y) + 9).isFolded);
}

// Pinned below the strips of the GPUs; it stays without the search.
class HitTrackScene : public SearchScene {
protected:
    HitTrackScene() {
        const auto hits = std::make_shared<const SearchHits>(
            SearchHits::build(m_scene.trace(), {m_hits.byId().begin(), m_hits.byId().end()}));
        m_tracks.push_back(std::make_shared<const HitTrack>(
            HitTrack::build(m_scene.trace(), "softmax dur>1us", hits)));
        m_scene.model.hits = nullptr;
        m_scene.model.hitTracks = m_tracks;
        m_scene.layout.setHitTracks(std::vector<std::string>{"softmax dur>1us"});
    }
    Hit at(const Viewport& view, std::int64_t time) const {
        const Lane& lane = m_scene.layout.pinnedLanes().back();
        return hitTest(m_scene.input(view), static_cast<float>(view.x(timeFromNs(time))),
                       Viewport::kRulerHeight + static_cast<float>(lane.y) + 12);
    }

    std::vector<std::shared_ptr<const HitTrack>> m_tracks;
};

TEST_F(HitTrackScene, ShowsNamesWhereThereIsSpaceAndDensityElsewhere) {
    EXPECT_TRUE(matchesGolden("scene/hit_track_whole.txt",
                              m_scene.dump(m_scene.view(0, 100 * kMs, 520, 80))));
    EXPECT_TRUE(matchesGolden("scene/hit_track_near.txt",
                              m_scene.dump(m_scene.view(0, 20 * kMs, 520, 80))));
}

TEST_F(HitTrackScene, LeadsToItsSlices) {
    const Viewport view = m_scene.view(0, 100 * kMs, 520, 80);
    const Hit first = at(view, 2 * kMs);
    EXPECT_EQ(first.kind, HitKind::Slice);
    EXPECT_EQ(first.slice, m_hits.byTime()[0]);
    EXPECT_EQ(m_scene.layout.lanes()[first.lane].track, m_scene.trace().trackOf(first.slice));
    EXPECT_FALSE(at(view, 12 * kMs).slice.isValid());
    // Names and ranges: as of no track.
    const float y = Viewport::kRulerHeight + 12;
    EXPECT_EQ(hitTest(m_scene.input(view), 20, y).kind, HitKind::Nothing);
    EXPECT_EQ(laneForRange(m_scene.input(view), y), m_scene.layout.lanes().size());
}

TEST_F(HitTrackScene, TakesNoSpaceWhenItIsRemoved) {
    EXPECT_EQ(m_scene.layout.stripsHeight(), TrackLayout::kHitTrackHeight);
    m_scene.layout.setHitTracks({});
    EXPECT_EQ(m_scene.layout.stripsHeight(), 0);
    EXPECT_TRUE(m_scene.layout.pinnedLanes().empty());
}

// Rows of a query as tracks: spans with their labels, and a curve.
TEST_F(HitTrackScene, RowsOfAQueryAreSpansAndCurves) {
    const auto spans = std::make_shared<const HitTrack>(HitTrack::buildSpans(
        "phases", {{{timeFromNs(0), timeFromNs(30 * kMs)}, "warm-up", {}},
                   {{timeFromNs(30 * kMs), timeFromNs(70 * kMs)}, "steady", m_hits.byTime()[0]},
                   {{timeFromNs(90 * kMs), timeFromNs(90 * kMs + 1)}, "end", {}}}));
    HitTrack curve;
    curve.title = "load";
    curve.curve = CounterCurve::build("load", CounterUnit::Nanoseconds,
                                      {timeFromNs(0), timeFromNs(50 * kMs)}, {5e6, 2e6});
    const std::vector tracks{spans, std::make_shared<const HitTrack>(std::move(curve))};
    m_scene.model.hitTracks = tracks;
    m_scene.layout.setHitTracks(std::vector<std::string>{"phases", "load"});
    const Viewport view = m_scene.view(0, 100 * kMs, 520, 100);
    EXPECT_TRUE(matchesGolden("scene/query_tracks.txt", m_scene.dump(view)));
    const auto first = [&](std::int64_t time) {
        return hitTest(m_scene.input(view), static_cast<float>(view.x(timeFromNs(time))),
                       Viewport::kRulerHeight + 12);
    };
    const Hit time = first(10 * kMs);
    EXPECT_EQ(time.kind, HitKind::Span);
    EXPECT_EQ(time.hitTrack, 0U);
    EXPECT_EQ(time.span, 0U);
    EXPECT_EQ(first(30 * kMs).slice, m_hits.byTime()[0]);  // of spans that touch, the later
    EXPECT_EQ(first(90 * kMs).span, 2U);                   // shorter than a pixel
    EXPECT_EQ(first(80 * kMs).kind, HitKind::Lane);
    EXPECT_EQ(at(view, 10 * kMs).hitTrack, 1U);
}

TEST_F(SearchScene, TheOverviewTellsWhereHitsAre) {
    const Viewport view = m_scene.view(0, 100 * kMs, 520, 120);
    DisplayList list;
    buildOverview({m_scene.model, view, m_scene.state, 300, 56}, test::FixedTextMeasure(), list);
    EXPECT_TRUE(matchesGolden("scene/search_overview.txt", list.dump()));
}

}  // namespace
}  // namespace gaplight
