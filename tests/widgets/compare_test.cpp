// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// Two runs in one window.
#include <cmath>

#include "tests/widgets/window_fixture.h"
#include "widgets/compare/linked_views.h"
#include "widgets/compare/match_item.h"

namespace gaplight::ui {
namespace {

constexpr int kLong = 60'000;

class CompareWindow : public WindowTest {
protected:
    void SetUp() override {
        showTrace("flux_after_eager.json.zst");
        compareWith("flux_after_cudagraph.json.zst");
    }

    void compareWith(const std::string& name) {
        comparison().open(QString::fromStdString(test::dataFile(name)));
        ASSERT_TRUE(QTest::qWaitFor([this] { return comparison().result() != nullptr; }, kLong));
        settle();
    }

    [[nodiscard]] ComparisonObject& comparison() { return *model().comparison(); }
    [[nodiscard]] TimelineItem& second() {
        auto* item = window().findChild<TimelineItem*>(QStringLiteral("secondTimeline"));
        EXPECT_NE(item, nullptr);
        return *item;
    }
    [[nodiscard]] const TimeLink& link() { return comparison().result()->comparison.link; }

    // Both views show the same part, as far as the second trace reaches.
    [[nodiscard]] bool areAligned() {
        const Viewport& other = second().view().viewport();
        const double x = other.x(link().toB(viewport().begin));
        const double end = other.x(link().toB(viewport().end()));
        return std::abs(x - other.timeLeft()) < 2 && std::abs(end - other.width) < 2;
    }
};

TEST_F(CompareWindow, ShowsBothWithTheirVerdict) {
    EXPECT_TRUE(second().view().hasTrace());
    EXPECT_EQ(comparison().verdictKind(), QStringLiteral("improved"));
    EXPECT_TRUE(comparison().level().startsWith(QStringLiteral("steps: 4 steps each")));
    EXPECT_GT(model().comparisonRows()->count(), 40);
    EXPECT_EQ(model().state()->drawerTab(), WindowState::CompareTab);
    auto* strip = window().findChild<MatchItem*>(QStringLiteral("matches"));
    ASSERT_NE(strip, nullptr);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !strip->displayList().polygons.empty(); }, kLong));
}

TEST_F(CompareWindow, ViewsMoveTogetherUntilUnlinked) {
    const auto step = comparison().result()->a->session().analysis.steps.markers.host[1];
    timeline().change([&](TimelineView& shown) { shown.setRange(step); });
    settle();
    EXPECT_TRUE(areAligned());
    key(Qt::Key_W);
    settle();
    EXPECT_TRUE(areAligned());
    key(Qt::Key_L, Qt::ShiftModifier);
    const Viewport before = second().view().viewport();
    key(Qt::Key_W);
    settle();
    EXPECT_EQ(second().view().viewport(), before);
    key(Qt::Key_L, Qt::ShiftModifier);
    settle();
    EXPECT_TRUE(areAligned());
}

TEST_F(CompareWindow, TheSecondLeadsToo) {
    const auto step = comparison().result()->b->session().analysis.steps.markers.host[2];
    second().change([&](TimelineView& shown) { shown.setRange(step); });
    settle();
    EXPECT_NEAR(viewport().x(link().toA(step.begin)), viewport().timeLeft(), 2);
}

TEST_F(CompareWindow, SwapMakesAOfB) {
    const LoadedTrace a = session().trace();
    key(Qt::Key_X);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            return comparison().other()->trace() == a && comparison().result() != nullptr &&
                   comparison().result()->b == a;
        },
        kLong));
    EXPECT_EQ(comparison().verdictKind(), QStringLiteral("regressed"));
    EXPECT_TRUE(session().fileName().contains(QStringLiteral("cudagraph")));
}

TEST_F(CompareWindow, ARowShowsBothPlaces) {
    const ComparisonListModel& rows = *model().comparisonRows();
    int row = 0;
    while (row < rows.count() && !(rows.placeInA(row) && rows.placeInB(row) &&
                                   rows.data(rows.index(row), ComparisonListModel::NameRole)
                                       .toString()
                                       .startsWith(QStringLiteral("step 3")))) {
        ++row;
    }
    ASSERT_LT(row, rows.count());
    comparison().chooseRow(row);
    settle();
    const TimeRange placeA = *rows.placeInA(row);
    const TimeRange placeB = *rows.placeInB(row);
    EXPECT_LE(viewport().begin, placeA.begin);
    EXPECT_GE(viewport().end(), placeA.end);
    EXPECT_LE(second().view().viewport().begin, placeB.begin);
    EXPECT_GE(second().view().viewport().end(), placeB.end);
}

TEST_F(CompareWindow, PinsCorrectTheAlignment) {
    const auto annotation = [](const LoadedTrace& loaded, std::size_t number) {
        return static_cast<qint64>(loaded->session().analysis.annotationSlices.at(number).index());
    };
    comparison().pin(annotation(session().trace(), 1),
                     annotation(comparison().other()->trace(), 1));
    EXPECT_EQ(comparison().pinCount(), 1);
    ASSERT_TRUE(QTest::qWaitFor([this] { return comparison().result() != nullptr; }, kLong));
    EXPECT_EQ(comparison().result()->comparison.alignment.pins.size(), 1U);
    comparison().clearPins();
    ASSERT_TRUE(QTest::qWaitFor([this] { return comparison().result() != nullptr; }, kLong));
    EXPECT_TRUE(comparison().result()->comparison.alignment.pins.empty());
}

TEST_F(CompareWindow, ClosesAndFails) {
    comparison().close();
    ASSERT_TRUE(QTest::qWaitFor([this] {
        return window().findChild<TimelineItem*>(QStringLiteral("secondTimeline")) == nullptr;
    }));
    key(Qt::Key_W);  // the first one has the keys again
    EXPECT_EQ(model().comparisonRows()->count(), 0);
    comparison().open(QStringLiteral("/nonexistent/trace.json"));
    ASSERT_TRUE(QTest::qWaitFor([this] { return !comparison().errorText().isEmpty(); }, kLong));
    EXPECT_FALSE(comparison().busy());
    comparison().close();
}

}  // namespace
}  // namespace gaplight::ui
