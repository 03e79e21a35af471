// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// Scroll bar, names column, overview, and times under the pointer.
#include <QQuickItem>

#include "tests/widgets/support/window_fixture.h"
#include "widgets/panels/overview_item.h"

namespace gaplight::ui {
namespace {

class TrackAreaTest : public WindowTest {
protected:
    void SetUp() override { showTrace("sync_large_before.json.zst"); }

    [[nodiscard]] QQuickItem& scrollBar() {
        auto* found = window().findChild<QQuickItem*>(QStringLiteral("tracksScrollBar"));
        EXPECT_NE(found, nullptr);
        return *found;
    }
    [[nodiscard]] QPoint onScrollBar(double share) {
        return scrollBar()
            .mapToScene(QPointF(scrollBar().width() / 2, scrollBar().height() * share))
            .toPoint();
    }
    void dragNamesTo(double x) {
        const auto y = static_cast<double>(viewport().tracksTop() + 30);
        drag(inTimeline(viewport().timeLeft() - 1, y), inTimeline(x, y));
    }
    void hover(QPoint at) {
        QTest::mouseMove(&window(), at);
        settle();
    }
    [[nodiscard]] OverviewItem& overview() { return *window().findChild<OverviewItem*>(); }
    // At 40 px below its upper edge.
    [[nodiscard]] QPoint inOverview(Time time) {
        const OverviewInput input{view().model(), viewport(), view().state(),
                                  static_cast<float>(overview().width()),
                                  static_cast<float>(overview().height())};
        float best = 0;
        for (float x = 0; x < input.width; ++x) {
            best = hitTestOverview(input, x, 16).time <= time ? x : best;
        }
        return overview().mapToScene(QPointF(best, overview().height() / 2)).toPoint();
    }
    [[nodiscard]] Time at(double share) {
        const TimeRange all = trace().range();
        return all.begin + Duration(std::llround(share * static_cast<double>(ns(all.length()))));
    }
};

// The lines at the lower edge of the overview are hits of the search.
TEST_F(TrackAreaTest, AClickOnAHitInTheOverviewSelectsIt) {
    const std::string name = "cudaLaunchKernel";
    SearchModel& search = *model().search();
    search.setText(QString::fromStdString(name));
    ASSERT_TRUE(QTest::qWaitFor([&] { return search.isUpToDate() && search.count() > 0; }, 60'000));
    settle();
    const SliceId hit = view().model().hits->byTime()[search.count() / 2];
    QPoint at = inOverview(trace().slices().start(hit));
    at.setY(static_cast<int>(overview().mapToScene(QPointF(0, overview().height() - 3)).y()));
    hover(at);
    EXPECT_TRUE(overview().hitName().startsWith(QString::fromStdString(name)));
    click(at);
    settle();
    const SliceId found = view().state().selected;
    ASSERT_TRUE(found.isValid());
    EXPECT_TRUE(trace().name(found).starts_with(name));
    const double nsPerPixel =
        static_cast<double>(ns(trace().range().length())) / overview().width();
    EXPECT_LE(std::abs(static_cast<double>(
                  ns(trace().slices().start(found) - trace().slices().start(hit)))),
              4 * nsPerPixel);
    // Above the line of another hit a click moves the view.
    at.setX(inOverview(trace().slices().start(view().model().hits->byTime().front())).x());
    click(at - QPoint(0, 14));
    EXPECT_EQ(view().state().selected, found);
    hover(at - QPoint(0, 14));
    EXPECT_EQ(overview().hitName(), QString());
    click(at);
    EXPECT_NE(view().state().selected, found);
}

// A tip never lies on the track that is pointed at, or on its next rows where that is high.
TEST_F(TrackAreaTest, TipsAreBesideWhatIsPointedAt) {
    auto* tip = window().findChild<QQuickItem*>(QStringLiteral("timelineTip"));
    ASSERT_NE(tip, nullptr);
    int shown = 0;
    for (double y = 40; y < timeline().height() - 10; y += 19) {
        hover(inTimeline(300, y));
        hover(inTimeline(640, y));
        if (!QTest::qWaitFor([&] { return tip->isVisible(); }, 1000)) {
            continue;  // nothing is there
        }
        ++shown;
        const QRectF track = timeline().hoveredTrack();
        EXPECT_LE(track.top(), y);
        EXPECT_GE(track.bottom(), y);
        const double top = tip->mapToItem(&timeline(), QPointF()).y();
        const double bottom = top + tip->height();
        const bool isBeside = top >= track.bottom() || bottom <= track.top();
        EXPECT_TRUE(isBeside || top >= y + 54 || bottom <= y - 54)
            << top << " to " << bottom << " at " << y << " in " << track.top() << " to "
            << track.bottom();
        EXPECT_LE(tip->y() + tip->height(), window().height());
        EXPECT_GE(tip->y(), 0);
    }
    EXPECT_GE(shown, 2);
}

// A line of a tip breaks before a number, not between it and its unit.
TEST_F(TrackAreaTest, TipsKeepANumberWithItsUnit) {
    auto* tip = window().findChild<QQuickItem*>(QStringLiteral("timelineTip"));
    ASSERT_NE(tip, nullptr);
    hover(inTimeline(300, 60));
    hover(inTimeline(640, viewport().tracksTop() + 10));
    ASSERT_TRUE(QTest::qWaitFor([&] { return tip->isVisible(); }, kPatience));
    ASSERT_TRUE(timeline().tipText().contains(QChar(0x2009)));
    bool isWhole = false;
    for (const QQuickItem* child : tip->childItems()) {
        const QString text = child->property("text").toString();
        EXPECT_FALSE(text.contains(QChar(0x2009)));
        isWhole = isWhole || text.contains(QChar(0x202f));
    }
    EXPECT_TRUE(isWhole);
}

TEST_F(TrackAreaTest, TheScrollBarScrollsTheTracks) {
    timeline().change([](TimelineView& view) {
        view.changeTracks([](TrackLayout& tracks) { tracks.showHidden(); });
        for (std::size_t lane = 0; lane < view.layout().lanes().size(); ++lane) {
            view.changeTracks([lane](TrackLayout& tracks) {
                tracks.setLaneCollapsed(lane, false);
                tracks.setShowsAllRows(lane, true);
            });
        }
    });
    settle();
    ASSERT_LT(timeline().tracks()->visibleShare(), 1);
    EXPECT_TRUE(scrollBar().isVisible());
    EXPECT_EQ(viewport().scrollY, 0);
    drag(onScrollBar(0.1), onScrollBar(0.9));
    EXPECT_NEAR(viewport().scrollY,
                view().limits().contentHeight - static_cast<double>(viewport().tracksHeight()), 2);
    key(Qt::Key_PageUp);
    EXPECT_NEAR(scrollBar().property("position").toDouble(), timeline().tracks()->position(), 1e-6);
    key(Qt::Key_PageUp);
    key(Qt::Key_PageUp);
    EXPECT_NEAR(scrollBar().property("position").toDouble(), 0, 1e-6);
}

TEST_F(TrackAreaTest, TheBorderOfTheNamesIsDragged) {
    key(Qt::Key_W);
    const TimeRange range = viewport().range();
    dragNamesTo(350);
    EXPECT_EQ(viewport().timeLeft(), 350);
    EXPECT_NEAR(viewport().x(range.begin), viewport().timeLeft(), 1);
    EXPECT_NEAR(viewport().x(range.end), viewport().width, 1);
    EXPECT_FALSE(view().state().selectedRange);
    key(Qt::Key_0);
    EXPECT_EQ(viewport().timeLeft(), 350);
    close();
    showTrace("sync_large_before.json.zst");
    EXPECT_EQ(viewport().timeLeft(), 350);  // remembered
    dragNamesTo(10);
    EXPECT_EQ(viewport().timeLeft(), MovingView::kMinNamesWidth);
    dragNamesTo(1100);
    EXPECT_EQ(viewport().timeLeft(), viewport().width / 2);
}

TEST_F(TrackAreaTest, ACutNameHasATip) {
    const std::size_t lane = view().layout().laneOf(trace().trackOf(SliceId(std::size_t{0})));
    const auto name = [&] {
        return inTimeline(60, viewport().y(view().layout().rowY(lane, 0)) + 6);
    };
    dragNamesTo(600);
    hover(name());
    EXPECT_TRUE(timeline().tipText().isEmpty()) << timeline().tipText().toStdString();
    dragNamesTo(120);
    hover(name());
    EXPECT_TRUE(timeline().tipText().toStdString().find(view().layout().lanes()[lane].title) !=
                std::string::npos)
        << timeline().tipText().toStdString();
}

TEST_F(TrackAreaTest, TimesHaveTheDigitsOfAPixel) {
    const SliceId slice = trace().gpuActivities()[40].slice;
    goTo(slice);
    key(Qt::Key_F);
    hover(middleOf(slice));
    const Duration start = trace().slices().start(slice) - trace().range().begin;
    const QString tip = timeline().tipText();
    const QString digits = QString::number(ns(start));
    // Microseconds and more of the start, whatever the unit.
    QString plain = tip;
    plain.remove(u'.');
    EXPECT_TRUE(plain.contains(digits.left(digits.size() - 3))) << tip.toStdString();
}

// It has a rect for each pixel of a large trace.
TEST_F(TrackAreaTest, MovingTheViewLeavesTheGroundOfTheOverview) {
    const std::uint64_t content = view().contentRevision();
    const std::uint64_t revision = view().revision();
    key(Qt::Key_W);
    key(Qt::Key_D);
    drag(inOverview(at(0.25)), inOverview(at(0.5)));
    hover(inTimeline(viewport().timeLeft() + 200, viewport().tracksTop() + 20));
    EXPECT_GT(view().revision(), revision);
    EXPECT_EQ(view().contentRevision(), content);
    goTo(SliceId(std::size_t{0}));
    EXPECT_GT(view().contentRevision(), content);
}

TEST_F(TrackAreaTest, TheOverviewFollowsTheTheme) {
    const auto corner = [this] {
        const QPointF at(overview().width() / 2, 1);
        return window().grabWindow().pixelColor(overview().mapToScene(at).toPoint());
    };
    drag(inOverview(at(0.1)), inOverview(at(0.3)));
    const QColor dark = corner();
    key(Qt::Key_T);
    EXPECT_FALSE(model().theme()->dark());
    EXPECT_GT(corner().lightness(), dark.lightness() + 50);
}

TEST_F(TrackAreaTest, TheOverviewDrawsAWindow) {
    drag(inOverview(at(0.25)), inOverview(at(0.5)));  // all was shown
    const auto nsIn = [](Time time) { return static_cast<double>(ns(time)); };
    const auto pixel = static_cast<double>(ns(trace().range().length())) / overview().width();
    EXPECT_NEAR(nsIn(viewport().begin), nsIn(at(0.25)), 3 * pixel);
    EXPECT_NEAR(nsIn(viewport().end()), nsIn(at(0.5)), 3 * pixel);
    drag(inOverview(at(0.8)), inOverview(at(0.7)));  // outside of the window, to the left
    EXPECT_NEAR(nsIn(viewport().begin), nsIn(at(0.7)), 3 * pixel);
    EXPECT_NEAR(nsIn(viewport().end()), nsIn(at(0.8)), 3 * pixel);
    const double scale = viewport().nsPerPixel;
    drag(inOverview(at(0.75)), inOverview(at(0.65)));  // inside: moves it
    EXPECT_NEAR(nsIn(viewport().begin), nsIn(at(0.6)), 3 * pixel);
    EXPECT_EQ(viewport().nsPerPixel, scale);
    click(inOverview(at(0.3)));
    EXPECT_NEAR(nsIn(viewport().begin + viewport().range().length() / 2), nsIn(at(0.3)), 3 * pixel);
    EXPECT_EQ(viewport().nsPerPixel, scale);
}

}  // namespace
}  // namespace gaplight::ui
