// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// The ranks of a run in one window.
#include <algorithm>
#include <chrono>
#include <filesystem>

#include <QClipboard>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <QQuickItem>
#include <QTemporaryDir>

#include "core/ranks/rank_set_chart.h"
#include "tests/widgets/support/window_fixture.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/ranks/heat_map_item.h"
#include "widgets/ranks/pipeline_item.h"
#include "widgets/ranks/rank_lanes_item.h"

namespace gaplight::ui {
namespace {

class RanksWindow : public WindowTest {
protected:
    void open(const std::string& set) {
        show();
        model().ranks()->open({QString::fromStdString(test::dataFile("ranks/" + set))});
        ASSERT_TRUE(QTest::qWaitFor(
            [&] { return session().state() == SessionObject::Ready && ranks().current() >= 0; },
            kPatience));
        ASSERT_TRUE(QTest::qWaitFor([&] { return !ranks().computesCost(); }, kPatience));
        settle();
    }

    [[nodiscard]] RankSetObject& ranks() { return *model().ranks(); }
    [[nodiscard]] RankLanesItem& lanes() {
        return *window().findChild<RankLanesItem*>(QStringLiteral("rankLanes"));
    }
    // What the timeline shows, on the axis of the set.
    [[nodiscard]] TimeRange shownOnAxis() {
        return ranks().clock().toAxis(view().target().range());
    }
    // A point of a lane, in the window.
    [[nodiscard]] QPoint inLane(int rank, double x, double y = 8) {
        return lanes().mapToScene({x, 4 + 38.0 * rank + y}).toPoint();
    }
    [[nodiscard]] bool waitForRank(int rank) {
        return QTest::qWaitFor([&] { return ranks().current() == rank; }, kPatience);
    }
};

// A wait has one color, in the lane of its rank and on the strip of its own timeline, whatever the
// rank's trace alone shows of it.
TEST_F(RanksWindow, TheStripOfARankHasTheWaitsOfItsLane) {
    open("ddp_slow_host_rank2");
    bool isMoreKnown = false;
    for (const int rank : {0, 1, 3}) {
        click(inLane(rank, 40));
        ASSERT_TRUE(waitForRank(rank));
        settle();
        const BusyProfile& shown = view().model().busy.front();
        const GpuTimeParts strip = shown.partsWithin(shown.window());
        const BusyProfile& lane = ranks().chart().lanes[static_cast<std::size_t>(rank)].gpu;
        const GpuTimeParts joint = lane.partsWithin(lane.window());
        EXPECT_GT(strip.waiting, std::chrono::milliseconds(20));
        // In the lane waits are idle time.
        EXPECT_EQ(strip.communicationAlone, joint.communicationAlone);
        EXPECT_EQ(strip.waiting + strip.idle, joint.idle);
        const BusyProfile& own = view().trace().model().busy.front();
        isMoreKnown = isMoreKnown || own.partsWithin(own.window()).waiting != strip.waiting;
    }
    EXPECT_TRUE(isMoreKnown);
}

TEST_F(RanksWindow, ShowTheLateRankAndWhatItCosts) {
    open("ddp_slow_host_rank2");
    EXPECT_EQ(ranks().count(), 4);
    const auto* name = window().findChild<QQuickItem*>(QStringLiteral("traceName"));
    ASSERT_NE(name, nullptr);
    EXPECT_EQ(name->property("text").toString(),
              ranks().title() + QStringLiteral(" · ") + session().fileName());
    EXPECT_EQ(ranks().current(), 2);
    EXPECT_TRUE(ranks().sentence().startsWith(
        QStringLiteral("Rank 2 is late into 27 of 27 collectives: its host is slow in data.")))
        << ranks().sentence().toStdString();
    EXPECT_TRUE(ranks().sentence().contains(QStringLiteral("Without that the run would take")));
    EXPECT_EQ(model().state()->drawerTab(), WindowState::RanksTab);
    EXPECT_EQ(static_cast<int>(ranks().assessment().findings.size()), model().rankTable()->count());
    EXPECT_EQ(ranks().assessment().findings.front().rule, "late-rank");
    model().rankTable()->setTable(RankTableModel::LateCollectives);
    EXPECT_EQ(model().rankTable()->count(), 27);
    EXPECT_FALSE(lanes().displayList().polygons.empty());
    // All lanes are in sight: the range of all GPUs, wherever the shown trace begins.
    EXPECT_LE(shownOnAxis().begin, ranks().chart().gpuRange.begin);
    EXPECT_GE(shownOnAxis().end, ranks().chart().gpuRange.end);
}

// A change of the late rank moves the collectives of all, and the sentence is about all.
TEST_F(RanksWindow, AllLanesFollowAChangeOfOneRank) {
    open("ddp_slow_host_rank2");
    const RankPrediction& prediction = *model().rankPrediction();
    const auto predictedRects = [this] {
        const auto& rects = lanes().displayList().rects;
        return std::ranges::count_if(
            rects, [](const RectItem& rect) { return rect.color == ColorRef(Role::Accent); });
    };
    const auto before = predictedRects();
    auto* sentence = window().findChild<QQuickItem*>(QStringLiteral("predictedOfRanks"));
    EXPECT_TRUE(prediction.lanes().empty());
    EXPECT_FALSE(sentence->isVisible());
    ASSERT_TRUE(model().whatIf()->addText(QStringLiteral("remove:annotation:data")));
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return !model().whatIf()->running() && !prediction.running(); }, kPatience));
    settle();
    ASSERT_EQ(prediction.lanes().size(), 4U);
    for (const PredictedLane& lane : prediction.lanes()) {
        EXPECT_EQ(lane.communication.size(), 27U);
        EXPECT_GT(lane.work.busyWithin(lane.work.window()), std::chrono::milliseconds(20));
        EXPECT_LT(lane.end, ranks().chart().gpuRange.end);
    }
    // An end, work and collectives in each lane.
    EXPECT_GT(predictedRects(), before + 4 * 10);
    EXPECT_TRUE(sentence->isVisible());
    EXPECT_TRUE(model().whatIf()->sentence().startsWith(
        QStringLiteral("With 1 change: step of all ranks ")))
        << model().whatIf()->sentence().toStdString();
    model().whatIf()->clear();
    settle();
    EXPECT_TRUE(prediction.lanes().empty());
    EXPECT_FALSE(sentence->isVisible());
}

