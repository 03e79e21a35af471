// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// Two runs in one window.
#include <algorithm>
#include <chrono>

#include <QFileInfo>
#include <QQuickItem>

#include "core/analysis/torch/kernel_group.h"
#include "core/formats/document_kinds.h"
#include "tests/support/checks/golden.h"
#include "tests/widgets/compare/compare_window.h"
#include "widgets/compare/linked_views.h"
#include "widgets/compare/match_item.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

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

// What stands beside the times of a step is of that step, and both overviews have one scale.
TEST_F(CompareWindow, BarsAndOverviewsAreOfWhatIsCompared) {
    const Comparison& result = comparison().result()->comparison;
    ASSERT_TRUE(result.verdict.perStep);
    const auto steady = std::ranges::find(result.parts, PartKind::SteadySteps, &ComparedPart::kind);
    ASSERT_NE(steady, result.parts.end());
    GpuTimeModel& ofA = *model().first()->gpuTime();
    GpuTimeModel& ofB = *model().second()->gpuTime();
    EXPECT_EQ(ofA.value(0, "label").toString(), QStringLiteral("computes"));
    EXPECT_EQ(ofA.value(0, "length").toString(), durationText(steady->a->measures.compute));
    EXPECT_EQ(ofB.value(0, "length").toString(), durationText(steady->b->measures.compute));
    ASSERT_TRUE(view().sharedRange() && second().view().sharedRange());
    EXPECT_EQ(view().sharedRange()->length(), second().view().sharedRange()->length());
    const Duration whole = session().trace()->session().analysis.devices.at(0).totals.compute;
    EXPECT_NE(ofA.value(0, "length").toString(), durationText(whole));
    comparison().close();
    settle();
    EXPECT_EQ(ofA.value(0, "length").toString(), durationText(whole));
    EXPECT_FALSE(view().sharedRange());
}

// In a low window the tracks of both leave the drawer room for its buttons, which stay in it.
TEST_F(CompareWindow, ALowWindowHasRoomForTheDrawer) {
    window().resize(1280, 720);
    auto* drawer = window().findChild<QQuickItem*>(QStringLiteral("drawer"));
    auto* button = window().findChild<QQuickItem*>(QStringLiteral("arrange"));
    ASSERT_NE(drawer, nullptr);
    ASSERT_NE(button, nullptr);
    ASSERT_TRUE(QTest::qWaitFor([&] { return drawer->height() >= 140; }, kLong))
        << drawer->height();
    const double tabs = drawer->property("tabsHeight").toDouble();
    EXPECT_GE(button->mapToItem(drawer, QPointF()).y(), tabs);
}

TEST_F(CompareWindow, ASearchGoesThroughBoth) {
    SearchModel& mine = *model().search();
    SearchModel& other = *model().second()->search();
    mine.setText(QStringLiteral("flash"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !mine.searching() && !other.searching(); }, kLong));
    EXPECT_EQ(other.text(), QStringLiteral("flash"));
    EXPECT_EQ(view().model().hits, mine.hits().get());
    EXPECT_EQ(second().view().model().hits, other.hits().get());
    ASSERT_GT(other.count(), 0);
    // Keys and list are those of the run that one works in.
    second().forceActiveFocus();
    ASSERT_TRUE(QTest::qWaitFor([&] { return second().hasActiveFocus(); }, kLong));
    key(Qt::Key_F3);
    EXPECT_TRUE(second().view().state().selected.isValid());
    EXPECT_FALSE(view().state().selected.isValid());
    mine.setOnlyHits(true);
    EXPECT_TRUE(second().view().state().onlyHits);
}

TEST_F(CompareWindow, AnotherLayoutShowsTheSameTime) {
    const TimeRange before = viewport().range();
    const auto isShown = [&] {
        const TimeRange now = viewport().range();
        const Duration slack = before.length() / 50;
        return std::chrono::abs(now.begin - before.begin) < slack &&
               std::chrono::abs(now.end - before.end) < slack;
    };
    const float width = viewport().width;
    key(Qt::Key_X, Qt::ShiftModifier);
    ASSERT_TRUE(QTest::qWaitFor([&] { return viewport().width < width * 0.6F; }, kLong));
    settle();
    EXPECT_TRUE(isShown());
    key(Qt::Key_X, Qt::ShiftModifier);
    ASSERT_TRUE(QTest::qWaitFor([&] { return viewport().width == width; }, kLong));
    settle();
    EXPECT_TRUE(isShown());
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
    // The longer run is B now; both are still whole.
    settle();
    const auto isWhole = [](const TimelineView& shown) {
        const TimeRange range = shown.model().trace->range();
        return shown.viewport().begin <= range.begin && range.end <= shown.viewport().end();
    };
    EXPECT_TRUE(isWhole(view()));
    EXPECT_TRUE(isWhole(second().view()));
}

