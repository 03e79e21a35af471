// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include <QKeyEvent>

#include "core/scene/interaction/navigation.h"
#include "tests/widgets/support/window_fixture.h"
#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {
namespace {

class TimelineKeys : public WindowTest {
protected:
    void SetUp() override { showTrace("streams_overlap.json.zst"); }

    [[nodiscard]] SliceId selected() { return view().state().selected; }
};

TEST_F(TimelineKeys, ZoomKeepsTheTimeUnderThePointer) {
    const double x = 700;
    QTest::mouseMove(&window(), inTimeline(x, 200));
    ASSERT_TRUE(QTest::qWaitFor([this] { return view().state().cursor.has_value(); }, 60'000));
    const double scale = viewport().nsPerPixel;
    const Time time = viewport().timeAt(x);
    key(Qt::Key_W);
    EXPECT_LT(viewport().nsPerPixel, scale * 0.9);
    EXPECT_NEAR(viewport().x(time), x, 1.5);
    const double close = viewport().nsPerPixel;
    key(Qt::Key_S);
    EXPECT_GT(viewport().nsPerPixel, close * 1.1);
}

TEST_F(TimelineKeys, PanMovesInTimeAlone) {
    key(Qt::Key_W);
    key(Qt::Key_W);
    const Viewport before = viewport();
    key(Qt::Key_D);
    EXPECT_GT(viewport().begin, before.begin);
    EXPECT_EQ(viewport().nsPerPixel, before.nsPerPixel);
    EXPECT_EQ(viewport().scrollY, before.scrollY);
    key(Qt::Key_A);
    EXPECT_NEAR(viewport().x(before.begin), before.x(before.begin), 1);
    key(Qt::Key_End);
    EXPECT_GE(viewport().end(), trace().range().end);
    key(Qt::Key_Home);
    EXPECT_LE(viewport().begin, trace().range().begin);
}

TEST_F(TimelineKeys, HeldKeyGoesOn) {
    const double scale = viewport().nsPerPixel;
    key(Qt::Key_W);
    const double once = viewport().nsPerPixel;
    QTest::keyPress(&window(), Qt::Key_W);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return viewport().nsPerPixel < once * (once / scale) * (once / scale); }, 60'000));
    QTest::keyRelease(&window(), Qt::Key_W);
    settle();
    const double rest = viewport().nsPerPixel;
    QTest::qWait(200);
    EXPECT_EQ(viewport().nsPerPixel, rest);
}

// On AZERTY the key where W lies elsewhere types Z. Where scan codes say nothing, letters count.
TEST_F(TimelineKeys, ZoomAndPanAreBoundByPlace) {
    constexpr quint32 kScanW = 25;
    const QKeyEvent event(QEvent::KeyPress, Qt::Key_Z, Qt::NoModifier, kScanW, 0, 0);
    const ActionRow* row = actionOf(event);
    if (QGuiApplication::platformName() == QLatin1String("xcb")) {
        ASSERT_NE(row, nullptr);
        EXPECT_EQ(row->action, Action::ZoomIn);
    } else {
        EXPECT_EQ(row, nullptr);
    }
}

TEST_F(TimelineKeys, DotAndCommaStepAlongTheRow) {
    const SliceId first = sliceNamed("cudaStreamSynchronize");
    ASSERT_TRUE(first.isValid());
    goTo(first);
    key(Qt::Key_Period);
    const SliceId next = nextSlice(view().model(), first);
    ASSERT_TRUE(next.isValid());
    EXPECT_EQ(selected(), next);
    EXPECT_GE(viewport().x(trace().slices().end(next)), viewport().timeLeft());
    EXPECT_LE(viewport().x(trace().slices().start(next)), viewport().width);
    key(Qt::Key_Comma);
    EXPECT_EQ(selected(), first);
}

TEST_F(TimelineKeys, StepsKeepTheScaleAndGoBack) {
    goTo(sliceNamed("cudaStreamSynchronize"));
    key(Qt::Key_W);
    key(Qt::Key_W);
    key(Qt::Key_W);
    const double scale = viewport().nsPerPixel;
    for (const auto step : {Qt::Key_Period, Qt::Key_Comma, Qt::Key_Up, Qt::Key_Down, Qt::Key_G}) {
        const Viewport before = viewport();
        key(step);
        EXPECT_EQ(viewport().nsPerPixel, scale);
        if (viewport() != before) {
            const Viewport after = viewport();
            key(Qt::Key_Left, Qt::AltModifier);
            EXPECT_EQ(viewport(), before);
            key(Qt::Key_Right, Qt::AltModifier);
            EXPECT_EQ(viewport(), after);
        }
    }
}

TEST_F(TimelineKeys, ANarrowSliceIsMarkedInTheRuler) {
    const SliceId call = sliceNamed("cudaLaunchKernel");
    goTo(call);
    const auto marks = [this] {
        const auto& rects = timeline().displayList().rects;
        return std::count_if(rects.begin(), rects.end(), [](const RectItem& item) {
            return item.color == ColorRef(Role::SelectionOutline) && item.layer == Layer::Chrome;
        });
    };
    ASSERT_LT(viewport().x(trace().slices().end(call)) - viewport().x(trace().slices().start(call)),
              4);
    EXPECT_EQ(marks(), 1);
    key(Qt::Key_F);
    EXPECT_EQ(marks(), 0);
}

TEST_F(TimelineKeys, UpAndDownGoThroughTheNesting) {
    const SliceId call = sliceNamed("cudaStreamSynchronize");
    goTo(call);
    key(Qt::Key_Up);
    const SliceId parent = trace().slices().parent(call);
    ASSERT_TRUE(parent.isValid());
    EXPECT_EQ(selected(), parent);
    key(Qt::Key_Down);
    EXPECT_EQ(trace().slices().parent(selected()), parent);
}

TEST_F(TimelineKeys, BracketsFollowTheLaunch) {
    const LaunchIndex& launches = session().trace()->session().indexes->launches;
    const SliceId launch = launches.launches().front();
    goTo(launch);
    key(Qt::Key_BracketRight);
    const SliceId kernel = selected();
    ASSERT_TRUE(kernel.isValid());
    EXPECT_EQ(launches.launchOf(kernel), launch);
    EXPECT_TRUE(view().state().dimUnrelated);
    key(Qt::Key_BracketLeft);
    EXPECT_EQ(selected(), launch);
    key(Qt::Key_Escape);
    EXPECT_FALSE(view().state().dimUnrelated);
}

TEST_F(TimelineKeys, BothEndsOfAnArrowAreInView) {
    const LaunchIndex& launches = session().trace()->session().indexes->launches;
    const SliceId launch = launches.launches()[3];
    goTo(launch);
    const double wide = viewport().nsPerPixel;
    key(Qt::Key_BracketRight);
    EXPECT_EQ(viewport().nsPerPixel, wide);  // they fit
    const SliceId kernel = selected();
    goTo(launch);
    key(Qt::Key_F);
    const double close = viewport().nsPerPixel;
    key(Qt::Key_BracketRight);
    EXPECT_EQ(selected(), kernel);
    EXPECT_GT(viewport().nsPerPixel, close);
    EXPECT_LT(viewport().nsPerPixel, wide);
    for (const SliceId end : {launch, kernel}) {
        EXPECT_TRUE(viewport().range().contains(trace().slices().start(end)));
    }
    key(Qt::Key_Left, Qt::AltModifier);
    EXPECT_EQ(viewport().nsPerPixel, close);
}

// A thread whose deepest launches are on rows that are folded at first.
class ArrowsBetweenRows : public WindowTest {
protected:
    void SetUp() override { showTrace("wan_before_compile.json.zst"); }

    [[nodiscard]] bool isRowInView(SliceId slice) {
        const std::size_t lane = view().layout().laneOf(trace().trackOf(slice));
        const std::uint16_t row = trace().slices().row(slice);
        const float y = viewport().y(view().layout().rowY(lane, row));
        return view().layout().lanes()[lane].height > 0 &&
               view().layout().lanes()[lane].showsRow(row) && y >= viewport().tracksTop() &&
               y + TrackLayout::kRowHeight <= viewport().height;
    }
    // The launch on the uppermost row, or on the lowest.
    [[nodiscard]] SliceId launch(bool lowest) {
        const auto launches = session().trace()->session().indexes->launches.launches();
        const auto row = [this](SliceId slice) { return trace().slices().row(slice); };
        return lowest ? *std::ranges::max_element(launches, {}, row)
                      : *std::ranges::min_element(launches, {}, row);
    }
    [[nodiscard]] SliceId kernelOf(SliceId launch) {
        const LaunchIndex& launches = session().trace()->session().indexes->launches;
        return trace().gpuActivities()[launches.activitiesOf(launch).front().index()].slice;
    }
};

TEST_F(ArrowsBetweenRows, BothEndsAreInViewAndComeBackFolded) {
    window().resize(1600, 1000);
    model().state()->run(Action::CollapseAllTracks);
    settle();
    const SliceId from = launch(false);
    const SliceId kernel = kernelOf(from);
    goTo(kernel);
    const Viewport before = viewport();
    const std::vector<LaneFold> folds = view().layout().folds();
    ASSERT_FALSE(isRowInView(from));
    key(Qt::Key_BracketLeft);
    EXPECT_EQ(view().state().selected, from);
    EXPECT_TRUE(isRowInView(from));
    EXPECT_TRUE(isRowInView(kernel));
    const Viewport after = viewport();
    const std::vector<LaneFold> unfolded = view().layout().folds();
    EXPECT_NE(unfolded, folds);
    key(Qt::Key_Left, Qt::AltModifier);
    EXPECT_EQ(viewport(), before);
    EXPECT_EQ(view().layout().folds(), folds);
    key(Qt::Key_Right, Qt::AltModifier);
    EXPECT_EQ(viewport(), after);
    EXPECT_EQ(view().layout().folds(), unfolded);
}

// At the height that the drawer leaves at first; "+18 rows" shows them again, as Alt+Left does.
TEST_F(ArrowsBetweenRows, RowsBetweenTheEndsAreFoldedWhereTheViewIsLow) {
    window().resize(1280, 720);
    settle();
    const SliceId from = launch(true);
    const SliceId kernel = kernelOf(from);
    goTo(kernel);
    const std::vector<LaneFold> folds = view().layout().folds();
    const Viewport before = viewport();
    const std::size_t lane = view().layout().laneOf(trace().trackOf(from));
    key(Qt::Key_BracketLeft);
    EXPECT_EQ(view().state().selected, from);
    EXPECT_TRUE(isRowInView(from));
    EXPECT_TRUE(isRowInView(kernel));
    EXPECT_GT(view().layout().lanes()[lane].cutAbove, 0);
    key(Qt::Key_BracketRight);
    EXPECT_EQ(view().state().selected, kernel);
    EXPECT_TRUE(isRowInView(from));
    EXPECT_TRUE(isRowInView(kernel));
    key(Qt::Key_Left, Qt::AltModifier);
    key(Qt::Key_Left, Qt::AltModifier);
    EXPECT_EQ(viewport(), before);
    EXPECT_EQ(view().layout().folds(), folds);
    key(Qt::Key_Right, Qt::AltModifier);
    ASSERT_TRUE(isRowInView(from));
    const auto y = [&] {
        const Lane& of = view().layout().lanes()[lane];
        return static_cast<double>(viewport().y(of.y) + of.height - 8);
    };
    click(inTimeline(viewport().timeLeft() - 30, y()));
    EXPECT_EQ(view().layout().lanes()[lane].firstRow, 0);
    EXPECT_EQ(view().layout().foldedRows(lane), 0);
}

// No row stays hidden by an arrow that is left.
TEST_F(ArrowsBetweenRows, RowsComeBackWithTheSelectionGone) {
    window().resize(1280, 720);
    settle();
    const SliceId from = launch(true);
    const std::size_t lane = view().layout().laneOf(trace().trackOf(from));
    const auto isCut = [&] { return view().layout().lanes()[lane].isCut(); };
    for (const Qt::Key left : {Qt::Key_Escape, Qt::Key_0}) {
        goTo(kernelOf(from));
        key(Qt::Key_BracketLeft);
        ASSERT_TRUE(isCut());
        const double y = viewport().y(view().layout().rowY(lane, trace().slices().row(from)));
        key(left);
        EXPECT_FALSE(isCut());
        if (left == Qt::Key_Escape) {
            EXPECT_EQ(viewport().y(view().layout().rowY(lane, trace().slices().row(from))), y);
        }
    }
}

TEST_F(ArrowsBetweenRows, RowsComeBackAwayFromTheArrow) {
    window().resize(1280, 720);
    settle();
    const SliceId from = launch(true);
    const std::size_t lane = view().layout().laneOf(trace().trackOf(from));
    goTo(kernelOf(from));
    key(Qt::Key_BracketLeft);
    ASSERT_TRUE(view().layout().lanes()[lane].isCut());
    for (int step = 0; step < 8; ++step) {
        key(Qt::Key_W);
    }
    settle();
    model().state()->run(Action::ToEnd);
    settle();
    ASSERT_FALSE(viewport().range().overlaps(trace().slices().range(from)));
    EXPECT_FALSE(view().layout().lanes()[lane].isCut());
}

// Rows unfold only while one pans: they would come and go with each step.
TEST_F(ArrowsBetweenRows, PanningFoldsNoRow) {
    window().resize(1280, 720);
    settle();
    const SliceId from = launch(true);
    const std::size_t lane = view().layout().laneOf(trace().trackOf(from));
    goTo(from);
    key(Qt::Key_F);
    settle();
    const auto filled = [&] { return view().layout().lanes()[lane].filledRows; };
    std::uint16_t before = filled();
    for (int step = 0; step < 12; ++step) {
        key(step % 2 == 0 ? Qt::Key_D : Qt::Key_A);
        settle();
        EXPECT_LE(filled(), before);
        before = filled();
    }
}

// The rows around a slice that one zooms in on are folded, and the slice stays below the pointer.
TEST_F(ArrowsBetweenRows, ZoomingFoldsTheRowsOfThePointersThreadAroundItsRow) {
    window().resize(1280, 720);
    settle();
    const SliceId from = launch(true);
    const std::size_t lane = view().layout().laneOf(trace().trackOf(from));
    const auto of = [&]() -> const Lane& { return view().layout().lanes()[lane]; };
    goTo(from);
    key(Qt::Key_Escape);
    timeline().change([&](TimelineView& shown) {
        shown.dragBy(0, 400 - static_cast<double>(shown.viewport().y(
                                  shown.layout().rowY(lane, trace().slices().row(from)))));
    });
    settle();
    const std::uint16_t row = trace().slices().row(from);
    ASSERT_TRUE(of().showsRow(row));
    const auto y = [&] { return viewport().y(view().layout().rowY(lane, row)); };
    const float before = y();
    QTest::mouseMove(&window(), middleOf(from));
    settle();
    const std::uint16_t first = of().firstRow;
    for (int step = 0; step < 20; ++step) {
        key(Qt::Key_W);
        EXPECT_NEAR(y(), before, 0.6) << step;
    }
    EXPECT_GT(of().firstRow, first + 2);
    // Nor do they move while one pans.
    for (int step = 0; step < 12; ++step) {
        key(step % 4 < 2 ? Qt::Key_D : Qt::Key_A);
        EXPECT_NEAR(y(), before, 0.6) << step;
    }
}

// Where a search has hits on folded rows, the line below the track leads to them.
TEST_F(ArrowsBetweenRows, AHitOnAFoldedRowIsGoneToByAClick) {
    window().resize(1600, 1000);
    settle();
    const SliceId from = launch(true);
    const std::size_t index = view().layout().laneOf(trace().trackOf(from));
    const auto lane = [&]() -> const Lane& { return view().layout().lanes()[index]; };
    ASSERT_FALSE(lane().showsRow(trace().slices().row(from)));
    SearchModel& search = *model().search();
    search.setText(QString::fromStdString(std::string(trace().name(from))));
    ASSERT_TRUE(QTest::qWaitFor([&] { return search.isUpToDate() && search.count() > 0; }, 60'000));
    settle();
    const auto x = viewport().x(trace().slices().start(from));
    const auto y = viewport().y(lane().y) + lane().height - TrackLayout::kLaneGap + 1;
    ASSERT_LT(y, viewport().height);
    click(inTimeline(x, static_cast<double>(y)));
    const SliceId found = view().state().selected;
    ASSERT_TRUE(found.isValid());
    EXPECT_TRUE(trace().name(found).starts_with(trace().name(from)));
    EXPECT_TRUE(isRowInView(found));
    EXPECT_TRUE(lane().showsRow(trace().slices().row(found)));
    key(Qt::Key_Left, Qt::AltModifier);
    EXPECT_FALSE(lane().showsRow(trace().slices().row(found)));
}

// Zoomed in on a kernel, the frames around its launch are one line; zoomed out they are back.
TEST_F(ArrowsBetweenRows, FramesThatFillTheViewAreFolded) {
    const SliceId from = launch(true);
    const std::size_t lane = view().layout().laneOf(trace().trackOf(from));
    const std::uint16_t whole = view().layout().lanes()[lane].firstRow;
    const std::vector<LaneFold> folds = view().layout().folds();
    goTo(kernelOf(launch(false)));
    const double scroll = viewport().scrollY;
    key(Qt::Key_F);
    EXPECT_GT(view().layout().lanes()[lane].firstRow, whole + 2);
    key(Qt::Key_W);
    EXPECT_GT(view().layout().lanes()[lane].firstRow, whole + 2);
    EXPECT_EQ(viewport().scrollY, scroll) << "kernels stay where they are";
    key(Qt::Key_F);  // the kernel fills the view again,
    key(Qt::Key_F);  // then the trace
    EXPECT_EQ(view().layout().lanes()[lane].firstRow, whole);
    EXPECT_EQ(view().layout().folds(), folds);
}

// What the pointer is on stays under it.
TEST_F(ArrowsBetweenRows, FramesUnderThePointerAreNotFolded) {
    const SliceId from = launch(false);
    const std::size_t lane = view().layout().laneOf(trace().trackOf(from));
    goTo(from);
    const QPoint at = middleOf(from);
    QTest::mouseMove(&window(), at);
    ASSERT_TRUE(QTest::qWaitFor([&] { return view().state().hovered.isValid(); }, 60'000));
    const std::uint16_t first = view().layout().lanes()[lane].firstRow;
    for (int step = 0; step < 12; ++step) {
        key(Qt::Key_W);
    }
    EXPECT_EQ(view().layout().lanes()[lane].firstRow, first);
    const SliceId hovered = view().state().hovered;
    ASSERT_TRUE(hovered.isValid());
    EXPECT_EQ(trace().slices().row(hovered), trace().slices().row(from));
}

TEST_F(ArrowsBetweenRows, TheSelectedEndIsInViewWhereBothDoNotFit) {
    window().resize(1600, 440);
    settle();
    const SliceId from = launch(true);
    const SliceId kernel = kernelOf(from);
    goTo(kernel);
    key(Qt::Key_BracketLeft);
    EXPECT_EQ(view().state().selected, from);
    EXPECT_TRUE(isRowInView(from));
    EXPECT_FALSE(isRowInView(kernel));
    const Lane& lane = view().layout().lanes()[view().layout().laneOf(trace().trackOf(from))];
    EXPECT_EQ(lane.firstRow + lane.visibleRows, trace().slices().row(from) + 1);
    key(Qt::Key_BracketRight);
    EXPECT_EQ(view().state().selected, kernel);
    EXPECT_TRUE(isRowInView(kernel));
}

TEST_F(TimelineKeys, FocusFillsTheViewAndThenShowsAll) {
    const double whole = viewport().nsPerPixel;
    const SliceId call = sliceNamed("cudaStreamSynchronize");
    goTo(call);
    key(Qt::Key_F);
    const TimeRange range = trace().slices().range(call);
    const double share = (viewport().x(range.end) - viewport().x(range.begin)) /
                         static_cast<double>(viewport().timeWidth());
    EXPECT_GT(share, 0.2);
    EXPECT_LE(share, 1.0);
    key(Qt::Key_F);
    EXPECT_NEAR(viewport().nsPerPixel, whole, whole * 0.001);
}

TEST_F(TimelineKeys, AltArrowsGoThroughTheViews) {
    const Viewport whole = viewport();
    key(Qt::Key_W);
    key(Qt::Key_W);
    const Viewport close = viewport();
    goTo(sliceNamed("cudaStreamSynchronize"));
    const Viewport there = viewport();  // the same where the slice was in view
    key(Qt::Key_F);
    const Viewport focused = viewport();
    key(Qt::Key_Left, Qt::AltModifier);
    EXPECT_EQ(viewport(), there);
    if (there != close) {
        key(Qt::Key_Left, Qt::AltModifier);
    }
    EXPECT_EQ(viewport(), close);
    key(Qt::Key_Left, Qt::AltModifier);
    EXPECT_EQ(viewport(), whole);
    key(Qt::Key_Left, Qt::AltModifier);
    EXPECT_EQ(viewport(), whole);
    for (int i = 0; i < 3; ++i) {
        key(Qt::Key_Right, Qt::AltModifier);
    }
    EXPECT_EQ(viewport(), focused);
}

TEST_F(TimelineKeys, EscapeDeselects) {
    goTo(sliceNamed("cudaStreamSynchronize"));
    key(Qt::Key_R);
    ASSERT_TRUE(view().state().selectedRange.has_value());
    EXPECT_EQ(*view().state().selectedRange, trace().slices().range(selected()));
    key(Qt::Key_Escape);
    EXPECT_FALSE(selected().isValid());
    EXPECT_FALSE(view().state().selectedRange.has_value());
}

TEST_F(TimelineKeys, GapsComeOneAfterTheOther) {
    std::vector<TimeRange> gaps;
    std::size_t shorter = 0;  // findings mark them too; G passes them
    for (const Overlay& overlay : view().model().overlays->gaps(GpuId(SourceId(), 0))) {
        if (overlay.range.length() >= session().trace()->session().analysis.gapThreshold) {
            gaps.push_back(overlay.range);
        } else {
            ++shorter;
        }
    }
    ASSERT_GE(gaps.size(), 2U);
    ASSERT_GT(shorter, 0U);
    for (const TimeRange& gap : gaps) {
        key(Qt::Key_G);
        EXPECT_EQ(view().state().selectedRange, gap);
        EXPECT_GT(viewport().x(gap.begin), viewport().timeLeft());
        EXPECT_LT(viewport().x(gap.end), viewport().width);
    }
    key(Qt::Key_G);  // round
    EXPECT_EQ(view().state().selectedRange, gaps.front());
    key(Qt::Key_G, Qt::ShiftModifier);
    EXPECT_EQ(view().state().selectedRange, gaps.back());
    key(Qt::Key_G, Qt::ShiftModifier);
    EXPECT_EQ(view().state().selectedRange, gaps[gaps.size() - 2]);
}

TEST_F(TimelineKeys, OverlaysGoAndCome) {
    const std::size_t hatches = timeline().displayList().hatches.size();
    ASSERT_GT(hatches, 0U);
    key(Qt::Key_E);
    EXPECT_FALSE(timeline().overlaysShown());
    EXPECT_LT(timeline().displayList().hatches.size(), hatches);
    key(Qt::Key_E);
    EXPECT_EQ(timeline().displayList().hatches.size(), hatches);
}

TEST_F(TimelineKeys, DrawerOpensAndCloses) {
    const double height = timeline().height();
    key(Qt::Key_Q);
    EXPECT_FALSE(model().state()->drawerOpen());
    EXPECT_GT(timeline().height(), height + 100);
    key(Qt::Key_Q);
    EXPECT_EQ(timeline().height(), height);
}

TEST_F(TimelineKeys, ThemeSwitchesAtOnce) {
    const QPoint corner(2, 2);  // of the header
    const QColor dark = window().grabWindow().pixelColor(corner);
    EXPECT_LT(dark.lightness(), 60);
    key(Qt::Key_T);
    EXPECT_FALSE(model().theme()->dark());
    EXPECT_GT(window().grabWindow().pixelColor(corner).lightness(), 200);
    key(Qt::Key_T);
    EXPECT_EQ(window().grabWindow().pixelColor(corner), dark);
}

// TimelineState::isOnBackground: a row without stripes shows the window's color.
TEST_F(TimelineKeys, LiesOnTheColorOfItsBackground) {
    timeline().change([](TimelineView& shown) {
        shown.changeTracks([](TrackLayout& tracks) {
            for (std::size_t group = 0; group < tracks.groups().size(); ++group) {
                tracks.setGroupCollapsed(group, true);  // so that there is room below the last
            }
        });
    });
    settle();
    for (int theme = 0; theme < 2; ++theme) {
        const QColor ground = toQColor((*model().theme()->theme())[Role::Background]);
        EXPECT_EQ(window().color(), ground);
        const QPointF below(timeline().width() - 3, timeline().height() - 3);
        EXPECT_EQ(window().grabWindow().pixelColor(timeline().mapToScene(below).toPoint()), ground);
        key(Qt::Key_T);
    }
}

TEST_F(TimelineKeys, HelpIsThereAndTakesTheKeys) {
    const double scale = viewport().nsPerPixel;
    key(Qt::Key_Question, Qt::ShiftModifier);
    EXPECT_TRUE(model().state()->helpOpen());
    key(Qt::Key_W);
    EXPECT_EQ(viewport().nsPerPixel, scale);
    key(Qt::Key_Escape);
    EXPECT_FALSE(model().state()->helpOpen());
}

TEST_F(TimelineKeys, PagesScrollTheTracks) {
    timeline().change([](TimelineView& shown) { shown.resize(1200, 160, 1); });
    ASSERT_GT(view().layout().contentHeight(), 200);
    key(Qt::Key_PageDown);
    const double scrolled = viewport().scrollY;
    EXPECT_GT(scrolled, 20);
    key(Qt::Key_PageUp);
    EXPECT_LT(viewport().scrollY, scrolled);
}

// What the help page shows is what the keys do: no two rows share a key, none is without words.
TEST(ActionTable, BindsEachKeyOnce) {
    const auto rows = actionTable();
    for (std::size_t at = 0; at < rows.size(); ++at) {
        EXPECT_NE(std::string(rows[at].title), "");
        const QKeyEvent event(QEvent::KeyPress, rows[at].key, rows[at].modifiers);
        EXPECT_EQ(actionOf(event), rows[at].key == 0 ? nullptr : &rows[at]) << rows[at].keys;
        EXPECT_EQ(rows[at].key == 0, *rows[at].keys == 0) << rows[at].title;
    }
}

}  // namespace
}  // namespace gaplight::ui