TEST_F(RanksWindow, ATableWithoutRowsSaysSo) {
    open("ddp_slow_host_rank2");
    RankTableModel& table = *model().rankTable();
    const auto emptyLabel = [&]() -> QQuickItem& {
        return *window().findChild<QQuickItem*>(QStringLiteral("rankRowsEmpty"));
    };
    EXPECT_EQ(table.emptyText(), QString());
    EXPECT_FALSE(emptyLabel().isVisible());
    table.setTable(RankTableModel::Stages);
    EXPECT_EQ(table.count(), 0);
    EXPECT_TRUE(table.emptyText().contains(QStringLiteral("no pipeline")));
    EXPECT_TRUE(emptyLabel().isVisible());
}

TEST_F(RanksWindow, AKeyShowsTheSameMomentOnAnotherRank) {
    open("ddp_slow_host_rank2");
    key(Qt::Key_W);
    key(Qt::Key_W);
    settle();
    const TimeRange before = shownOnAxis();
    key(Qt::Key_Down, Qt::AltModifier);
    ASSERT_TRUE(waitForRank(3));
    settle();
    EXPECT_LT(std::chrono::abs(shownOnAxis().begin - before.begin), std::chrono::microseconds(1));
    EXPECT_LT(std::chrono::abs(shownOnAxis().end - before.end), std::chrono::microseconds(1));
    EXPECT_TRUE(session().path().contains(QStringLiteral("rank3")));
    key(Qt::Key_Down, Qt::AltModifier);  // there is no further one
    settle();
    EXPECT_EQ(ranks().current(), 3);
    key(Qt::Key_Up, Qt::AltModifier);
    ASSERT_TRUE(waitForRank(2));
}

TEST_F(RanksWindow, AClickOnALaneShowsItsRank) {
    open("ddp_slow_host_rank2");
    click(inLane(0, 30));
    ASSERT_TRUE(waitForRank(0));
    settle();
    EXPECT_TRUE(session().path().contains(QStringLiteral("rank0")));
    EXPECT_TRUE(ranks().active());
}