// A place that is shown keeps in view, with A and B exchanged.
TEST_F(CompareWindow, SwapKeepsWhatEachRunShows) {
    key(Qt::Key_W);
    key(Qt::Key_W);
    settle();
    const TimeRange ofA = viewport().range();
    key(Qt::Key_X);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            return comparison().result() != nullptr &&
                   comparison().verdictKind() == QStringLiteral("regressed");
        },
        kLong));
    settle();
    const Viewport& shown = second().view().viewport();
    EXPECT_LT(std::abs(shown.x(ofA.begin) - shown.timeLeft()), 1);
    EXPECT_LT(std::abs(shown.x(ofA.end) - shown.width), 1);
    EXPECT_EQ(shown.nsPerPixel, viewport().nsPerPixel);
}

TEST_F(CompareWindow, ARowShowsBothPlaces) {
    ComparisonListModel& rows = *model().comparisonRows();
    rows.setFilter(QStringLiteral("step 3"));
    ASSERT_GT(rows.count(), 0);
    ASSERT_EQ(rows.value(0, "heading"), QStringLiteral("Steps, GPU time"));
    rows.choose(0);
    settle();
    const TimeRange placeA = rows.placeInA(rows.target(0)).value();
    const TimeRange placeB = rows.placeInB(rows.target(0)).value();
    EXPECT_LE(viewport().begin, placeA.begin);
    EXPECT_GE(viewport().end(), placeA.end);
    EXPECT_LE(second().view().viewport().begin, placeB.begin);
    EXPECT_GE(second().view().viewport().end(), placeB.end);
    EXPECT_EQ(second().view().viewport().nsPerPixel, viewport().nsPerPixel);
}

TEST_F(CompareWindow, ARowOfAKernelLeadsToItsLongestLaunchInBoth) {
    ComparisonListModel& rows = *model().comparisonRows();
    int row = 0;
    const auto isInBoth = [&] {
        return rows.target(row) >= 0 && rows.sliceInA(rows.target(row)).isValid() &&
               rows.sliceInB(rows.target(row)).isValid();
    };
    while (row < rows.count() && !isInBoth()) {
        ++row;
    }
    ASSERT_LT(row, rows.count());
    const SliceId a = rows.sliceInA(rows.target(row));
    const SliceId b = rows.sliceInB(rows.target(row));
    auto* list = window().findChild<QQuickItem*>(QStringLiteral("comparisonRows"));
    ASSERT_NE(list, nullptr);
    list->forceActiveFocus(Qt::TabFocusReason);
    list->setProperty("currentIndex", row);
    key(Qt::Key_Return);
    EXPECT_EQ(view().state().selected, a);
    EXPECT_EQ(second().view().state().selected, b);
    const auto isShown = [](const TimelineView& shown, SliceId slice) {
        const TimeRange range = shown.model().trace->slices().range(slice);
        return shown.viewport().range().begin <= range.begin &&
               range.end <= shown.viewport().end() &&
               shown.viewport().x(range.end) - shown.viewport().x(range.begin) > 4;
    };
    EXPECT_TRUE(isShown(view(), a));
    EXPECT_TRUE(isShown(second().view(), b));
    EXPECT_EQ(viewport().nsPerPixel, second().view().viewport().nsPerPixel);
    // A pointer over A does not take B away.
    QTest::mouseMove(&window(), inTimeline(600, 60));
    settle();
    EXPECT_TRUE(isShown(second().view(), b));
    for (const KernelChange& change : comparison().result()->comparison.kernels.kernels) {
        if (change.name == shortKernelName(trace().name(a))) {
            EXPECT_EQ(change.name, shortKernelName(second().view().model().trace->name(b)));
        }
    }
}

