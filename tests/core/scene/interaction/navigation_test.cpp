// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/interaction/navigation.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

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

// A kernel and its launch below 30 frames, and a thread between them.
class ArrowToADeepThread : public ::testing::Test {
protected:
    static constexpr int kDepth = 30;

    ArrowToADeepThread() : m_scene(trace()) {}

    static std::shared_ptr<const Trace> trace() {
        TraceDsl t;
        const auto host = t.thread("main");
        for (std::int64_t depth = 0; depth < kDepth; ++depth) {
            // None but the first two fills its row.
            t.slice(host, {20 * depth, 1'000 - 10 * depth}, "python_function",
                    "f" + std::to_string(depth));
        }
        t.kernel(t.stream(0, 7), {750, 900}, t.launch(host, {600, 610}));
        t.kernel(t.stream(0, 7), {950, 990}, t.launch(host, {990, 995}));
        return t.trace();
    }
    [[nodiscard]] Viewport follow(const Viewport& from, std::int64_t begin, std::int64_t end) {
        return revealArrow(m_scene.model, m_scene.layout, from, m_scene.sliceAt(begin),
                           m_scene.sliceAt(end));
    }
    [[nodiscard]] bool isInView(const Viewport& view, std::int64_t start) const {
        const SliceId slice = m_scene.sliceAt(start);
        const std::size_t lane = m_scene.layout.laneOf(m_scene.trace().trackOf(slice));
        const std::uint16_t row = m_scene.trace().slices().row(slice);
        const float y = view.y(m_scene.layout.rowY(lane, row));
        return m_scene.layout.lanes()[lane].showsRow(row) && y >= view.tracksTop() &&
               y + TrackLayout::kRowHeight <= view.height;
    }
    [[nodiscard]] const Lane& host() const {
        return m_scene.layout
            .lanes()[m_scene.layout.laneOf(m_scene.trace().trackOf(m_scene.sliceAt(600)))];
    }

    SceneFixture m_scene;
};

TEST_F(ArrowToADeepThread, ShowsBothEndsWhereTheyFit) {
    const Viewport low = m_scene.view(0, 1'000, 820, 420);
    ASSERT_FALSE(isInView(low, 600));
    const Viewport wide =
        clamped(m_scene.view(0, 1'000, 820, 900), viewLimits(m_scene.model, m_scene.layout));
    const Viewport view = follow(wide, 750, 600);
    EXPECT_TRUE(isInView(view, 600));
    EXPECT_TRUE(isInView(view, 750));
    EXPECT_EQ(host().firstRow + host().visibleRows, kDepth + 1) << "no more than up to the row";
    // Back from a place where the kernel is out of sight.
    Viewport below = view;
    below.scrollY = 200;
    const Viewport back = follow(below, 600, 750);
    EXPECT_TRUE(isInView(back, 600));
    EXPECT_TRUE(isInView(back, 750));
}

TEST_F(ArrowToADeepThread, FoldsRowsBetweenBothEndsWhereTheViewIsLow) {
    const Viewport low =
        clamped(m_scene.view(0, 1'000, 820, 300), viewLimits(m_scene.model, m_scene.layout));
    std::vector<LaneFold> folds = m_scene.layout.folds();
    const double before = m_scene.layout.contentHeight();
    const Viewport view = follow(low, 750, 600);
    EXPECT_TRUE(isInView(view, 600));
    EXPECT_TRUE(isInView(view, 750));
    EXPECT_GT(host().cutAbove, 0);
    EXPECT_TRUE(host().showsRow(kDepth - 1)) << "the row above the end";
    EXPECT_GT(m_scene.layout.foldedRows(m_scene.layout.laneOf(TrackId(0))), 10);
    // The folds of one arrow are not those of the next, nor do they outlive Alt+Left.
    const Viewport back = follow(view, 600, 750);
    EXPECT_TRUE(isInView(back, 600));
    EXPECT_TRUE(isInView(back, 750));
    m_scene.layout.exchangeFolds(folds);
    EXPECT_EQ(m_scene.layout.contentHeight(), before);
    EXPECT_EQ(host().cutAbove, 0);
}

// A click on "+18 rows" is the end of it.
TEST_F(ArrowToADeepThread, AllRowsOfATrackComeBackOnDemand) {
    const std::size_t lane = m_scene.layout.laneOf(TrackId(0));
    m_scene.layout.setShowsAllRows(lane, true);
    const Viewport low =
        clamped(m_scene.view(0, 1'000, 820, 300), viewLimits(m_scene.model, m_scene.layout));
    const Viewport view = follow(low, 750, 600);
    EXPECT_TRUE(isInView(view, 750));
    EXPECT_GT(host().firstRow, 0);
    m_scene.layout.setShowsAllRows(lane, true);
    EXPECT_EQ(host().firstRow, 0);
    EXPECT_EQ(m_scene.layout.foldedRows(lane), 0);
}

TEST_F(ArrowToADeepThread, ShowsTheSelectedEndWhereTheViewIsTooLow) {
    const Viewport low =
        clamped(m_scene.view(0, 1'000, 820, 140), viewLimits(m_scene.model, m_scene.layout));
    const Viewport view = follow(low, 750, 600);
    EXPECT_TRUE(isInView(view, 600));
    EXPECT_FALSE(isInView(view, 750));
    const Viewport back = follow(view, 600, 750);
    EXPECT_TRUE(isInView(back, 750));
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

// Two calls one after the other, each with frames that fill the view inside it.
class FramesInTheView : public ::testing::Test {
protected:
    static std::shared_ptr<const Trace> trace() {
        TraceDsl t;
        const auto host = t.thread("main");
        for (const std::int64_t at : {std::int64_t{0}, std::int64_t{10'000}}) {
            for (std::int64_t depth = 0; depth < 6; ++depth) {
                t.slice(host, {at + depth, at + 9'000 - depth}, "python_function", "call");
            }
            for (std::int64_t op = 100; op < 8'000; op += 100) {
                t.op(host, {at + op, at + op + 90}, "aten::add");
            }
        }
        t.kernel(t.stream(0, 7), {400, 700}, t.launch(host, {320, 330}));
        return t.trace();
    }
    [[nodiscard]] bool fold(std::int64_t begin, std::int64_t end, SliceId kept = {}) {
        return foldFilledRows(m_scene.model, m_scene.layout, {timeFromNs(begin), timeFromNs(end)},
                              kept);
    }
    [[nodiscard]] const Lane& host() const {
        return m_scene.layout.lanes()[m_scene.layout.laneOf(TrackId(0))];
    }

    SceneFixture m_scene{trace()};
};

TEST_F(FramesInTheView, AreOneLineAsLongAsTheyFillIt) {
    EXPECT_FALSE(fold(0, 19'000));
    EXPECT_EQ(host().firstRow, 0);
    EXPECT_TRUE(fold(1'000, 2'000));
    EXPECT_EQ(host().firstRow, 5);
    EXPECT_EQ(m_scene.layout.foldedRows(m_scene.layout.laneOf(TrackId(0))), 5);
    const DisplayList drawn = m_scene.build(m_scene.view(1'000, 2'000, 820, 300));
    const auto labels = std::ranges::count_if(drawn.texts, [&](const TextItem& item) {
        return drawn.text(item).find("frame") != std::string_view::npos;
    });
    const bool isCounted = std::ranges::any_of(
        drawn.texts, [&](const TextItem& item) { return drawn.text(item) == "+5 frames"; });
    EXPECT_TRUE(isCounted && labels == 1) << "one count of one fold";
    EXPECT_FALSE(fold(11'000, 12'000)) << "the other call, with as many";
    EXPECT_TRUE(fold(8'500, 10'500)) << "between both";
    EXPECT_EQ(host().firstRow, 0);
}

// A thread that ends below the view has its link in view, and a click on it is one.
TEST_F(FramesInTheView, AreCountedInView) {
    ASSERT_TRUE(fold(1'000, 2'000));
    ASSERT_GE(host().visibleRows, 3);
    Viewport view = m_scene.view(1'000, 2'000, 820, 300);
    view.height = view.y(host().y) + 2 * TrackLayout::kRowPitch + 4;
    const DisplayList drawn = m_scene.build(view);
    const auto link = std::ranges::find_if(
        drawn.texts, [&](const TextItem& item) { return drawn.text(item) == "+5 frames"; });
    ASSERT_NE(link, drawn.texts.end());
    EXPECT_LT(link->baselineY, view.height);
    EXPECT_GT(link->baselineY, view.y(host().y) + TrackLayout::kRowPitch);
    EXPECT_EQ(hitTest(m_scene.input(view), view.timeLeft() - 20, link->baselineY - 4).kind,
              HitKind::RowLimit);
    EXPECT_EQ(hitTest(m_scene.input(view), view.timeLeft() - 20, view.y(host().y) + 8).kind,
              HitKind::Name);
}

TEST_F(FramesInTheView, StayWhereOneOfThemIsSelectedOrAllRowsAreWanted) {
    const SliceId inner = SliceId(m_scene.sliceAt(3));
    ASSERT_EQ(m_scene.trace().slices().row(inner), 3);
    EXPECT_TRUE(fold(1'000, 2'000, inner));
    EXPECT_EQ(host().firstRow, 3);
    const std::size_t lane = m_scene.layout.laneOf(TrackId(0));
    m_scene.layout.setShowsAllRows(lane, true);
    EXPECT_FALSE(fold(1'000, 2'000));
    EXPECT_EQ(host().firstRow, 0);
    m_scene.layout.setShowsAllRows(lane, false);
    EXPECT_EQ(host().firstRow, 5);
}

// The track under the pointer does not move away from it.
TEST_F(FramesInTheView, DoNotMoveWhatThePointerIsOn) {
    const std::size_t lane = m_scene.layout.laneOf(TrackId(0));
    const TimeRange call{timeFromNs(1'000), timeFromNs(2'000)};
    EXPECT_FALSE(foldFilledRows(m_scene.model, m_scene.layout, call, {}, lane));
    EXPECT_TRUE(fold(1'000, 2'000));
    const TimeRange all{timeFromNs(0), timeFromNs(19'000)};
    EXPECT_TRUE(foldFilledRows(m_scene.model, m_scene.layout, all, {}, lane));
    EXPECT_EQ(host().firstRow, 0);
}

}  // namespace
}  // namespace gaplight
