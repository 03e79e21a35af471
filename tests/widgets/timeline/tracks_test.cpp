// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <QQuickItem>

#include "tests/widgets/support/window_fixture.h"
#include "widgets/timeline/timeline_menus.h"

namespace gaplight::ui {
namespace {

class TracksTest : public WindowTest {
protected:
    void SetUp() override { showTrace("streams_overlap.json.zst"); }

    [[nodiscard]] const TrackLayout& layout() { return view().layout(); }
    [[nodiscard]] TrackMenu& menu() { return *timeline().trackMenu(); }
    // A lane of slices, the first from `from` on.
    [[nodiscard]] std::size_t track(std::size_t from = 0) {
        while (layout().lanes()[from].kind != LaneKind::Slices) {
            ++from;
        }
        return from;
    }
    [[nodiscard]] QPoint nameOf(std::size_t lane) {
        return inTimeline(120, static_cast<double>(viewport().y(layout().lanes()[lane].y)) + 8);
    }
};

TEST_F(TracksTest, TheMenuOfATrackPinsAndHidesIt) {
    const std::size_t lane = track();
    QTest::mouseClick(&window(), Qt::RightButton, Qt::NoModifier, nameOf(lane));
    QObject* popup = nullptr;
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            popup = window().findChild<QObject*>(QStringLiteral("trackMenu"));
            return popup != nullptr && popup->property("opened").toBool();
        },
        60'000));
    EXPECT_EQ(menu().title().toStdString(), layout().lanes()[lane].title);
    QMetaObject::invokeMethod(popup, "close");
    menu().togglePinned();
    settle();
    EXPECT_EQ(layout().pinnedTracks().size(), 1U);
    EXPECT_EQ(viewport().pinnedHeight, layout().pinnedHeight());
    menu().togglePinned();
    const int hidden = menu().hiddenCount();  // from the start
    menu().hide();
    settle();
    EXPECT_EQ(menu().hiddenCount(), hidden + 1);
    EXPECT_EQ(layout().lanes()[lane].height, 0);
    menu().showHidden();
    EXPECT_GT(layout().lanes()[lane].height, 0);
}

TEST_F(TracksTest, RowsOfOverlappingSlicesAreFoldedAndShownForASlice) {
    openAndWait(QString::fromStdString(test::dataFile("resnet18_eager.json.zst")));
    std::size_t lane = track();
    while (lane < layout().lanes().size() && layout().lanes()[lane].overflowRows == 0) {
        ++lane;
    }
    ASSERT_LT(lane, layout().lanes().size());
    menu().setLane(lane);
    EXPECT_EQ(menu().overflowRows(), layout().lanes()[lane].overflowRows);
    const std::uint16_t rows = layout().lanes()[lane].visibleRows;
    menu().toggleFolded();
    EXPECT_TRUE(menu().folded());
    EXPECT_EQ(layout().lanes()[lane].visibleRows + menu().overflowRows(), rows);
    // What lies there is found all the same.
    const Track& facts = trace().tracks()[layout().lanes()[lane].track.index()];
    for (std::size_t at = 0; at < facts.sliceCount; ++at) {
        const SliceId slice(facts.firstSlice.index() + at);
        if (trace().slices().row(slice) + 1 == rows) {
            goTo(slice);
            break;
        }
    }
    EXPECT_FALSE(layout().lanes()[lane].folded);
    EXPECT_EQ(layout().lanes()[lane].visibleRows, rows);
}

// The present sorting and grouping have a mark in the menu and in the palette.
TEST_F(TracksTest, ThreadsAreGroupedFromThePaletteAndTheMenu) {
    const auto chosen = [this](const char* words) {
        model().commands()->setFilter(QString::fromUtf8(words));
        return model().commands()->value(0, "chosen").toBool();
    };
    EXPECT_TRUE(chosen("group threads by process"));
    EXPECT_FALSE(chosen("group threads by name"));
    EXPECT_TRUE(chosen("sort tracks as usual"));
    key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    for (const char letter : std::string("all threads in one")) {
        QTest::keyClick(&window(), letter);
    }
    QTest::keyClick(&window(), Qt::Key_Return);
    settle();
    EXPECT_EQ(layout().grouping(), TrackGrouping::None);
    EXPECT_EQ(layout().groups()[1].title, "all threads");
    EXPECT_EQ(layout().groups().front().kind, GroupKind::Gpu);
    EXPECT_EQ(menu().grouping(), TrackMenu::OfAll);
    EXPECT_TRUE(chosen("all threads in one group"));
    menu().sortBy(TrackMenu::ByBusyTime);
    EXPECT_TRUE(chosen("sort tracks by busy time"));
    QTest::mouseClick(&window(), Qt::RightButton, Qt::NoModifier, nameOf(track()));
    auto* popup = window().findChild<QObject*>(QStringLiteral("trackMenu"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return popup->property("opened").toBool(); }, kPatience));
    std::string marked;
    for (const QObject* entry : popup->findChildren<QQuickItem*>()) {
        marked += entry->property("choice").toBool()
                      ? entry->property("text").toString().toStdString() + ", "
                      : std::string();
    }
    EXPECT_EQ(marked, "Sort tracks by busy time, All threads in one group, ");
    QMetaObject::invokeMethod(popup, "close");
}

