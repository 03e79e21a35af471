// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <QQuickItem>

#include "tests/widgets/window_fixture.h"
#include "widgets/timeline/track_menu.h"

namespace gaplight::ui {
namespace {

class TracksTest : public WindowTest {
protected:
    void SetUp() override { showTrace("streams_overlap.json.zst"); }

    [[nodiscard]] const TrackLayout& layout() { return view().layout(); }
    [[nodiscard]] TrackMenu& menu() { return *timeline().trackMenu(); }
    // A band of slices, the first from `from` on.
    [[nodiscard]] std::size_t track(std::size_t from = 0) {
        while (layout().bands()[from].kind != BandKind::Slices) {
            ++from;
        }
        return from;
    }
    [[nodiscard]] QPoint nameOf(std::size_t band) {
        return inTimeline(120, static_cast<double>(viewport().y(layout().bands()[band].y)) + 8);
    }
};

TEST_F(TracksTest, TheMenuOfATrackPinsAndHidesIt) {
    const std::size_t band = track();
    QTest::mouseClick(&window(), Qt::RightButton, Qt::NoModifier, nameOf(band));
    QObject* popup = nullptr;
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            popup = window().findChild<QObject*>(QStringLiteral("trackMenu"));
            return popup != nullptr && popup->property("opened").toBool();
        },
        60'000));
    EXPECT_EQ(menu().title().toStdString(), layout().bands()[band].title);
    QMetaObject::invokeMethod(popup, "close");
    menu().togglePinned();
    settle();
    EXPECT_EQ(layout().pinnedTracks().size(), 1U);
    EXPECT_EQ(viewport().pinnedHeight, layout().pinnedHeight());
    menu().togglePinned();
    menu().hide();
    settle();
    EXPECT_EQ(menu().hiddenCount(), 1);
    EXPECT_EQ(layout().bands()[band].height, 0);
    menu().showHidden();
    EXPECT_GT(layout().bands()[band].height, 0);
}

TEST_F(TracksTest, NamesAreDraggedIntoAnotherOrder) {
    const std::size_t first = track();
    const std::size_t second = track(first + 1);
    ASSERT_EQ(layout().bands()[first].group, layout().bands()[second].group);
    menu().setBand(first);
    menu().toggleCollapsed();
    menu().setBand(second);
    menu().toggleCollapsed();
    settle();
    drag(nameOf(first), nameOf(second) + QPoint(0, 6));
    EXPECT_GT(layout().bands()[first].y, layout().bands()[second].y);
    menu().setBand(first);
    menu().moveBy(-1);
    EXPECT_LT(layout().bands()[first].y, layout().bands()[second].y);
}

TEST_F(TracksTest, AFilterIsTypedAndEnded) {
    const std::size_t all = layout().visibleBands().size();
    key(Qt::Key_P, Qt::ControlModifier);
    for (const char c : {'s', 't', 'r', 'e'}) {
        QTest::keyClick(&window(), c);
    }
    settle();
    EXPECT_EQ(layout().filter(), "stre");
    EXPECT_LT(layout().visibleBands().size(), all);
    EXPECT_TRUE(menu().filterStatus().contains(QStringLiteral(" of ")));
    key(Qt::Key_Escape);
    EXPECT_TRUE(layout().filter().empty());
    EXPECT_EQ(layout().visibleBands().size(), all);
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
    for (std::size_t band = 0; band < layout().bands().size(); ++band) {
        const TrackId id = layout().bands()[band].track;
        if (id.isValid() && trace().tracks()[id.index()].kind == TrackKind::Stream) {
            menu().setBand(band);
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

TEST_F(TracksTest, ArrowsOfATrackAndOfAllInSight) {
    EXPECT_EQ(view().state().arrows, ArrowScope::Selection);
    key(Qt::Key_L);
    EXPECT_EQ(view().state().arrows, ArrowScope::Track);
    key(Qt::Key_L);
    EXPECT_EQ(view().state().arrows, ArrowScope::View);
    key(Qt::Key_L);
    EXPECT_EQ(view().state().arrows, ArrowScope::Selection);
}

}  // namespace
}  // namespace gaplight::ui