// A saving beside a dash would be a difference that is none.
TEST_F(CompareWindow, FindingsOfBothRunsHaveTwoValuesOfOneKind) {
    const ComparisonListModel& rows = *model().comparisonRows();
    int both = 0;
    for (int row = 0; row < rows.count(); ++row) {
        const QStringList cells = rows.value(row, "cells").toStringList();
        if (rows.value(row, "heading").toString().startsWith(QStringLiteral("Findings in both"))) {
            ++both;
            EXPECT_EQ(cells.value(1) == QStringLiteral("–"), cells.value(2) == QStringLiteral("–"))
                << cells.join(u'|').toStdString();
        }
    }
    EXPECT_GT(both, 0);
}

TEST_F(CompareWindow, RowsAreSortedWithinTheirPart) {
    ComparisonListModel& rows = *model().comparisonRows();
    const QString first = rows.value(0, "heading").toString();
    rows.sortBy(static_cast<int>(rows.titles().indexOf(QLatin1String("A"))));
    EXPECT_EQ(rows.value(0, "heading").toString(), first);
    rows.setFilter(QStringLiteral("GPU busy"));
    ASSERT_GE(rows.count(), 2) << "of a step, and of the whole run";
    const QString csv = rows.csv();
    EXPECT_TRUE(csv.startsWith(QLatin1String("part,measure,unit,a,b,difference,percent\r\n")))
        << csv.toStdString();
    EXPECT_TRUE(csv.contains(QLatin1String("The whole run,GPU busy,ns,"))) << csv.toStdString();
    EXPECT_LT(rows.value(0, "change").toInt(), 0) << "less time is better";
}

TEST_F(CompareWindow, TheColumnOfNamesSaysWhatThePartHas) {
    ComparisonListModel& rows = *model().comparisonRows();
    EXPECT_EQ(rows.titles().first(), QStringLiteral("name"));
    ASSERT_TRUE(rows.parts().contains(QStringLiteral("Kernels")));
    rows.setPart(QStringLiteral("Kernels"));
    EXPECT_EQ(rows.titles().first(), QStringLiteral("kernel"));
    EXPECT_TRUE(rows.markdown().contains(QStringLiteral("| kernel |")))
        << rows.markdown().toStdString();
    rows.setPart(QStringLiteral("Measures"));
    EXPECT_EQ(rows.titles().first(), QStringLiteral("measure"));
    rows.setPart({});
    EXPECT_EQ(rows.titles().first(), QStringLiteral("name"));
}

TEST_F(CompareWindow, RowsKeepTheirPartsWhenTheyAreSorted) {
    ComparisonListModel& rows = *model().comparisonRows();
    const auto label = [&](int row) {
        return rows.value(row, "cells").toStringList().constFirst();
    };
    for (int column = 0; column < rows.titles().size(); ++column) {
        rows.sortBy(column);
        QString above;
        int found = 0;
        for (int row = 0; row < rows.count(); ++row) {
            above = label(row).startsWith(u' ') ? above : label(row);
            if (label(row) == QStringLiteral("  time in them")) {
                EXPECT_TRUE(above == QStringLiteral("blocking calls") ||
                            above == QStringLiteral("calls of cudaMalloc, cudaFree"))
                    << above.toStdString();
                ++found;
            }
        }
        EXPECT_GT(found, 0);
    }
}

