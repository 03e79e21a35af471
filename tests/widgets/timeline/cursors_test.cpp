// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// Cursors A and B: set by key and by menu, dragged, shown in the status line, kept with the trace.
#include <QQuickItem>
#include <QTemporaryDir>

#include "core/scene/timeline/view_scenes.h"
#include "tests/widgets/support/window_fixture.h"

namespace gaplight::ui {
namespace {

class Cursors : public WindowTest {
protected:
    // Over the ruler, where nothing snaps.
    void pointAt(double x, double y = 12) {
        QTest::mouseMove(&window(), inTimeline(x - 2, y));
        QTest::mouseMove(&window(), inTimeline(x, y));
        ASSERT_TRUE(QTest::qWaitFor(
            [&] {
                const auto under = view().state().cursor;
                return under && std::abs(viewport().x(*under) - x) < 1.5;
            },
            60'000));
    }
    [[nodiscard]] std::optional<Time> cursor(std::size_t which) {
        return view().state().cursors[which];
    }
    [[nodiscard]] QString status() {
        const auto* line = window().findChild<QQuickItem*>(QStringLiteral("cursorStatus"));
        return line == nullptr || !line->isVisible() ? QString()
                                                     : line->property("text").toString();
    }
    void setBoth(double a, double b) {
        pointAt(a);
        key(Qt::Key_V);
        pointAt(b);
        key(Qt::Key_B);
        ASSERT_TRUE(cursor(0) && cursor(1));
    }

    QTemporaryDir m_data;
};

TEST_F(Cursors, AreSetAtThePointer) {
    showTrace("streams_overlap.json.zst");
    EXPECT_EQ(status(), QString());
    pointAt(500);
    key(Qt::Key_V);
    ASSERT_TRUE(cursor(0));
    EXPECT_NEAR(viewport().x(*cursor(0)), 500, 1.5);
    EXPECT_FALSE(cursor(1));
    EXPECT_TRUE(status().startsWith(QStringLiteral("A "))) << status().toStdString();
    EXPECT_FALSE(status().contains(u'B'));
    pointAt(800);
    key(Qt::Key_B);
    ASSERT_TRUE(cursor(1));
    EXPECT_NEAR(viewport().x(*cursor(1)), 800, 1.5);
    EXPECT_TRUE(status().contains(QStringLiteral("B − A "))) << status().toStdString();
    // Permanent: neither Esc nor a click removes them.
    key(Qt::Key_Escape);
    click(inTimeline(600, timeline().height() - 3));
    EXPECT_TRUE(cursor(0) && cursor(1));
    key(Qt::Key_V, Qt::ShiftModifier);
    EXPECT_FALSE(cursor(0) || cursor(1));
    EXPECT_EQ(status(), QString());
}

TEST_F(Cursors, AreSetAtTheSelectionWithoutAPointer) {
    showTrace("streams_overlap.json.zst");
    const SliceId call = sliceNamed("cudaStreamSynchronize");
    goTo(call);
    QTest::mouseMove(&window(), QPoint(5, 5));  // above the timeline
    key(Qt::Key_V);
    key(Qt::Key_B);
    EXPECT_EQ(cursor(0), trace().slices().start(call));
    EXPECT_EQ(cursor(1), trace().slices().end(call));
}

TEST_F(Cursors, SnapToSlices) {
    showTrace("streams_overlap.json.zst");
    const SliceId call = sliceNamed("cudaStreamSynchronize");
    goTo(call);
    key(Qt::Key_F);
    const double x = viewport().x(trace().slices().start(call)) + 3;
    pointAt(x, inTimeline(0, 0).y() < 0 ? 0 : middleOf(call).y() - inTimeline(0, 0).y());
    key(Qt::Key_V);
    EXPECT_EQ(cursor(0), trace().slices().start(call));
}

TEST_F(Cursors, AreDraggedByTheirFlags) {
    showTrace("streams_overlap.json.zst");
    setBoth(500, 800);
    const Time before = *cursor(0);
    const std::vector<CursorFlag> flags = cursorFlags(view().input());
    const double middle = static_cast<double>(flags[1].x + flags[1].width / 2);
    drag(inTimeline(middle, 12), inTimeline(900, 12));
    EXPECT_EQ(cursor(0), before);
    EXPECT_NEAR(viewport().x(*cursor(1)), 900, 1.5);
    EXPECT_FALSE(view().state().selectedRange) << "a drag of a flag selects no range";
}

TEST_F(Cursors, AreSetByTheMenuOfTheRuler) {
    showTrace("streams_overlap.json.zst");
    QTest::mouseClick(&window(), Qt::RightButton, Qt::NoModifier, inTimeline(640, 12));
    QObject* menu = window().findChild<QObject*>(QStringLiteral("rulerMenu"));
    ASSERT_NE(menu, nullptr);
    ASSERT_TRUE(QTest::qWaitFor([&] { return menu->property("opened").toBool(); }, 60'000));
    key(Qt::Key_Down);
    key(Qt::Key_Down);
    key(Qt::Key_Return);
    ASSERT_TRUE(cursor(1));
    EXPECT_NEAR(viewport().x(*cursor(1)), 640, 1.5);
}

TEST_F(Cursors, FillTheView) {
    showTrace("streams_overlap.json.zst");
    setBoth(500, 520);
    const auto cursors = view().state().cursors;
    key(Qt::Key_B, Qt::ShiftModifier);
    settle();
    EXPECT_GT(viewport().x(*cursors[1]) - viewport().x(*cursors[0]),
              static_cast<double>(viewport().timeWidth()) / 2);
    EXPECT_EQ(view().state().cursors, cursors);
}

TEST_F(Cursors, AreKeptWithTheTrace) {
    keepViewsIn(m_data.path());
    showTrace("streams_overlap.json.zst");
    setBoth(500, 800);
    const auto before = view().state().cursors;
    close();
    showTrace("streams_overlap.json.zst");
    EXPECT_EQ(view().state().cursors, before);
    openAndWait(QString::fromStdString(test::dataFile("sync_large_before.json.zst")));
    EXPECT_FALSE(cursor(0) || cursor(1)) << "another trace has none";
}

}  // namespace
}  // namespace gaplight::ui