TEST_F(RanksWindow, KeysWalkThroughLateCollectives) {
    open("ddp_slow_host_rank2");
    key(Qt::Key_J);
    settle();
    EXPECT_EQ(ranks().selected(), 0);
    EXPECT_TRUE(ranks().selectedText().contains(QStringLiteral("rank 2 arrives last")));
    const RankRibbon& ribbon = ranks().chart().ribbons[0];
    EXPECT_TRUE(shownOnAxis().begin < ribbon.first && ribbon.end < shownOnAxis().end);
    EXPECT_EQ(view().state().selected, ranks().kernelOf(0));
    key(Qt::Key_J);
    settle();
    EXPECT_EQ(ranks().selected(), 1);
    // It stays selected on another rank: its kernel there.
    click(inLane(1, 30));
    ASSERT_TRUE(waitForRank(1));
    settle();
    EXPECT_EQ(ranks().selected(), 1);
    EXPECT_EQ(view().state().selected, ranks().kernelOf(1));
    key(Qt::Key_J, Qt::ShiftModifier);
    key(Qt::Key_J, Qt::ShiftModifier);
    EXPECT_EQ(ranks().selected(), static_cast<int>(ranks().chart().ribbons.size()) - 1);
}

TEST_F(RanksWindow, AClickOnACollectiveSelectsIt) {
    open("ddp_slow_host_rank2");
    key(Qt::Key_J);
    settle();
    ranks().selectCollective(-1);
    const RankRibbon& ribbon = ranks().chart().ribbons[0];
    const double x = viewport().x(ranks().clock().fromAxis(ribbon.last)) + 4;
    click(inLane(2, x, 24));
    EXPECT_EQ(ranks().selected(), 0);
    EXPECT_EQ(ranks().current(), 2);
    QTest::mouseMove(&window(), inLane(2, x, 23));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !lanes().tipText().isEmpty(); }, kPatience));
    EXPECT_TRUE(lanes().tipText().startsWith(QStringLiteral("allreduce")));
}

TEST_F(RanksWindow, TheWheelZoomsAndADragMoves) {
    open("ddp_slow_host_rank2");
    const double before = viewport().nsPerPixel;
    wheel(inLane(1, 600), {0, 240});
    settle();
    EXPECT_LT(viewport().nsPerPixel, before);
    const Time begin = viewport().begin;
    drag(inLane(1, 700), inLane(1, 600));
    settle();
    EXPECT_GT(viewport().begin, begin);
    EXPECT_EQ(ranks().current(), 2);
}

TEST_F(RanksWindow, ACellOfTheMapLeadsToItsStep) {
    open("ddp_slow_host_rank2");
    auto* map = window().findChild<HeatMapItem*>(QStringLiteral("heatMap"));
    ASSERT_NE(map, nullptr);
    EXPECT_FALSE(map->isEmpty());
    // Rank 1, its second step: cells are at most 110 × 40, behind names of 52 × 16.
    const double row = std::min(40.0, (map->height() - 16) / 4);
    click(map->mapToScene({52 + 110 + 30, 16 + row + 10}).toPoint());
    ASSERT_TRUE(waitForRank(1));
    settle();
    const RankStep& step = ranks().set()->analysis.totals[1].steps[1];
    EXPECT_LT(std::chrono::abs(shownOnAxis().begin - step.range.begin), step.range.length() / 10);
    EXPECT_LT(std::chrono::abs(shownOnAxis().end - step.range.end), step.range.length() / 10);
    map->setMeasure(HeatMapItem::Lateness);
    QTest::mouseMove(&window(), map->mapToScene({52 + 30, 16 + 2 * row + 10}).toPoint());
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return map->tipText().startsWith(QStringLiteral("rank 2, step 2: late")); },
        kPatience))
        << map->tipText().toStdString();
}

