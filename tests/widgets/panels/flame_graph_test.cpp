// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// The flame graph of the selected range.
#include <QQuickItem>

#include "tests/widgets/support/window_fixture.h"
#include "widgets/panels/flame_item.h"

namespace gaplight::ui {
namespace {

class FlameGraph : public WindowTest {
protected:
    void SetUp() override { showTrace("streams_overlap.json.zst"); }

    [[nodiscard]] RangeDetails& range() { return *model().range(); }
    [[nodiscard]] QQuickItem& item(const char* name) {
        auto* found = window().findChild<QQuickItem*>(QLatin1String(name));
        EXPECT_NE(found, nullptr) << name;
        return *found;
    }
    [[nodiscard]] FlameItem& flame() { return static_cast<FlameItem&>(item("flame")); }
    // Of the whole trace, in the drawer.
    void showFlame() {
        key(Qt::Key_A, Qt::ControlModifier);
        model().state()->setDrawerTab(WindowState::RangeTab);
        ASSERT_TRUE(QTest::qWaitFor(
            [this] { return !range().measuring() && range().result() != nullptr; }, 60'000));
        settle();
        flame().parentItem()->parentItem()->setProperty("chosenView", 3);
        settle();
        ASSERT_TRUE(flame().isVisible());
    }
};

// Waiting threads and the profiler's own track are as long as the trace.
TEST_F(FlameGraph, IsOfLaunchingThreadsAndCanBeTurned) {
    openAndWait(QString::fromStdString(test::dataFile("flux_after_eager.json.zst")));
    showFlame();
    EXPECT_LE(range().result()->hostFlame[0].total, trace().range().length());
    EXPECT_GT(flame().foldable(), 0);
    const double folded = flame().contentHeight();
    const auto tick = [this](const char* name) {
        click(item(name).mapToScene({10, 10}).toPoint());
        settle();
    };
    tick("flameFolded");
    EXPECT_GT(flame().contentHeight(), folded);
    tick("flameReversed");
    EXPECT_TRUE(flame().property("reversed").toBool());
    tick("flameGpu");
    EXPECT_TRUE(flame().showsGpu());
    flame().setFilter(QStringLiteral("no function is called that"));
    settle();
    EXPECT_TRUE(flame().isEmpty());
    EXPECT_TRUE(item("flameEmpty").isVisible());
    flame().setFilter({});
    tick("flameHost");
    EXPECT_FALSE(flame().showsGpu());
}

TEST_F(FlameGraph, IsWalkedByKeys) {
    showFlame();
    EXPECT_GT(flame().displayList().rects.size(), 3U);
    flame().forceActiveFocus(Qt::TabFocusReason);
    EXPECT_EQ(flame().current(), 0U);
    key(Qt::Key_Down);
    EXPECT_EQ(flame().current(), 1U);
    EXPECT_FALSE(flame().tipText().isEmpty());
    key(Qt::Key_Space);
    EXPECT_EQ(flame().top(), 1U);
    key(Qt::Key_Return);
    EXPECT_TRUE(view().state().selected.isValid());
    EXPECT_TRUE(view().state().selectedRange.has_value());
    key(Qt::Key_Up);
    EXPECT_EQ(flame().current(), 0U);
}

// By the mouse: the range is a step, the median of the others is chosen in the menu.
TEST_F(FlameGraph, ComparesAStepWithTheMedianStep) {
    openAndWait(QString::fromStdString(test::dataFile("train_workers_pinned.json.zst")));
    showFlame();
    const TimeRange step = session().trace()->session().analysis.steps.markers.host[3];
    timeline().change([&](TimelineView& shown) { shown.selectRange(step); });
    EXPECT_TRUE(range().isStep());
    const auto choose = [this](const char* name) {
        click(item("flameAgainst").mapToScene({10, 10}).toPoint());
        settle();
        click(item(name).mapToScene({10, 10}).toPoint());
        EXPECT_TRUE(QTest::qWaitFor(
            [this] { return !range().measuring() && range().result() != nullptr; }, 60'000));
        settle();
    };
    choose("againstMedian");
    EXPECT_EQ(range().base(), QStringLiteral("step 4, the median"));
    const FlameTree& tree = range().result()->hostFlame;
    EXPECT_GT(tree[0].base, Duration::zero());
    EXPECT_NE(tree[0].base, tree[0].total);
    flame().forceActiveFocus(Qt::TabFocusReason);
    EXPECT_TRUE(flame().tipText().contains(QStringLiteral("against step 4")))
        << qPrintable(flame().tipText());
    choose("againstNothing");
    EXPECT_TRUE(range().base().isEmpty());
    EXPECT_EQ(range().result()->hostFlame[0].base, Duration::zero());
}

TEST_F(FlameGraph, ComparesWithTheOtherRunUntilItIsClosed) {
    model().comparison()->open(QString::fromStdString(test::dataFile("streams_overlap.json.zst")));
    ASSERT_TRUE(
        QTest::qWaitFor([this] { return model().comparison()->result() != nullptr; }, 60'000));
    showFlame();
    model().compareWithRun(&range());
    ASSERT_TRUE(QTest::qWaitFor([this] { return !range().measuring(); }, 60'000));
    EXPECT_EQ(range().base(), QStringLiteral("run B"));
    const FlameNode& root = range().result()->hostFlame[0];
    EXPECT_EQ(root.base, root.total);  // the same file
    model().comparison()->close();
    EXPECT_TRUE(range().base().isEmpty());
}

TEST_F(FlameGraph, ComparesOtherRangesWithOne) {
    showFlame();
    const TimeRange whole = trace().range();
    const Duration half = whole.length() / 2;
    range().setRange({TimeRange{whole.begin, whole.begin + half}, {}});
    range().compareWithThis();
    range().setRange({TimeRange{whole.begin + half, whole.end}, {}});
    ASSERT_TRUE(QTest::qWaitFor([this] { return !range().measuring(); }, 60'000));
    EXPECT_FALSE(range().isStep());
    EXPECT_TRUE(range().base().startsWith(QStringLiteral("the range at")));
    EXPECT_GT(range().result()->hostFlame[0].base, Duration::zero());
}

// The tables of a range change before its flame graph does, and its text may be read between the
// two.
TEST_F(FlameGraph, HasItsMeasuresUntilItIsGivenOthers) {
    showFlame();
    flame().forceActiveFocus(Qt::TabFocusReason);
    key(Qt::Key_Down);
    ASSERT_EQ(flame().current(), 1U);
    const QString shown = flame().tipText();
    ASSERT_FALSE(shown.isEmpty());
    QStringList texts;
    QObject::connect(range().names(), &QAbstractItemModel::modelReset, &flame(), [&] {
        EXPECT_EQ(range().result(), nullptr);
        texts += flame().tipText();
    });
    range().setRange({});
    EXPECT_EQ(texts, QStringList{shown});
    EXPECT_TRUE(flame().tipText().isEmpty());
}

}  // namespace
}  // namespace gaplight::ui
