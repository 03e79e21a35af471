// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "tests/widgets/memory/memory_fixture.h"

namespace gaplight::ui {
namespace {

class MemoryOverTrace : public MemoryWindow {
protected:
    void SetUp() override { showTrace("memory/snapshot_run.json.zst"); }
    [[nodiscard]] std::size_t memoryLane() {
        const auto lanes = view().layout().lanes();
        const auto lane = std::ranges::find(lanes, std::string(kMemoryLane), &Lane::title);
        return static_cast<std::size_t>(lane - lanes.begin());
    }
};

TEST_F(MemoryOverTrace, DroppedSnapshotIsALaneThatOpens) {
    const std::size_t lanes = view().layout().lanes().size();
    drop(dataPath("memory/snapshot_run.pickle.zst"), {600, 700});
    waitForMemory();
    ASSERT_EQ(memory().state(), MemoryObject::Ready) << memory().errorText().toStdString();
    EXPECT_FALSE(memory().alone());
    EXPECT_FALSE(model().comparison()->active());
    EXPECT_TRUE(memory().placement().contains(QStringLiteral("times agree within")))
        << memory().placement().toStdString();
    EXPECT_EQ(model().state()->drawerTab(), WindowState::MemoryTab);
    EXPECT_EQ(view().layout().lanes().size(), lanes + 1);
    // A click on the lane opens the stack at that moment.
    model().state()->setDrawerTab(WindowState::FindingsTab);
    const Lane& lane = view().layout().lanes()[memoryLane()];
    const double y = viewport().y(lane.y) + 10;
    const double x = 700;
    const Time time = viewport().timeAt(x);
    click(inTimeline(x, y));
    EXPECT_EQ(model().state()->drawerTab(), WindowState::MemoryTab);
    EXPECT_EQ(selection().moment(),
              shownModel().momentAt(memory().data()->placement()->usOf(time)));
    // On the timeline's axis.
    auto& drawn = item<MemoryItem>("memoryLane");
    EXPECT_EQ(drawn.viewport().begin, viewport().begin);
    EXPECT_EQ(drawn.viewport().nsPerPixel, viewport().nsPerPixel);
    EXPECT_EQ(drawn.layout().plot.x, viewport().timeLeft());
    wheel(inItem(drawn, 700, 60), {0, 120}, Qt::ControlModifier);
    EXPECT_EQ(drawn.viewport().nsPerPixel, viewport().nsPerPixel);
    EXPECT_FALSE(drawn.layout().boxes.empty());
}

TEST_F(MemoryOverTrace, SelectionTellsWhatItsOperatorAllocated) {
    session().open(dataPath("memory/snapshot_run.pickle.zst"));
    waitForMemory();
    ASSERT_EQ(memory().state(), MemoryObject::Ready);
    goTo(sliceNamed("step"));
    ASSERT_TRUE(QTest::qWaitFor(
        [this] { return !model().memory()->ofSelection()->ofSlice().isEmpty(); }, kPatience));
    EXPECT_TRUE(model().memory()->ofSelection()->ofSlice().startsWith(
        QStringLiteral("Memory meanwhile: 59.3\u2009MB allocated")))
        << model().memory()->ofSelection()->ofSlice().toStdString();
    key(Qt::Key_R);
    ASSERT_TRUE(QTest::qWaitFor(
        [this] { return !model().memory()->ofSelection()->ofRange().isEmpty(); }, kPatience));
    EXPECT_TRUE(model().memory()->ofSelection()->ofRange().startsWith(
        QStringLiteral("Memory in the range: 59.3\u2009MB allocated")))
        << model().memory()->ofSelection()->ofRange().toStdString();
}

TEST_F(MemoryOverTrace, AnAllocationNamesTheKernelsMeanwhile) {
    session().open(dataPath("memory/snapshot_run.pickle.zst"));
    waitForMemory();
    const auto largest = std::ranges::max_element(
        shownModel().allocations, {},
        [](const Allocation& one) { return one.begin > 0 ? one.size : 0; });
    selection().goToAllocation(largest - shownModel().allocations.begin());
    const auto meanwhile = [this] {
        for (const DetailRow& row : model().memory()->allocation()->rows()) {
            if (row.key == QStringLiteral("GPU meanwhile")) {
                return row.value;
            }
        }
        return QString();
    };
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return meanwhile().contains(QStringLiteral("activit")); }, kPatience))
        << meanwhile().toStdString();
    EXPECT_GE(meanwhile().count(u'\n'), 1) << meanwhile().toStdString();
    EXPECT_TRUE(meanwhile().contains(QStringLiteral(" of "))) << meanwhile().toStdString();
}

TEST_F(MemoryOverTrace, StepsAndAnnotationsHaveATable) {
    session().open(dataPath("memory/snapshot_run.pickle.zst"));
    waitForMemory();
    auto& button = item<QQuickItem>("showMemoryRanges");
    click(inItem(button, button.width() / 2, button.height() / 2));
    settle();
    const DeviceMemoryFacts& facts = memory().data()->facts(memory().deviceIndex());
    MemoryRangeModel& ranges = *model().memory()->ranges();
    ASSERT_EQ(ranges.count(), static_cast<int>(facts.steps.size() + facts.annotations.size()));
    ASSERT_GT(facts.steps.size(), 2U);
    ASSERT_FALSE(facts.annotations.empty());
    const auto cell = [&ranges](int row, const char* title) {
        return ranges.value(row, "cells")
            .toStringList()
            .at(ranges.titles().indexOf(QLatin1String(title)));
    };
    EXPECT_EQ(cell(0, "growth"), QStringLiteral("–"));
    EXPECT_EQ(cell(1, "growth"), QStringLiteral("524\u2009kB"));
    EXPECT_EQ(cell(1, "peak"), memoryText(facts.steps[1].peak));
    // The most allocated first; steps stay in front.
    ranges.sortBy(static_cast<int>(ranges.titles().indexOf(QLatin1String("allocated"))));
    EXPECT_EQ(ranges.value(0, "heading"), QStringLiteral("Steps"));
    EXPECT_EQ(ranges.value(ranges.count() - 1, "heading"), QStringLiteral("Annotations"));
    const RangeMemory& first =
        *std::ranges::max_element(facts.steps, {}, &RangeMemory::allocatedBytes);
    EXPECT_EQ(cell(0, "name").toStdString(), first.label);
    // A click goes to the peak of the range.
    auto& rows = item<QQuickItem>("memoryRangeRows");
    click(inItem(rows, 30, 36));  // below the heading
    EXPECT_EQ(shownModel().allocated[selection().moment()], first.peak);
    EXPECT_GE(selection().moment(), first.begin);
    EXPECT_LE(selection().moment(), first.end);
}

TEST_F(MemoryOverTrace, RefusesASnapshotOfAnotherRun) {
    session().open(dataPath("memory/streams_protocol_4.pickle"));
    waitForMemory();
    EXPECT_EQ(memory().state(), MemoryObject::Failed);
    EXPECT_EQ(session().state(), SessionObject::Ready);
    EXPECT_FALSE(memory().errorText().contains(u'\n'));
    EXPECT_TRUE(memory().errorText().contains(QStringLiteral("expected both of one run")))
        << memory().errorText().toStdString();
    auto& alone = item<QQuickItem>("openMemoryAlone");
    ASSERT_TRUE(alone.isVisible());
    click(inItem(alone, alone.width() / 2, alone.height() / 2));
    waitForMemory();
    EXPECT_TRUE(memory().isPageShown());
}

}  // namespace
}  // namespace gaplight::ui