// A map of three steps is as wide as these; the rest of the tab is findings and the text of one.
TEST_F(RanksWindow, TheTabUsesItsRoom) {
    open("ddp_slow_host_rank2");
    const auto item = [this](const char* name) -> QQuickItem& {
        return *window().findChild<QQuickItem*>(QLatin1String(name));
    };
    const auto placeOf = [](const QQuickItem& one) {
        return one.mapRectToScene(QRectF(0, 0, one.width(), one.height()));
    };
    window().resize(1600, 900);
    settle();
    const QRectF map = placeOf(item("heatMap"));
    QRectF rows = placeOf(item("rankRows"));
    QRectF text = placeOf(item("rankFindingText"));
    EXPECT_EQ(map.width(), 52 + 3 * 110);
    EXPECT_LT(rows.left() - map.right(), 40);
    EXPECT_GT(text.left(), rows.right());
    EXPECT_GT(text.right(), 1580);
    EXPECT_TRUE(model().rankTable()->why().contains(QStringLiteral("The ranks wait")));
    // The text follows the selected row.
    item("rankRows").forceActiveFocus(Qt::TabFocusReason);
    key(Qt::Key_Down);
    EXPECT_FALSE(model().rankTable()->why().contains(QStringLiteral("The ranks wait")));
    window().resize(1000, 700);
    settle();
    rows = placeOf(item("rankRows"));
    text = placeOf(item("rankFindingText"));
    EXPECT_GE(text.top(), rows.bottom());
    EXPECT_EQ(text.left(), rows.left());
    EXPECT_GT(text.height(), 40);
    // Other tables have all of it.
    model().rankTable()->setTable(RankTableModel::Ranks);
    window().resize(1600, 900);
    settle();
    EXPECT_FALSE(item("rankFindingText").isVisible());
    EXPECT_GT(placeOf(item("rankRows")).right(), 1580);
}

TEST_F(RanksWindow, RowsLeadToRanksAndCollectives) {
    open("fsdp");
    RankTableModel& table = *model().rankTable();
    // A finding: its worst place, on its rank.
    const RankFinding& finding = ranks().assessment().findings.front();
    table.choose(0);
    EXPECT_EQ(ranks().selected(), static_cast<int>(finding.collectives.front()));
    EXPECT_EQ(ranks().current(), static_cast<int>(finding.rank.value()));
    EXPECT_TRUE(table.fix().startsWith(QStringLiteral("Go to the late collectives")))
        << table.fix().toStdString();
    table.setTable(RankTableModel::Ranks);
    EXPECT_EQ(table.fix(), QString());
    table.choose(0);
    ASSERT_TRUE(waitForRank(0));
    table.setTable(RankTableModel::LateCollectives);
    ASSERT_GT(table.count(), 0);
    table.choose(0);
    EXPECT_TRUE(ranks().chart().ribbons[static_cast<std::size_t>(ranks().selected())].isLate);
    table.setTable(RankTableModel::Operations);
    EXPECT_GT(table.count(), 1);
    EXPECT_EQ(table.titles().first(), QStringLiteral("group"));
    EXPECT_EQ(table.note(), QStringLiteral("group 0: NVLink 4, at most 450 GB/s from each GPU"));
}

TEST_F(RanksWindow, ATableSortsFiltersAndCopiesByKeyAndMouse) {
    open("fsdp");
    RankTableModel& table = *model().rankTable();
    table.setTable(RankTableModel::Operations);
    settle();
    const auto cell = [&table](int row, int column) {
        return table.value(row, "cells").toStringList().value(column);
    };
    const int all = table.count();
    ASSERT_GT(all, 1);
    const QString first = cell(0, 1);
    table.sortBy(3);  // count, the largest first
    EXPECT_TRUE(table.descending());
    table.sortBy(3);
    EXPECT_FALSE(table.descending());
    table.sortBy(3);
    EXPECT_EQ(table.sorted(), -1);
    EXPECT_EQ(cell(0, 1), first);
    table.setFilter(cell(0, 1));
    EXPECT_LT(table.count(), all);
    EXPECT_TRUE(table.status().contains(QStringLiteral(" of ")));
    auto* rows = window().findChild<QQuickItem*>(QStringLiteral("rankRows"));
    ASSERT_NE(rows, nullptr);
    rows->forceActiveFocus(Qt::TabFocusReason);
    key(Qt::Key_C, Qt::ControlModifier);
    EXPECT_TRUE(QGuiApplication::clipboard()->text().startsWith(QLatin1String("| group |")));
    key(Qt::Key_C, Qt::ControlModifier | Qt::AltModifier);
    EXPECT_TRUE(QGuiApplication::clipboard()->text().startsWith(QLatin1String("kind,bytes")));
    table.setFilter({});
    EXPECT_EQ(table.count(), all);
    const double before = table.shares().first();
    table.resize(0, 0.05);
    EXPECT_DOUBLE_EQ(table.shares().first(), before + 0.05);
}