TEST_F(TracksTest, AnnotationsAreMirroredAboveTheStreams) {
    std::size_t lane = 0;
    while (layout().lanes()[lane].kind != LaneKind::Annotations) {
        ++lane;
        ASSERT_LT(lane, layout().lanes().size());
    }
    timeline().change([](TimelineView& shown) {
        shown.changeTracks([](TrackLayout& tracks) { tracks.showHidden(); });
    });
    const AnnotationSpan& span = view().model().annotations.front().row(0).front();
    timeline().change([&](TimelineView& shown) { shown.setRange(span.range); });
    timeline().change([&](TimelineView& shown) {
        shown.dragBy(0, shown.viewport().scrollY - layout().lanes()[lane].y);
    });
    settle();
    const double x = (viewport().x(span.range.begin) + viewport().x(span.range.end)) / 2;
    const double y = viewport().y(layout().lanes()[lane].y) + 8;
    const Hit hit = view().hitAt(static_cast<float>(x), static_cast<float>(y));
    EXPECT_EQ(hit.slice, span.annotation);
    EXPECT_EQ(hit.mirrored, span.range);
    click(inTimeline(x, y));
    EXPECT_EQ(view().state().selected, span.annotation);
}

TEST_F(TracksTest, NamesAreDraggedIntoAnotherOrder) {
    const std::size_t first = track();
    const std::size_t second = track(first + 1);
    ASSERT_EQ(layout().lanes()[first].group, layout().lanes()[second].group);
    menu().setLane(first);
    menu().toggleCollapsed();
    menu().setLane(second);
    menu().toggleCollapsed();
    settle();
    drag(nameOf(first), nameOf(second) + QPoint(0, 6));
    EXPECT_GT(layout().lanes()[first].y, layout().lanes()[second].y);
    menu().setLane(first);
    menu().moveBy(-1);
    EXPECT_LT(layout().lanes()[first].y, layout().lanes()[second].y);
}

TEST_F(TracksTest, AFilterIsTypedAndEnded) {
    const std::size_t all = layout().visibleLanes().size();
    key(Qt::Key_P, Qt::ControlModifier);
    for (const char c : {'s', 't', 'r', 'e'}) {
        QTest::keyClick(&window(), c);
    }
    settle();
    EXPECT_EQ(layout().filter(), "stre");
    EXPECT_LT(layout().visibleLanes().size(), all);
    EXPECT_TRUE(menu().filterStatus().contains(QStringLiteral(" of ")));
    key(Qt::Key_Escape);
    EXPECT_TRUE(layout().filter().empty());
    EXPECT_EQ(layout().visibleLanes().size(), all);
    EXPECT_TRUE(timeline().hasActiveFocus());
}

TEST_F(TracksTest, CompactRowsStayForTheNextTrace) {
    menu().toggleCompact();
    EXPECT_TRUE(layout().isCompact());
    openAndWait(QString::fromStdString(test::dataFile("streams_overlap.json.zst")));
    EXPECT_TRUE(layout().isCompact());
    menu().toggleCompact();
    EXPECT_FALSE(layout().isCompact());
}

TEST_F(TracksTest, AStreamLeadsToTheThreadThatFeedsIt) {
    for (std::size_t lane = 0; lane < layout().lanes().size(); ++lane) {
        const TrackId id = layout().lanes()[lane].track;
        if (id.isValid() && trace().tracks()[id.index()].kind == TrackKind::Stream) {
            menu().setLane(lane);
            break;
        }
    }
    ASSERT_TRUE(menu().hasLaunches());
    menu().goToLaunch();
    settle();
    const SliceId launch = view().state().selected;
    ASSERT_TRUE(launch.isValid());
    EXPECT_EQ(trace().tracks()[trace().trackOf(launch).index()].kind, TrackKind::Thread);
}

TEST_F(TracksTest, ArrowsOfAChainOfATrackAndOfAllInSight) {
    EXPECT_EQ(view().state().arrows, ArrowScope::Selection);
    key(Qt::Key_L, Qt::ShiftModifier);
    EXPECT_EQ(view().state().arrows, ArrowScope::Chain);
    key(Qt::Key_L, Qt::ShiftModifier);
    EXPECT_EQ(view().state().arrows, ArrowScope::Track);
    key(Qt::Key_L, Qt::ShiftModifier);
    EXPECT_EQ(view().state().arrows, ArrowScope::View);
    key(Qt::Key_L, Qt::ShiftModifier);
    EXPECT_EQ(view().state().arrows, ArrowScope::Selection);
}

