// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// Another size of the window shows the same range of time.
#include "tests/widgets/support/window_fixture.h"

namespace gaplight::ui {
namespace {

class Resize : public WindowTest {
protected:
    void resizeTo(QSize size) {
        window().resize(size);
        ASSERT_TRUE(QTest::qWaitFor(
            [&] { return window().size() == size && timeline().width() <= size.width(); },
            kPatience));
        settle();
    }
    // Within a pixel.
    static void expectRange(const TimelineItem& item, TimeRange range) {
        const Viewport& shown = item.view().viewport();
        EXPECT_NEAR(shown.x(range.begin), shown.timeLeft(), 1);
        EXPECT_NEAR(shown.x(range.end), shown.width, 1);
    }
};

TEST_F(Resize, KeepsTheShownRange) {
    showTrace("streams_overlap.json.zst");
    for (const bool zoomed : {false, true}) {
        if (zoomed) {
            key(Qt::Key_W);
            key(Qt::Key_W);
            key(Qt::Key_D);
        }
        const TimeRange range = viewport().range();
        for (const QSize size : {QSize(800, 600), QSize(640, 500), QSize(1200, 800)}) {
            resizeTo(size);
            expectRange(timeline(), range);
        }
    }
}

TEST_F(Resize, KeepsTheRangesOfTwoRuns) {
    showTrace("flux_after_eager.json.zst");
    model().comparison()->open(
        QString::fromStdString(test::dataFile("flux_after_cudagraph.json.zst")));
    ASSERT_TRUE(
        QTest::qWaitFor([this] { return model().comparison()->result() != nullptr; }, kPatience));
    settle();
    auto* second = window().findChild<TimelineItem*>(QStringLiteral("secondTimeline"));
    ASSERT_NE(second, nullptr);
    for (const bool beside : {false, true}) {
        model().state()->runs()->setBeside(beside);
        settle();
        const TimeRange first = viewport().range();
        const TimeRange other = second->view().viewport().range();
        for (const QSize size : {QSize(900, 700), QSize(1200, 800)}) {
            resizeTo(size);
            SCOPED_TRACE(beside ? "side by side" : "one above the other");
            expectRange(timeline(), first);
            SCOPED_TRACE("the second");
            expectRange(*second, other);
        }
    }
    model().state()->runs()->setBeside(false);
}

}  // namespace
}  // namespace gaplight::ui