TEST_F(RanksWindow, ThePipelineOfAStepLeadsToItsStages) {
    open("pp_gpipe4_stage2_heavy");
    auto* pipeline = window().findChild<PipelineItem*>(QStringLiteral("pipeline"));
    auto* button = window().findChild<QQuickItem*>(QStringLiteral("pipelineView"));
    ASSERT_TRUE(pipeline != nullptr && button != nullptr);
    EXPECT_FALSE(pipeline->isVisible());
    ASSERT_TRUE(button->isVisible());
    click(button->mapToScene({10, 8}).toPoint());
    settle();
    ASSERT_TRUE(pipeline->isVisible());
    EXPECT_EQ(model().rankTable()->table(), RankTableModel::Stages);
    EXPECT_EQ(model().rankTable()->count(), 4);
    EXPECT_TRUE(model().rankTable()->note().contains(QStringLiteral("stage imbalance 1.40")));
    EXPECT_EQ(pipeline->stepCount(), 3);
    EXPECT_EQ(pipeline->stepName(), QStringLiteral("step 3"));
    EXPECT_TRUE(pipeline->displayList().dump().find("stage 2 · rank 2") != std::string::npos);
    pipeline->setStep(9);
    EXPECT_EQ(pipeline->stepName(), QStringLiteral("step 4"));
    pipeline->setStep(0);
    settle();
    const QPointF onFirstStage(pipeline->width() - 40, 12);
    QTest::mouseMove(&window(), pipeline->mapToScene(onFirstStage).toPoint());
    ASSERT_TRUE(QTest::qWaitFor([&] { return !pipeline->tipText().isEmpty(); }, kPatience));
    EXPECT_TRUE(pipeline->tipText().startsWith(QStringLiteral("stage 0 · rank 0 computes")))
        << pipeline->tipText().toStdString();
    click(pipeline->mapToScene(onFirstStage).toPoint());
    ASSERT_TRUE(waitForRank(0));
    settle();
    const PipelineStep step = pipelineTimes(ranks().set()->analysis).front().steps.front();
    EXPECT_LT(std::chrono::abs(shownOnAxis().begin - step.range.begin), step.range.length() / 10);
}

TEST_F(RanksWindow, ASetWithoutStagesHasNoPipeline) {
    open("moe_skew_rank1");
    EXPECT_FALSE(window().findChild<QQuickItem*>(QStringLiteral("pipelineView"))->isVisible());
    auto* tokens = window().findChild<QQuickItem*>(QStringLiteral("tokensTable"));
    ASSERT_TRUE(tokens != nullptr && tokens->isVisible());
    click(tokens->mapToScene({10, 8}).toPoint());
    EXPECT_EQ(model().rankTable()->table(), RankTableModel::Tokens);
    EXPECT_EQ(model().rankTable()->count(), 4);
    EXPECT_EQ(model().rankTable()->titles().last(), QStringLiteral("of mean"));
    auto* kernels = window().findChild<QQuickItem*>(QStringLiteral("kernelsTable"));
    click(kernels->mapToScene({10, 8}).toPoint());
    EXPECT_EQ(model().rankTable()->table(), RankTableModel::Kernels);
    EXPECT_GT(model().rankTable()->count(), 0);
}

