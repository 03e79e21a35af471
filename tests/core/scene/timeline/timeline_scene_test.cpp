// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/timeline/timeline_scene.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/scene/timeline/view_scenes.h"
#include "tests/core/scene/scene_fixture.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::matchesGolden;
using test::SceneFixture;
using test::TraceDsl;

using test::kMs;

// Two steps of a small training loop in 100 ms: a launch and a kernel each, a wait, a gap.
std::shared_ptr<const Trace> twoSteps() {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    for (const std::int64_t at : {0 * kMs, 50 * kMs}) {
        t.annotation(host, {at, at + 45 * kMs}, "ProfilerStep#" + std::to_string(at / kMs));
        t.op(host, {at + 1 * kMs, at + 6 * kMs}, "aten::linear");
        t.kernel(stream, {at + 4 * kMs, at + 20 * kMs},
                 t.launch(host, {at + 2 * kMs, at + 3 * kMs}), "ampere_sgemm_128x64_tn");
        t.call(host, {at + 10 * kMs, at + 21 * kMs}, "cudaStreamSynchronize");
        for (std::int64_t i = 0; i < 40; ++i) {
            t.op(host, {at + 22 * kMs + i * kMs / 8, at + 22 * kMs + i * kMs / 8 + 100'000},
                 i % 3 == 0 ? "aten::add" : "aten::mul");
        }
    }
    return t.trace();
}

TEST(TimelineScene, WholeTrace) {
    const SceneFixture scene(twoSteps());
    EXPECT_TRUE(matchesGolden("scene/whole_trace.txt", scene.dump(scene.view(0, 100 * kMs))));
}

TEST(TimelineScene, MiddleZoomShowsSeparateSlices) {
    const SceneFixture scene(twoSteps());
    EXPECT_TRUE(matchesGolden("scene/middle_zoom.txt", scene.dump(scene.view(20 * kMs, 30 * kMs))));
}

TEST(TimelineScene, ASliceWiderThanTheViewIsLabeledAtTheEdge) {
    const SceneFixture scene(twoSteps());
    EXPECT_TRUE(matchesGolden("scene/inside_one_slice.txt",
                              scene.dump(scene.view(5 * kMs, 5 * kMs + 100'000))));
}

TEST(TimelineScene, NanosecondsFarFromTheEpoch) {
    constexpr std::int64_t kStart = 1'700'000'000'000'000'000;
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {kStart, kStart + 3'000'000'000}, "a");
    t.op(host, {kStart + 1'234'567'890, kStart + 1'234'567'990}, "hundred");
    t.op(host, {kStart + 1'234'568'000, kStart + 1'234'568'001}, "one");
    t.op(host, {kStart + 1'234'568'010, kStart + 1'234'568'010}, "zero");
    const SceneFixture scene(t.trace());
    const auto view = scene.view(kStart + 1'234'567'800, kStart + 1'234'568'400, 820, 120);
    EXPECT_TRUE(matchesGolden("scene/nanoseconds.txt", scene.dump(view)));
}

// 2,000 tracks cost what those in sight cost.
TEST(TimelineScene, OnlyVisibleTracksAreBuilt) {
    TraceDsl t;
    for (int thread = 0; thread < 2000; ++thread) {
        const auto track = t.thread("worker");
        for (int i = 0; i < 3; ++i) {
            t.op(track, {i * kMs, i * kMs + kMs / 2}, "op");
        }
    }
    const SceneFixture scene(t.trace());
    Viewport view = scene.view(0, 3 * kMs, 820, 300);
    std::size_t most = 0;
    for (double y = 0; y < scene.layout.contentHeight(); y += 997) {
        view.scrollY = y;
        const DisplayList list = scene.build(view);
        most = std::max(most, list.rects.size() + list.texts.size());
    }
    // 13 tracks: three slices, a label each, a name and a ground; and what stands around them.
    EXPECT_GT(most, 13U * 7);
    EXPECT_LT(most, 13U * 8 + 60);
}

TEST(TimelineScene, CollapsedGroupsAndTracks) {
    SceneFixture scene(twoSteps());
    scene.layout.setLaneCollapsed(1, true);
    scene.layout.setGroupCollapsed(1, true);
    EXPECT_TRUE(
        matchesGolden("scene/collapsed.txt", scene.dump(scene.view(0, 100 * kMs, 820, 160))));
}

std::size_t countRects(const DisplayList& list, Role color) {
    return static_cast<std::size_t>(
        std::count_if(list.rects.begin(), list.rects.end(),
                      [&](const RectItem& rect) { return rect.color == ColorRef(color); }));
}

// Not even on the header of the group that is now at its place.
TEST(TimelineScene, ASelectedSliceOfAFilteredTrackHasNoOutline) {
    SceneFixture scene(twoSteps());
    const Viewport view = scene.view(0, 100 * kMs);
    scene.state.selected = scene.sliceAt(1 * kMs);
    EXPECT_EQ(countRects(scene.build(view), Role::SelectionOutline), 4U);
    scene.layout.setFilter("GPU");
    EXPECT_EQ(countRects(scene.build(view), Role::SelectionOutline), 0U);
    scene.layout.setPinned(scene.layout.laneOf(scene.trace().trackOf(scene.state.selected)), true);
    EXPECT_EQ(countRects(scene.build(view), Role::SelectionOutline), 0U);
    scene.layout.setFilter("");
    EXPECT_EQ(countRects(scene.build(view), Role::SelectionOutline), 4U);
}

TEST(TimelineScene, ASelectedSliceOfACollapsedGroupIsOutlinedOnItsHeader) {
    SceneFixture scene(twoSteps());
    scene.state.selected = scene.sliceAt(1 * kMs);
    scene.layout.setGroupCollapsed(0, true);
    const Viewport view = scene.view(0, 100 * kMs);
    EXPECT_EQ(countRects(scene.build(view), Role::SelectionOutline), 4U);
    scene.layout.setFilter("GPU");
    EXPECT_EQ(countRects(scene.build(view), Role::SelectionOutline), 0U);
}

TEST(TimelineScene, ScrolledTracksKeepTheirNameInSight) {
    const SceneFixture scene(twoSteps());
    Viewport view = scene.view(0, 100 * kMs, 820, 140);
    view.scrollY = 40;
    EXPECT_TRUE(matchesGolden("scene/scrolled.txt", scene.dump(view)));
}

TEST(TimelineScene, SlicesThatOverlapStayWhole) {
    TraceDsl t;
    const auto stream = t.stream(0, 7);
    t.kernel(stream, {0, 60}, 0, "first");
    t.kernel(stream, {40, 100}, 0, "second");
    t.kernel(stream, {120, 150}, 0, "third");
    const SceneFixture scene(t.trace());
    EXPECT_TRUE(matchesGolden("scene/overlap.txt", scene.dump(scene.view(0, 600, 820, 180))));
}

TEST(TimelineScene, Counters) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {0, 1000}, "a");
    for (int i = 0; i < 20; ++i) {
        t.counter(host, i * 20, "queue", i % 2 == 0 ? 3 : 5);
    }
    t.counter(host, 700, "queue", 0);
    const SceneFixture scene(t.trace());
    EXPECT_TRUE(matchesGolden("scene/counters.txt", scene.dump(scene.view(0, 1200, 820, 140))));
}

// A thread of one row has room for one text beside its name; a counter's is below a long name.
TEST(TimelineScene, TextsOfTheNamesColumnDoNotOverlap) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.python(host, {0, 1000}, "<module>");
    t.python(host, {1, 999}, "run");
    t.python(host, {2, 998}, "wait");
    t.counter(host, 10, "estimated efficiency of the processor", 3);
    const SceneFixture scene(t.trace());
    EXPECT_TRUE(matchesGolden("scene/names_column.txt", scene.dump(scene.view(0, 1000, 420, 140))));
}

// Gaps of 4 ms down to 100 ns between kernels of 1 ms.
std::shared_ptr<const Trace> manyGaps() {
    TraceDsl t;
    const auto stream = t.stream(0, 7);
    std::int64_t at = 0;
    for (const std::int64_t gap : {4'000'000, 2'000'000, 900'000, 300'000, 100'000, 50'000}) {
        t.kernel(stream, {at, at + kMs});
        at += kMs + gap;
    }
    for (int i = 0; i < 30; ++i) {
        t.kernel(stream, {at, at + 50'000});
        at += 80'000;
    }
    t.kernel(stream, {at + 2'500'000, at + 3'500'000});
    return t.trace();
}

TEST(TimelineScene, GapsFarApartAreLabeledInside) {
    const SceneFixture scene(manyGaps());
    EXPECT_TRUE(
        matchesGolden("scene/gaps_sparse.txt", scene.dump(scene.view(0, 10 * kMs, 820, 160))));
}

TEST(TimelineScene, CrowdedGapsBecomeOneMarkWithACount) {
    const SceneFixture scene(manyGaps());
    EXPECT_TRUE(matchesGolden("scene/gaps_crowded.txt",
                              scene.dump(scene.view(-10 * kMs, 60 * kMs, 820, 160))));
}

TEST(TimelineScene, BlockingCallsSparseAndCrowded) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {0, 1000}, "loop");
    t.call(host, {100, 300}, "cudaStreamSynchronize");
    t.call(host, {400, 404}, "cudaStreamSynchronize");
    t.call(host, {700, 900}, "cudaDeviceSynchronize");
    for (int i = 0; i < 20; ++i) {
        t.call(host, {500 + i * 4, 502 + i * 4}, "cudaEventSynchronize");
    }
    const SceneFixture scene(t.trace());
    EXPECT_TRUE(
        matchesGolden("scene/blocking_calls.txt", scene.dump(scene.view(0, 1000, 1220, 120))));
}

TEST(TimelineScene, NothingIsMarkedWithoutOverlays) {
    SceneFixture scene(manyGaps());
    scene.state.showOverlays = false;
    const DisplayList list = scene.build(scene.view(0, 10 * kMs));
    EXPECT_TRUE(list.hatches.empty());
    for (const RectItem& item : list.rects) {
        EXPECT_NE(item.color, ColorRef(Role::IdleOther));
    }
}

TEST(TimelineScene, ArrowsFromALaunchAndToAKernel) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    const auto graph = t.call(host, {100, 200}, "cudaGraphLaunch");
    t.kernel(stream, {180, 300}, graph, "a");
    t.kernel(stream, {320, 400}, graph, "b");
    t.kernel(stream, {5000, 5100}, graph, "far");
    t.flow(host, 100, stream, 180);
    SceneFixture scene(t.trace());
    scene.state.selected = scene.sliceAt(100);
    scene.state.hovered = scene.sliceAt(320);
    EXPECT_TRUE(
        matchesGolden("scene/arrows_from_launch.txt", scene.dump(scene.view(0, 600, 820, 180))));
    scene.state.selected = scene.sliceAt(320);
    scene.state.hovered = {};
    scene.state.dimUnrelated = true;
    EXPECT_TRUE(matchesGolden("scene/arrow_to_kernel_dimmed.txt",
                              scene.dump(scene.view(0, 600, 820, 180))));
}

TEST(TimelineScene, SelectedRangeNoteAndCursor) {
    SceneFixture scene(twoSteps());
    scene.state.selectedRange = TimeRange{timeFromNs(10 * kMs), timeFromNs(35 * kMs)};
    scene.state.cursor = timeFromNs(60 * kMs);
    scene.state.notes.push_back({{timeFromNs(70 * kMs), timeFromNs(80 * kMs)}, {}, "slow", {}});
    EXPECT_TRUE(matchesGolden("scene/range_marks_cursor.txt",
                              scene.dump(scene.view(0, 100 * kMs, 820, 60))));
}

TEST(TimelineScene, AnEmptyTraceIsAnEmptyTimeline) {
    const SceneFixture scene(TraceDsl().trace());
    EXPECT_TRUE(matchesGolden("scene/empty.txt", scene.dump(scene.view(0, 1000, 820, 80))));
}

TEST(TimelineScene, TheOverviewShowsUtilizationGapsAndTheWindow) {
    const SceneFixture scene(twoSteps());
    const Viewport view = scene.view(20 * kMs, 40 * kMs);
    DisplayList list;
    buildOverview({scene.model, view, scene.state, 400, 56}, test::FixedTextMeasure(), list);
    EXPECT_TRUE(matchesGolden("scene/overview.txt", list.dump()));
}

TEST(TimelineScene, TheOverviewOfATraceWithoutGpuShowsTheLoadOfItsThreads) {
    TraceDsl t;
    const auto host = t.thread("main");
    t.op(host, {0, 400}, "a");
    t.op(host, {600, 1000}, "b");
    SceneFixture scene(t.trace());
    std::vector<ThreadLoad> loads{{TrackId(0), std::vector<std::uint8_t>(ThreadLoad::kParts, 255)},
                                  {TrackId(0), std::vector<std::uint8_t>(ThreadLoad::kParts, 0)}};
    std::fill_n(loads[1].busy.begin(), ThreadLoad::kParts / 4, std::uint8_t{1});
    std::fill_n(loads[1].busy.begin() + ThreadLoad::kParts / 2, ThreadLoad::kParts / 4,
                std::uint8_t{128});
    loads[0].range = loads[1].range = scene.model.trace->range();
    scene.model.threads = loads;
    const Viewport view = scene.view(0, 1);
    DisplayList list;
    buildOverview({scene.model, view, scene.state, 400, 56}, test::FixedTextMeasure(), list);
    EXPECT_TRUE(matchesGolden("scene/overview_host.txt", list.dump()));
}

// Beside a longer run an overview has that run's scale.
TEST(TimelineScene, TheOverviewMayShowMoreThanTheTrace) {
    const SceneFixture scene(twoSteps());
    const Viewport view = scene.view(0, 40 * kMs);
    OverviewInput input{scene.model, view, scene.state, 400, 56};
    const TimeRange whole = scene.model.trace->range();
    EXPECT_EQ(OverviewGeometry(input).range, whole);
    input.range = TimeRange{whole.begin, whole.end + whole.length()};
    EXPECT_EQ(OverviewGeometry(input).range, *input.range);
    EXPECT_NEAR(OverviewGeometry(input).x(whole.end), 200, 0.01);
}

TEST(TimelineScene, TheOverviewIsAGroundUnderTheWindow) {
    const SceneFixture scene(twoSteps());
    std::string first;
    for (const std::int64_t begin : {0 * kMs, 20 * kMs, 50 * kMs}) {
        const Viewport view = scene.view(begin, begin + 40 * kMs);
        const OverviewInput input{scene.model, view, scene.state, 400, 56};
        DisplayList whole;
        buildOverview(input, test::FixedTextMeasure(), whole);
        DisplayList both;
        buildOverviewGround(input, both);
        first = first.empty() ? both.dump() : first;
        EXPECT_EQ(both.dump(), first);
        DisplayList window;
        buildOverviewWindow(input, window);
        both.rects.insert(both.rects.end(), window.rects.begin(), window.rects.end());
        EXPECT_EQ(both.dump(), whole.dump());
    }
}

// What a range of some tracks leaves out is dimmed inside it; the names of its tracks are marked.
TEST(TimelineScene, ARangeOfSomeTracksDimsTheOthers) {
    SceneFixture scene(twoSteps());
    const Viewport view = scene.view(0, 100 * kMs);
    const TrackId stream = scene.trace().trackOf(scene.trace().gpuActivities().front().slice);
    const auto count = [&](Role role, Layer layer = Layer::Selection) {
        const DisplayList list = scene.build(view);
        return std::ranges::count_if(list.rects, [&](const RectItem& rect) {
            return rect.layer == layer && rect.color == ColorRef(role);
        });
    };
    scene.state.selectedRange = TimeRange{timeFromNs(10 * kMs), timeFromNs(40 * kMs)};
    EXPECT_EQ(count(Role::Background), 0);
    EXPECT_EQ(count(Role::RangeSelection), 3);  // a fill and two lines over all tracks
    const auto marks = count(Role::RangeSelection, Layer::Chrome);
    scene.state.selectedTracks = {stream};
    EXPECT_GT(count(Role::Background), 0);
    EXPECT_EQ(count(Role::RangeSelection), 3);                         // of this track alone
    EXPECT_EQ(count(Role::RangeSelection, Layer::Chrome), marks + 1);  // its name
}

// The length of the range is not written over the flag of a note.
TEST(TimelineScene, TheLengthOfARangeAvoidsNotes) {
    SceneFixture scene(twoSteps());
    const Viewport view = scene.view(0, 100 * kMs);
    scene.state.selectedRange = TimeRange{timeFromNs(10 * kMs), timeFromNs(60 * kMs)};
    const auto lengthAt = [&] {
        const DisplayList list = scene.build(view);
        const auto text = std::ranges::find_if(list.texts, [](const TextItem& item) {
            return item.color == ColorRef(Role::Accent) && item.style == TextStyle::Bold;
        });
        return text == list.texts.end() ? std::pair(0.0F, 0.0F)
                                        : std::pair(text->x, text->x + text->width);
    };
    const auto [free, end] = lengthAt();
    ASSERT_GT(free, 0);
    Note note;
    note.text = "here the loader waits";
    note.range = {timeFromNs(34 * kMs), timeFromNs(34 * kMs)};
    scene.state.notes = {note};
    const NoteFlag flag = noteFlags(scene.input(view)).front();
    ASSERT_LT(flag.x, end);
    ASSERT_GT(flag.x + flag.width, free);
    const auto [x0, x1] = lengthAt();
    ASSERT_GT(x0, 0);
    EXPECT_TRUE(x1 <= flag.x || x0 >= flag.x + flag.width) << x0 << " " << x1;
}

// The window clears a frame with this color.
TEST(TimelineScene, IsNotFilledOnTheBackground) {
    const SceneFixture scene(twoSteps());
    const Viewport view = scene.view(0, 100 * kMs);
    const TimelineInput input = scene.input(view);
    DisplayList filled;
    buildTimeline(input, test::FixedTextMeasure(), filled);
    TimelineState state = input.state;
    state.isOnBackground = true;
    DisplayList bare;
    buildTimeline({input.model, input.layout, view, state}, test::FixedTextMeasure(), bare);
    ASSERT_FALSE(filled.rects.empty());
    EXPECT_EQ(filled.rects.front().color, ColorRef(Role::Background));
    EXPECT_EQ(filled.rects.front().box, (Box{0, 0, filled.width, filled.height}));
    filled.rects.erase(filled.rects.begin());
    EXPECT_EQ(bare.dump(), filled.dump());
}

TEST(TimelineScene, ReusesItsBuffers) {
    const SceneFixture scene(twoSteps());
    const Viewport view = scene.view(0, 100 * kMs);
    DisplayList list;
    buildTimeline(scene.input(view), test::FixedTextMeasure(), list);
    const std::string first = list.dump();
    const auto* rects = list.rects.data();
    const auto* bytes = list.textBytes.data();
    buildTimeline(scene.input(view), test::FixedTextMeasure(), list);
    EXPECT_EQ(list.dump(), first);
    EXPECT_EQ(list.rects.data(), rects);
    EXPECT_EQ(list.textBytes.data(), bytes);
}

// Without color: communication and copies have the stripes that they have in the GPU's strip. Not a
// host slice of the same name, nor what is too narrow to show them.
TEST(TimelineScene, CommunicationAndCopiesOnStreamsAreStriped) {
    constexpr const char* kCopy = "Memcpy HtoD (Pinned -> Device)";
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.op(host, {0, 20 * kMs}, kCopy);
    t.kernel(stream, {0, 20 * kMs}, t.launch(host, {0, 1 * kMs}), "ampere_sgemm_128x64_tn");
    t.kernel(stream, {20 * kMs, 50 * kMs}, 0, "ncclDevKernel_AllReduce_Sum_f32_RING_LL");
    t.memcpy(stream, {50 * kMs, 80 * kMs}, 0, kCopy);
    t.memcpy(stream, {85 * kMs, 86 * kMs}, 0, kCopy);
    const SceneFixture scene(t.trace());
    const Viewport view = scene.view(0, 100 * kMs);
    const DisplayList list = scene.build(view);
    std::vector<HatchItem> stripes;
    std::copy_if(list.hatches.begin(), list.hatches.end(), std::back_inserter(stripes),
                 [](const HatchItem& hatch) { return hatch.color == ColorRef(Role::TextOnSlice); });
    ASSERT_EQ(stripes.size(), 2U);
    const auto isOver = [&](const HatchItem& hatch, std::int64_t begin, std::int64_t end) {
        return hatch.layer == Layer::Slices &&
               std::abs(hatch.box.x - view.x(timeFromNs(begin))) <= 1 &&
               std::abs(hatch.box.x + hatch.box.width - view.x(timeFromNs(end))) <= 1;
    };
    EXPECT_TRUE(isOver(stripes[0], 20 * kMs, 50 * kMs));
    EXPECT_TRUE(isOver(stripes[1], 50 * kMs, 80 * kMs));
    EXPECT_GT(stripes[0].spacing, stripes[1].spacing);
}

}  // namespace
}  // namespace gaplight
