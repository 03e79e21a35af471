// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// The tab Serving: iterations by phase and bucket, and their plot.
#include <QQuickItem>

#include "core/report/facts/serving_tables.h"
#include "tests/widgets/support/window_fixture.h"
#include "widgets/serving/iteration_plot_item.h"

namespace gaplight::ui {
namespace {

class ServingTest : public WindowTest {
protected:
    void SetUp() override {
        showTrace("serving/prefill_stalls.json.zst");
        model().state()->run(showAction(DrawerTabs::ServingTab));
        settle();
        ASSERT_TRUE(QTest::qWaitFor([this] { return !plot().marks().empty(); }, kPatience));
    }

    [[nodiscard]] ServingObject& serving() { return *model().first()->serving(); }
    [[nodiscard]] IterationPlotItem& plot() {
        auto* found = window().findChild<IterationPlotItem*>(QStringLiteral("iterationPlot"));
        EXPECT_NE(found, nullptr);
        return *found;
    }
    [[nodiscard]] QQuickItem& item(const char* name) {
        auto* found = window().findChild<QQuickItem*>(QLatin1String(name));
        EXPECT_NE(found, nullptr) << name;
        return *found;
    }
    void clickOn(const char* name) {
        click(item(name)
                  .mapToScene(QPointF(item(name).width() / 2, item(name).height() / 2))
                  .toPoint());
    }
    [[nodiscard]] QPoint inPlot(const ChartMark& mark) {
        const Box& box = mark.box;
        return plot().mapToScene(QPointF(box.x + box.width / 2, box.y + box.height / 2)).toPoint();
    }
    [[nodiscard]] const ServingIterations& iterations() {
        return *session().trace()->session().analysis.serving;
    }
};

TEST_F(ServingTest, TheTableIsThatOfTheReports) {
    const std::vector<IterationGroup> groups = iterationGroups(serving().subject());
    ASSERT_EQ(serving().groups()->count(), static_cast<int>(groups.size()));
    EXPECT_TRUE(serving().groups()->titles().contains(QStringLiteral("tokens/s")));
    EXPECT_TRUE(serving().groups()->titles().contains(QStringLiteral("GPU busy")));
    std::size_t plotted = 0;
    for (const IterationGroup& group : groups) {
        plotted += group.rows.size();
    }
    EXPECT_EQ(plot().plot().points.size(), plotted);
}

TEST_F(ServingTest, AClickOnAPointLeadsToItsIteration) {
    const auto& points = plot().plot().points;
    const auto outlier = std::find_if(points.begin(), points.end(),
                                      [](const ChartPoint& point) { return point.isMarked; });
    const auto number =
        static_cast<std::size_t>(outlier == points.end() ? 0 : outlier - points.begin());
    const auto mark = std::find_if(plot().marks().begin(), plot().marks().end(),
                                   [&](const ChartMark& one) { return one.point == number; });
    ASSERT_NE(mark, plot().marks().end());
    QTest::mouseMove(&window(), inPlot(*mark));
    ASSERT_TRUE(QTest::qWaitFor([this] { return !plot().tipText().isEmpty(); }, kPatience));
    EXPECT_TRUE(plot().tipText().contains(QStringLiteral("request")))
        << plot().tipText().toStdString();
    click(inPlot(*mark));
    // Points over each other: the one that was hit.
    ASSERT_TRUE(plot().selected());
    EXPECT_EQ(view().state().selected,
              iterations().rows[plot().plot().rows[*plot().selected()]].annotation);
    // And by keys.
    plot().forceActiveFocus();
    key(Qt::Key_Home);
    key(Qt::Key_Return);
    EXPECT_EQ(view().state().selected, iterations().rows[plot().plot().rows[0]].annotation);
}

TEST_F(ServingTest, ARowOfTheTableChoosesWhatIsPlotted) {
    const std::size_t all = plot().plot().points.size();
    item("servingGroups").forceActiveFocus();
    key(Qt::Key_Home);
    key(Qt::Key_Return);
    EXPECT_EQ(serving().chosenRow(), 0);
    EXPECT_LT(plot().plot().points.size(), all);
    ASSERT_TRUE(item("servingAll").isVisible());
    clickOn("servingAll");
    EXPECT_EQ(plot().plot().points.size(), all);
    clickOn("servingByRequests");
    EXPECT_TRUE(plot().byRequests());
    EXPECT_EQ(plot().plot().points[0].x,
              static_cast<double>(iterations().rows[plot().plot().rows[0]].name.requests));
}

TEST_F(ServingTest, IsOnlyThereWithIterations) {
    EXPECT_TRUE(serving().exists());
    openAndWait(QString::fromStdString(test::dataFile("streams_overlap.json.zst")));
    EXPECT_FALSE(serving().exists());
    EXPECT_EQ(model().state()->drawerTab(), DrawerTabs::FindingsTab);
    EXPECT_EQ(serving().groups()->count(), 0);
}

}  // namespace
}  // namespace gaplight::ui