// The range of the shown rank, at the same moments on all of them.
TEST_F(RanksWindow, ARangeIsGroupedByRank) {
    open("ddp_slow_host_rank2");
    key(Qt::Key_A, Qt::ControlModifier);
    model().state()->setDrawerTab(WindowState::RangeTab);
    ASSERT_TRUE(QTest::qWaitFor(
        [this] { return !model().range()->measuring() && model().range()->result() != nullptr; },
        kPatience));
    settle();
    RangeGrouping& grouping = *model().range()->grouping();
    window().findChild<QQuickItem*>(QStringLiteral("rangeGroupBy"))->forceActiveFocus();
    key(Qt::Key_Space);
    ASSERT_TRUE(QTest::qWaitFor([&] { return grouping.keys().size() > 1; }, kPatience));
    settle();
    ASSERT_EQ(grouping.keys().at(1), QStringLiteral("rank"));
    key(Qt::Key_Down);
    key(Qt::Key_Down);
    key(Qt::Key_Return);
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return grouping.key() == 1 && !grouping.isGrouping(); }, kPatience));
    settle();
    const TableModel& rows = *grouping.rows();
    EXPECT_EQ(rows.titles().first(), QStringLiteral("rank"));
    ASSERT_EQ(rows.count(), 4);
    QStringList names;
    for (int row = 0; row < 4; ++row) {
        names << rows.value(row, "cells").toStringList().first();
    }
    names.sort();
    EXPECT_EQ(names.join(u' '), QStringLiteral("rank 0 rank 1 rank 2 rank 3"));
    // Their slices are of four traces: none is lit in that of one.
    click(window()
              .findChild<QQuickItem*>(QStringLiteral("rangeRows"))
              ->mapToScene({60, 10})
              .toPoint());
    settle();
    EXPECT_EQ(model().range()->lit(), nullptr);
    // By name it is of the shown rank again.
    grouping.setKey(0);
    EXPECT_GT(rows.count(), 4);
}

TEST_F(RanksWindow, KindsOfCollectivesCanBeHidden) {
    open("fsdp");
    ASSERT_GT(ranks().kinds().size(), 1);
    const std::size_t before = lanes().displayList().polygons.size();
    ASSERT_GT(before, 0U);
    auto* filter = window().findChild<QQuickItem*>(QStringLiteral("rankFilter"));
    ASSERT_TRUE(filter != nullptr && filter->isVisible());
    click(filter->mapToScene({10, 8}).toPoint());
    settle();
    auto* choices = window().findChild<QObject*>(QStringLiteral("rankFilterChoices"));
    ASSERT_TRUE(choices != nullptr && choices->property("opened").toBool());
    key(Qt::Key_Escape);
    for (int kind = 0; kind < ranks().kinds().size(); ++kind) {
        ranks().toggleKind(kind);
    }
    settle();
    EXPECT_TRUE(lanes().displayList().polygons.empty());
    ranks().toggleKind(0);
    settle();
    EXPECT_FALSE(lanes().displayList().polygons.empty());
}

TEST_F(RanksWindow, ASetEndsAComparison) {
    showTrace("streams_overlap.json.zst");
    ComparisonObject& comparison = *model().comparison();
    comparison.open(QString::fromStdString(test::dataFile("sync_large_before.json.zst")));
    ASSERT_TRUE(QTest::qWaitFor([&] { return comparison.shown(); }, kPatience));
    model().ranks()->open({QString::fromStdString(test::dataFile("ranks/ddp_slow_host_rank2"))});
    ASSERT_TRUE(QTest::qWaitFor([&] { return ranks().current() >= 0; }, kPatience));
    EXPECT_FALSE(comparison.active());
    ASSERT_TRUE(QTest::qWaitFor([&] { return !ranks().computesCost(); }, kPatience));
}

TEST_F(RanksWindow, AnotherTraceEndsTheSet) {
    open("tp_decode");
    openAndWait(QString::fromStdString(test::dataFile("sync_small_after.json.zst")));
    EXPECT_FALSE(ranks().active());
    EXPECT_EQ(model().state()->drawerTab(), WindowState::FindingsTab);
    EXPECT_FALSE(lanes().isVisible());
}

TEST_F(RanksWindow, ReloadOpensAllAgain) {
    open("tp_decode");
    const RankSet* before = ranks().set();
    key(Qt::Key_F5);
    ASSERT_TRUE(QTest::qWaitFor([&] { return ranks().set() != nullptr && ranks().set() != before; },
                                kPatience));
    EXPECT_EQ(ranks().count(), 4);
}

TEST_F(RanksWindow, AFolderWithoutTracesIsAnError) {
    show();
    const QTemporaryDir empty;
    model().openDropped({QUrl::fromLocalFile(empty.path())}, false);
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return session().state() == SessionObject::Failed; }, kPatience));
    EXPECT_TRUE(session().errorText().contains(empty.path()));
    EXPECT_FALSE(ranks().active());
}