TEST_F(CompareWindow, APartOfTheTableIsShownAlone) {
    ComparisonListModel& rows = *model().comparisonRows();
    const int all = rows.count();
    ASSERT_TRUE(rows.parts().contains(QStringLiteral("Kernels")));
    EXPECT_EQ(rows.parts().constFirst(), QStringLiteral("Measures"));
    auto* list = window().findChild<QQuickItem*>(QStringLiteral("comparisonParts"));
    ASSERT_NE(list, nullptr);
    for (QQuickItem* part : list->childItems()) {
        if (part->property("text") == QStringLiteral("Kernels")) {
            click(part->mapToScene(QPointF(part->width() / 2, part->height() / 2)).toPoint());
        }
    }
    ASSERT_GT(rows.count(), 0);
    EXPECT_LT(rows.count(), all);
    for (int row = 0; row < rows.count(); ++row) {
        EXPECT_TRUE(rows.value(row, "heading").toString().startsWith(QStringLiteral("Kernels")));
    }
    rows.setPart({});
    EXPECT_EQ(rows.count(), all);
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

TEST_F(CompareWindow, PinsGoWithTheTracesThatTheyNameSlicesOf) {
    const auto pinFirstAnnotations = [this] {
        const auto annotation = [](const LoadedTrace& loaded) {
            return static_cast<qint64>(loaded->session().analysis.annotationSlices.at(1).index());
        };
        comparison().pin(annotation(session().trace()), annotation(comparison().other()->trace()));
        return comparison().pinCount();
    };
    const auto awaitResult = [this] {
        return QTest::qWaitFor([this] { return comparison().result() != nullptr; }, kLong);
    };
    const auto reopen = [](SessionObject& shown, const char* name) {
        const LoadedTrace before = shown.trace();
        shown.open(QString::fromStdString(test::dataFile(name)));
        return QTest::qWaitFor(
            [&] { return shown.state() == SessionObject::Ready && shown.trace() != before; },
            kLong);
    };
    ASSERT_EQ(pinFirstAnnotations(), 1);
    // The same trace judged anew, or as the other one, has the same slices.
    session().updateFindings();
    ASSERT_TRUE(QTest::qWaitFor([this] { return !session().updatingFindings(); }, kLong));
    EXPECT_EQ(comparison().pinCount(), 1);
    comparison().swap();
    comparison().swap();
    EXPECT_EQ(comparison().pinCount(), 1);
    ASSERT_TRUE(awaitResult());
    EXPECT_EQ(comparison().result()->pins.size(), 1U);

    ASSERT_TRUE(reopen(session(), "flux_after_eager.json.zst"));
    EXPECT_EQ(comparison().pinCount(), 0);
    ASSERT_TRUE(awaitResult());
    EXPECT_TRUE(comparison().result()->pins.empty());
    ASSERT_EQ(pinFirstAnnotations(), 1);
    ASSERT_TRUE(reopen(*comparison().other(), "flux_after_cudagraph.json.zst"));
    EXPECT_EQ(comparison().pinCount(), 0);
}

TEST_F(CompareWindow, StandSideBySideToo) {
    expectStrip("matches", true);
    expectStrip("matchesOfA", false);
    EXPECT_GT(placeOf(second()).top(), placeOf(timeline()).bottom());
    key(Qt::Key_X, Qt::ShiftModifier);
    const auto areBeside = [this] {
        const QRectF a = placeOf(timeline());
        const QRectF b = placeOf(second());
        return a.right() <= b.left() && a.top() == b.top() && a.height() == b.height() &&
               std::abs(a.width() - b.width()) <= 1;
    };
    ASSERT_TRUE(QTest::qWaitFor(areBeside, kLong));
    settle();
    expectStrip("matches", false);
    expectStrip("matchesOfA", true);
    expectStrip("matchesOfB", true);
    const auto step = comparison().result()->a->session().analysis.steps.markers.host[1];
    timeline().change([&](TimelineView& shown) { shown.setRange(step); });
    settle();
    EXPECT_TRUE(areAligned());

    // Remembered.
    close();
    showTrace("flux_after_eager.json.zst");
    EXPECT_TRUE(model().state()->runs()->beside());
    compareWith("flux_after_cudagraph.json.zst");
    EXPECT_TRUE(areBeside());
    auto* button = window().findChild<QQuickItem*>(QStringLiteral("arrange"));
    ASSERT_NE(button, nullptr);
    click(button->mapToScene({button->width() / 2, button->height() / 2}).toPoint());
    ASSERT_TRUE(QTest::qWaitFor(
        [this] { return placeOf(second()).top() > placeOf(timeline()).bottom(); }, kLong));
}

TEST_F(CompareWindow, PointingAtOneEndOfABandMarksTheOther) {
    model().state()->runs()->setBeside(true);
    settle();
    auto* ofA = window().findChild<MatchItem*>(QStringLiteral("matchesOfA"));
    auto* ofB = window().findChild<MatchItem*>(QStringLiteral("matchesOfB"));
    ASSERT_TRUE(ofA != nullptr && ofB != nullptr);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return ofA->width() > 0 && !ofA->displayList().polygons.empty(); }, kLong));
    const double timeLeft = viewport().timeLeft();
    const QPointF at((timeLeft + ofA->width()) / 2, ofA->height() / 2);
    QTest::mouseMove(&window(), ofA->mapToScene(at).toPoint());
    ASSERT_TRUE(QTest::qWaitFor([&] { return ofA->hoveredBand() >= 0; }, kLong));
    EXPECT_EQ(ofB->marked(), ofA->hoveredBand());
    EXPECT_EQ(
        ofA->tipText(),
        QString::fromStdString(
            comparison().result()->bands[static_cast<std::size_t>(ofA->hoveredBand())].label));
}

