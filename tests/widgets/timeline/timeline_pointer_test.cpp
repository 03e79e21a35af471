// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "tests/widgets/support/window_fixture.h"
#include "widgets/panels/overview_item.h"

namespace gaplight::ui {
namespace {

class TimelinePointer : public WindowTest {
protected:
    void SetUp() override { showTrace("streams_overlap.json.zst"); }

    [[nodiscard]] SliceId selected() { return view().state().selected; }
    void zoomIn(int steps) {
        for (int step = 0; step < steps; ++step) {
            key(Qt::Key_W);
        }
    }
};

TEST_F(TimelinePointer, ClickSelectsTheSliceUnderIt) {
    const SliceId call = sliceNamed("cudaStreamSynchronize");
    goTo(call);
    key(Qt::Key_F);
    key(Qt::Key_Escape);
    ASSERT_FALSE(selected().isValid());
    // A click on a mark opens its finding instead; this is about slices.
    timeline().setOverlaysShown(false);
    click(middleOf(call));
    EXPECT_EQ(selected(), call);
    EXPECT_EQ(timeline().selectedSlice(), static_cast<qint64>(call.index()));
    EXPECT_EQ(model().state()->drawerTab(), WindowState::SelectionTab);
    EXPECT_EQ(model().details()->name().toStdString(), "cudaStreamSynchronize");
    click(inTimeline(600, timeline().height() - 3));  // below the tracks
    EXPECT_FALSE(selected().isValid());
}

TEST_F(TimelinePointer, HoverIsToldInTheStatusLine) {
    const SliceId call = sliceNamed("cudaStreamSynchronize");
    goTo(call);
    key(Qt::Key_F);
    QTest::mouseMove(&window(), middleOf(call));
    ASSERT_TRUE(QTest::qWaitFor([this] { return view().state().hovered.isValid(); }, 60'000));
    EXPECT_EQ(view().state().hovered, call);
    EXPECT_TRUE(timeline().hoverText().startsWith(QStringLiteral("cudaStreamSynchronize · at ")))
        << timeline().hoverText().toStdString();
    EXPECT_TRUE(timeline().tipText().startsWith(QStringLiteral("cudaStreamSynchronize\nat ")));
}

TEST_F(TimelinePointer, CursorStaysUnderThePointerWhileTheViewMoves) {
    const double x = 600;
    QTest::mouseMove(&window(), inTimeline(x - 1, 200));
    QTest::mouseMove(&window(), inTimeline(x, 200));
    ASSERT_TRUE(QTest::qWaitFor([this] { return view().state().cursor.has_value(); }, 60'000));
    key(Qt::Key_W);
    key(Qt::Key_D);
    ASSERT_TRUE(view().state().cursor.has_value());
    EXPECT_NEAR(viewport().x(*view().state().cursor), x, 1);
}

// Qt Quick repeats hover events with each frame; a frame for each of them would never end.
TEST_F(TimelinePointer, RestsWhereNothingMoves) {
    QTest::mouseMove(&window(), inTimeline(600, 200));
    QTest::mouseMove(&window(), inTimeline(601, 200));
    EXPECT_TRUE(comesToRest());  // once the tip has come
}

TEST_F(TimelinePointer, ControlWheelZoomsAtThePointer) {
    const double x = 500;
    const Time time = viewport().timeAt(x);
    const double scale = viewport().nsPerPixel;
    wheel(inTimeline(x, 100), QPoint(0, 120), Qt::ControlModifier);
    EXPECT_LT(viewport().nsPerPixel, scale);
    EXPECT_NEAR(viewport().x(time), x, 1.5);
    wheel(inTimeline(x, 100), QPoint(0, -120), Qt::ControlModifier);
    EXPECT_NEAR(viewport().nsPerPixel, scale, scale * 0.01);
}

TEST_F(TimelinePointer, WheelScrollsAndShiftWheelPans) {
    zoomIn(3);
    Viewport before = viewport();
    wheel(inTimeline(500, 100), QPoint(0, -120), Qt::ShiftModifier);
    EXPECT_GT(viewport().begin, before.begin);
    EXPECT_EQ(viewport().scrollY, before.scrollY);
    before = viewport();
    timeline().change([](TimelineView& shown) { shown.resize(1200, 120, 1); });
    wheel(inTimeline(500, 60), QPoint(0, -120));
    EXPECT_GT(viewport().scrollY, 0);
    EXPECT_EQ(viewport().begin, before.begin);
}

TEST_F(TimelinePointer, DragMeasuresARange) {
    const double from = 400;
    const double to = 700;
    // Alt: the edges do not snap to slices.
    drag(inTimeline(from, 200), inTimeline(to, 210), Qt::LeftButton, Qt::AltModifier);
    ASSERT_TRUE(view().state().selectedRange.has_value());
    const TimeRange range = *view().state().selectedRange;
    EXPECT_NEAR(viewport().x(range.begin), from, 1);
    EXPECT_NEAR(viewport().x(range.end), to, 1);
    EXPECT_TRUE(timeline().selectionText().startsWith(QLatin1String("range ")));
    timeline().change([](TimelineView& shown) { shown.selectRange(std::nullopt); });
    drag(inTimeline(to, 200), inTimeline(from, 210), Qt::LeftButton, Qt::AltModifier);  // leftwards
    ASSERT_TRUE(view().state().selectedRange.has_value());
    EXPECT_LT(view().state().selectedRange->begin, view().state().selectedRange->end);
}

TEST_F(TimelinePointer, ShiftDragAndMiddleDragPan) {
    zoomIn(4);
    Viewport before = viewport();
    drag(inTimeline(700, 200), inTimeline(600, 200), Qt::LeftButton, Qt::ShiftModifier);
    EXPECT_NEAR(viewport().x(before.begin), before.x(before.begin) - 100, 2);
    EXPECT_FALSE(view().state().selectedRange.has_value());
    before = viewport();
    drag(inTimeline(600, 200), inTimeline(700, 200), Qt::MiddleButton);
    EXPECT_NEAR(viewport().x(before.begin), before.x(before.begin) + 100, 2);
}

TEST_F(TimelinePointer, ControlDragZoomsToWhatItCovers) {
    const Time from = viewport().timeAt(500);
    const Time to = viewport().timeAt(700);
    drag(inTimeline(500, 200), inTimeline(700, 200), Qt::LeftButton,
         Qt::ControlModifier | Qt::AltModifier);
    EXPECT_FALSE(view().state().selectedRange.has_value());
    EXPECT_NEAR(viewport().x(from), static_cast<double>(viewport().timeLeft()), 1);
    EXPECT_NEAR(viewport().x(to), static_cast<double>(viewport().width), 1);
    key(Qt::Key_Left, Qt::AltModifier);  // it can be gone back from
    EXPECT_NEAR(viewport().x(from), 500, 1);
}

TEST_F(TimelinePointer, WhileSpaceIsHeldADragPans) {
    zoomIn(6);
    const Time before = viewport().timeAt(600);
    timeline().forceActiveFocus();
    QTest::keyPress(&window(), Qt::Key_Space);
    drag(inTimeline(600, 200), inTimeline(700, 200));
    QTest::keyRelease(&window(), Qt::Key_Space);
    EXPECT_NEAR(viewport().x(before), 700, 1);
    EXPECT_FALSE(view().state().selectedRange.has_value());
    drag(inTimeline(600, 200), inTimeline(700, 200));
    EXPECT_TRUE(view().state().selectedRange.has_value());
}

TEST_F(TimelinePointer, RulerHoverAndDetailsCountAlike) {
    const SliceId call = sliceNamed("cudaStreamSynchronize");
    goTo(call);
    key(Qt::Key_F);
    QTest::mouseMove(&window(), middleOf(call));
    ASSERT_TRUE(QTest::qWaitFor([this] { return view().state().hovered.isValid(); }, 60'000));
    const auto start = [this] {
        EXPECT_TRUE(QTest::qWaitFor([this] { return !model().details()->collecting(); }, 60'000));
        const DetailListModel& facts = *model().details()->facts();
        for (int row = 0; row < facts.rowCount(); ++row) {
            if (facts.value(row, "key") == QStringLiteral("Start")) {
                return facts.value(row, "value").toString();
            }
        }
        return QString();
    };
    const QString relative = start();
    EXPECT_FALSE(relative.isEmpty());
    timeline().setTimeFormat(static_cast<int>(TimeFormat::Utc));
    settle();
    EXPECT_TRUE(timeline().hoverText().contains(QStringLiteral(" UTC · ")))
        << timeline().hoverText().toStdString();
    EXPECT_TRUE(timeline().tipText().contains(QStringLiteral(" UTC · ")));
    EXPECT_TRUE(timeline().selectionText().contains(QStringLiteral(" UTC · ")));
    EXPECT_TRUE(start().endsWith(QStringLiteral(" UTC"))) << start().toStdString();
    timeline().setTimeFormat(static_cast<int>(TimeFormat::Step));
    settle();
    EXPECT_TRUE(timeline().hoverText().contains(QStringLiteral(" · at step ")))
        << timeline().hoverText().toStdString();
    EXPECT_TRUE(start().startsWith(QStringLiteral("step "))) << start().toStdString();
    timeline().setTimeFormat(static_cast<int>(TimeFormat::Relative));
    settle();
    EXPECT_EQ(start(), relative);
}

TEST_F(TimelinePointer, TriangleClosesAGroup) {
    const auto groups = view().layout().groups();
    const auto shown = std::find_if(groups.begin(), groups.end(), [this](const Group& group) {
        const Lane& header = view().layout().lanes()[group.firstLane];
        return header.height > 0 && viewport().y(header.y) >= viewport().tracksTop();
    });
    ASSERT_NE(shown, groups.end());
    const auto number = static_cast<std::size_t>(shown - groups.begin());
    const double height = view().layout().contentHeight();
    const Lane& header = view().layout().lanes()[shown->firstLane];
    std::optional<QPoint> triangle;
    const float y = viewport().y(header.y + header.height / 2);
    for (float x = 0; x < viewport().namesWidth && !triangle; x += 2) {
        if (view().hitAt(x, y).kind == HitKind::Triangle) {
            triangle = inTimeline(x + 1, y);
        }
    }
    ASSERT_TRUE(triangle.has_value());
    click(*triangle);
    EXPECT_TRUE(view().layout().groups()[number].collapsed);
    EXPECT_LT(view().layout().contentHeight(), height);
    key(Qt::Key_PageUp);
    timeline().change([number](TimelineView& changed) {
        changed.toggle(changed.layout().groups()[number].firstLane);
    });
    EXPECT_EQ(view().layout().contentHeight(), height);
}

TEST_F(TimelinePointer, DoubleClickFocuses) {
    const SliceId call = sliceNamed("cudaStreamSynchronize");
    goTo(call);
    key(Qt::Key_F);
    key(Qt::Key_S);
    key(Qt::Key_S);
    key(Qt::Key_S);
    const double scale = viewport().nsPerPixel;
    QTest::mouseDClick(&window(), Qt::LeftButton, Qt::NoModifier, middleOf(call));
    settle();
    EXPECT_EQ(selected(), call);
    EXPECT_LT(viewport().nsPerPixel, scale);
}

TEST_F(TimelinePointer, OverviewMovesAndResizesTheView) {
    auto* overview = window().findChild<OverviewItem*>();
    ASSERT_NE(overview, nullptr);
    EXPECT_FALSE(overview->ground().rects.empty());
    zoomIn(6);
    const auto at = [&](Time time) {
        // The overview's own scale, found through its hit test as a person finds it by eye.
        const OverviewInput input{view().model(), viewport(), view().state(),
                                  static_cast<float>(overview->width()),
                                  static_cast<float>(overview->height())};
        float best = 0;
        for (float x = 0; x < input.width; ++x) {
            if (hitTestOverview(input, x, 20).time <= time) {
                best = x;
            }
        }
        return overview->mapToScene(QPointF(best, 20)).toPoint();
    };
    const Viewport before = viewport();
    const QPoint middle = at(before.begin + before.range().length() / 2);
    drag(middle, middle + QPoint(150, 0));
    EXPECT_GT(viewport().begin, before.begin);
    EXPECT_EQ(viewport().nsPerPixel, before.nsPerPixel);
    const QPoint rightEnd = at(viewport().end());
    drag(rightEnd, rightEnd + QPoint(60, 0));
    EXPECT_GT(viewport().nsPerPixel, before.nsPerPixel);
}

TEST_F(TimelinePointer, IdleListLeadsToTheGap) {
    model().state()->setDrawerTab(WindowState::IdleTab);
    auto* idle = model().findings()->idle();
    ASSERT_GT(idle->gapCount(), 0);
    settle();
    idle->choose(0);
    settle();
    ASSERT_TRUE(view().state().selectedRange.has_value());
    EXPECT_TRUE(viewport().range().overlaps(*view().state().selectedRange));
    EXPECT_FALSE(session().trace()->session().indexes->launches.activitiesOf(selected()).empty())
        << "the call that ended the gap";
    EXPECT_EQ(model().state()->drawerTab(), WindowState::IdleTab);
}

}  // namespace
}  // namespace gaplight::ui