TEST_F(RanksWindow, FilesOfSeveralRunsAreRefused) {
    show();
    const auto file = [](const char* name) {
        return QUrl::fromLocalFile(QString::fromStdString(test::dataFile(name)));
    };
    model().openDropped({file("sync_small_after.json.zst"), file("sync_small_before.json.zst"),
                         file("host_small_after.json.zst")},
                        false);
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return session().state() == SessionObject::Failed; }, kPatience));
    EXPECT_FALSE(model().ranks()->active());
}

TEST(RankProgress, SaysHowFarEachFileIs) {
    RankProgressModel model;
    const std::vector<std::string> files{"a", "b", "c", "d", "e"};
    model.begin(files);
    std::vector<LoadProgress> progress(files.size());
    progress[0] = {LoadStage::Reading, 50'000, 100'000, 0, 0};
    progress[1] = {LoadStage::ReadingRemote, 50'000, 0, 0, 0};
    progress[2] = {LoadStage::Reconnecting, 50'000, 0, 0, 0};
    progress[3] = {LoadStage::Receiving, 50'000, 0, 0, 0};
    progress[4] = {LoadStage::Analyzing, 100'000, 100'000, 0, 0};
    model.receive(progress);
    QStringList texts;
    for (int row = 0; row < model.count(); ++row) {
        texts << model.value(row, "text").toString();
    }
    EXPECT_EQ(texts.join(u'\n').toStdString(),
              "50 of 100\u2009kB\n50.0\u2009kB\nconnecting again\nreceived 50.0\u2009kB\n"
              "measuring");
}

// A program in place of ssh that prints a listing.
class RemoteRanks : public ::testing::Test {
protected:
    explicit RemoteRanks(const QByteArray& script) {
        const QString ssh = m_folder.filePath(QStringLiteral("ssh"));
        QFile file(ssh);
        file.open(QIODevice::WriteOnly);
        file.write("#!/bin/sh\necho 'gaplight-pack 2.0 2' >&2\n" + script);
        file.close();
        file.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
        qputenv("GAPLIGHT_SSH", ssh.toUtf8());
    }
    ~RemoteRanks() override { qunsetenv("GAPLIGHT_SSH"); }

    QTemporaryDir m_folder;
    SessionObject m_session;
    RankSetObject m_ranks{m_session, [](const std::string& path, const OpenOptions& options) {
                              EXPECT_TRUE(path.starts_with("node:/")) << path;
                              return openSession(path.substr(5), options);
                          }};
};

class ListedRemoteRanks : public RemoteRanks {
protected:
    ListedRemoteRanks()
        : RemoteRanks("printf 'ddp_straggler_rank0.json.zst\\0ddp_straggler_rank1.json.zst\\0'\n") {
    }
};

TEST_F(ListedRemoteRanks, AreOpened) {
    const std::string file = test::dataFile("ddp_straggler_rank0.json.zst");
    const QString folder = QStringLiteral("node:") + QFileInfo(toQString(file)).path() + u'/';
    m_ranks.open({folder});
    ASSERT_TRUE(QTest::qWaitFor([&] { return m_ranks.active(); }, kPatience))
        << m_session.errorText().toStdString();
    EXPECT_EQ(m_ranks.count(), 2);
    EXPECT_TRUE(m_ranks.reload());
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return m_session.state() == SessionObject::Ready && m_ranks.active(); }, kPatience));
    EXPECT_EQ(m_ranks.count(), 2);
}

class RefusedRemoteRanks : public RemoteRanks {
protected:
    RefusedRemoteRanks() : RemoteRanks("echo \"gaplight: 'x/' is no folder\" >&2\nexit 3\n") {}
};

TEST_F(RefusedRemoteRanks, AreAnError) {
    m_ranks.open({QStringLiteral("node:x/")});
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return m_session.state() == SessionObject::Failed; }, kPatience));
    EXPECT_TRUE(m_session.errorText().contains(QStringLiteral("on node: 'x/' is no folder")))
        << m_session.errorText().toStdString();
    EXPECT_FALSE(m_ranks.active());
}

}  // namespace
}  // namespace gaplight::ui