TEST_F(TracksTest, WhatIsFilteredIsPinned) {
    key(Qt::Key_T, Qt::ShiftModifier);
    auto* field = window().findChild<QQuickItem*>(QStringLiteral("trackFilter"));
    ASSERT_NE(field, nullptr);
    ASSERT_TRUE(QTest::qWaitFor([&] { return field->hasActiveFocus(); }, 60'000))
        << "without a filter, one is asked for";
    for (const char c : {'s', '*', 'm', '*'}) {
        QTest::keyClick(&window(), c);
    }
    ASSERT_EQ(layout().filter(), "s*m*");
    QTest::keyClick(&window(), Qt::Key_Return, Qt::ShiftModifier);
    settle();
    EXPECT_TRUE(layout().filter().empty());
    EXPECT_TRUE(timeline().hasActiveFocus());
    std::size_t streams = 0;
    for (const Lane& lane : layout().lanes()) {
        EXPECT_EQ(lane.pinned, lane.kind != LaneKind::GroupHeader &&
                                   lane.title.find("stream") != std::string::npos)
            << lane.title;
        streams += lane.pinned ? 1 : 0;
    }
    EXPECT_GT(streams, 1U);
    EXPECT_EQ(menu().pinnedCount(), static_cast<int>(streams));
    // The same by the key, elsewhere than in the field.
    menu().unpinAll();
    EXPECT_EQ(menu().pinnedCount(), 0);
    menu().setFilter(QStringLiteral("stream"));
    key(Qt::Key_T, Qt::ShiftModifier);
    EXPECT_EQ(menu().pinnedCount(), static_cast<int>(streams));
}

TEST_F(TracksTest, ThePinnedAreaIsMadeHigherAndLower) {
    std::size_t lane = 0;
    while (lane < layout().lanes().size() && layout().rowsOf(lane) <= TrackLayout::kMaxPinnedRows) {
        ++lane;
    }
    ASSERT_LT(lane, layout().lanes().size());
    menu().setLane(lane);
    menu().togglePinned();
    settle();
    const std::uint16_t all = layout().rowsOf(lane);
    ASSERT_GT(all, TrackLayout::kMaxPinnedRows);
    EXPECT_EQ(layout().lanes()[lane].visibleRows, TrackLayout::kMaxPinnedRows);
    const auto edge = [this] { return static_cast<double>(viewport().tracksTop()); };
    const double pitch = static_cast<double>(layout().rowPitch());
    drag(inTimeline(600, edge()), inTimeline(600, edge() - 4 * pitch));
    EXPECT_EQ(layout().lanes()[lane].visibleRows, TrackLayout::kMaxPinnedRows - 4);
    EXPECT_EQ(viewport().pinnedHeight, layout().pinnedHeight());
    EXPECT_FALSE(view().state().selectedRange.has_value());
    drag(inTimeline(600, edge()), inTimeline(600, edge() + 6 * pitch));
    EXPECT_EQ(layout().lanes()[lane].visibleRows, TrackLayout::kMaxPinnedRows + 2);
    // Never so high that no track is left.
    drag(inTimeline(600, edge()), inTimeline(600, 5000));
    EXPECT_LT(viewport().tracksTop(), viewport().height);
    menu().addPinnedRows(-1000);
    EXPECT_EQ(layout().lanes()[lane].visibleRows, 1);
    menu().addPinnedRows(2);
    EXPECT_EQ(layout().lanes()[lane].visibleRows, 3);
}

TEST_F(TracksTest, TheMenuOfATrackOpensByKey) {
    const SliceId kernel = trace().gpuActivities()[3].slice;
    goTo(kernel);
    key(Qt::Key_F10, Qt::ShiftModifier);
    auto* ofSlice = window().findChild<QObject*>(QStringLiteral("sliceMenu"));
    ASSERT_NE(ofSlice, nullptr);
    ASSERT_TRUE(QTest::qWaitFor([&] { return ofSlice->property("opened").toBool(); }, 60'000));
    QMetaObject::invokeMethod(ofSlice, "close");
    timeline().sliceMenu()->openTrackMenu();
    auto* popup = window().findChild<QObject*>(QStringLiteral("trackMenu"));
    ASSERT_NE(popup, nullptr);
    ASSERT_TRUE(QTest::qWaitFor([&] { return popup->property("opened").toBool(); }, 60'000));
    EXPECT_EQ(menu().title().toStdString(),
              layout().lanes()[layout().laneOf(trace().trackOf(kernel))].title);
    QMetaObject::invokeMethod(popup, "close");
}

}  // namespace
}  // namespace gaplight::ui