TEST_F(CompareWindow, WhatIsSelectedInBIsDescribed) {
    const LoadedTrace b = comparison().other()->trace();
    const SliceId slice = b->session().indexes->launches.launches()[3];
    const auto isNamed = [this](const QString& name) {
        const auto* shown = window().findChild<QQuickItem*>(QStringLiteral("selectedName"));
        return shown != nullptr && shown->property("text").toString() == name;
    };
    model().state()->setDrawerTab(WindowState::SelectionTab);
    second().forceActiveFocus();
    second().goToSlice(static_cast<qint64>(slice.index()));
    settle();
    EXPECT_EQ(model().second()->details()->slice(), static_cast<qint64>(slice.index()));
    EXPECT_EQ(model().details()->slice(), -1);
    EXPECT_TRUE(isNamed(toQString(b->session().trace->name(slice))));
    ASSERT_TRUE(QTest::qWaitFor(
        [this] {
            return !model().second()->details()->collecting() &&
                   model().second()->details()->facts()->rowCount() > 0;
        },
        kLong));
    // Back in A, A's.
    timeline().forceActiveFocus();
    timeline().goToSlice(0);
    settle();
    EXPECT_TRUE(isNamed(toQString(trace().name(SliceId(std::size_t{0})))));
}

TEST_F(CompareWindow, BothHalvesAreNamedDuringADrag) {
    const auto half = [this](const char* name) {
        auto* item = window().findChild<QQuickItem*>(QLatin1String(name));
        EXPECT_NE(item, nullptr) << name;
        return item;
    };
    QMimeData files;
    files.setUrls(
        {QUrl::fromLocalFile(QString::fromStdString(test::dataFile("streams_overlap.json.zst")))});
    for (const bool below : {false, true}) {
        const QPoint at(window().width() / 2, window().height() * (below ? 3 : 1) / 4);
        QDragEnterEvent enter(at, Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window(), &enter);
        QDragMoveEvent move(at, Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window(), &move);
        EXPECT_TRUE(half("dropToOpen")->isVisible() && half("dropToCompare")->isVisible());
        EXPECT_EQ(half("dropToCompare")->property("current").toBool(), below);
        EXPECT_EQ(half("dropToOpen")->property("current").toBool(), !below);
        QDragLeaveEvent leave;
        QCoreApplication::sendEvent(&window(), &leave);
        EXPECT_FALSE(half("dropToOpen")->isVisible() || half("dropToCompare")->isVisible());
    }
}

TEST_F(CompareWindow, DroppedFilesOpenOrCompare) {
    comparison().close();
    settle();
    const LoadedTrace before = session().trace();
    // The lower half compares.
    dropFile("flux_after_cudagraph.json.zst", {600, 700});
    ASSERT_TRUE(QTest::qWaitFor([this] { return comparison().result() != nullptr; }, kLong));
    EXPECT_EQ(session().trace(), before);
    EXPECT_TRUE(comparison().other()->fileName().contains(QStringLiteral("cudagraph")));
    comparison().close();
    settle();
    // The upper half opens.
    dropFile("sync_small_before.json.zst", {600, 100});
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return session().state() == SessionObject::Ready && session().trace() != before; },
        kLong));
    EXPECT_FALSE(comparison().active());
    EXPECT_TRUE(session().fileName().contains(QStringLiteral("sync_small_before")));
}

TEST_F(CompareWindow, ClosesAndFails) {
    comparison().close();
    ASSERT_TRUE(QTest::qWaitFor(
        [this] {
            return window().findChild<TimelineItem*>(QStringLiteral("secondTimeline")) == nullptr;
        },
        60'000));
    key(Qt::Key_W);  // the first one has the keys again
    EXPECT_EQ(model().comparisonRows()->count(), 0);
    comparison().open(QStringLiteral("/nonexistent/trace.json"));
    ASSERT_TRUE(QTest::qWaitFor([this] { return !comparison().errorText().isEmpty(); }, kLong));
    EXPECT_FALSE(comparison().busy());
    comparison().close();
    const QString folder = QString::fromStdString(test::dataFile("ranks/tp_decode/rank0.json.zst"));
    comparison().open(QFileInfo(folder).path());
    ASSERT_TRUE(QTest::qWaitFor([this] { return !comparison().errorText().isEmpty(); }, kLong));
    EXPECT_TRUE(comparison().errorText().contains(
        toQString(refusalOf(DocumentKind::Ranks, DocumentUse::SideBySide))));
    comparison().close();
}

}  // namespace
}  // namespace gaplight::ui
