// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// Two runs whose views are linked: on one scale, or each on its own.
#include "widgets/compare/linked_views.h"

#include <algorithm>
#include <vector>

#include <QQuickItem>

#include "core/scene/layout/track_arrangement.h"
#include "tests/widgets/compare/compare_window.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

TEST_F(CompareWindow, ViewsMoveTogetherUntilUnlinked) {
    const auto step = comparison().result()->a->session().analysis.steps.markers.host[1];
    timeline().change([&](TimelineView& shown) { shown.setRange(step); });
    settle();
    EXPECT_TRUE(areAligned());
    key(Qt::Key_W);
    settle();
    EXPECT_TRUE(areAligned());
    key(Qt::Key_L);
    const Viewport before = second().view().viewport();
    key(Qt::Key_W);
    settle();
    EXPECT_EQ(second().view().viewport(), before);
    key(Qt::Key_L);
    settle();
    EXPECT_TRUE(areAligned());
}

TEST_F(CompareWindow, BothRunsAreCollapsedAlike) {
    const auto collapsed = [](const TimelineItem& run) {
        return std::ranges::count_if(run.view().layout().lanes(), &Lane::collapsed);
    };
    model().state()->run(Action::CollapseAllTracks);
    EXPECT_GT(collapsed(timeline()), 0);
    EXPECT_GT(collapsed(second()), 0);
    model().state()->run(Action::ExpandAllTracks);
    EXPECT_EQ(collapsed(timeline()), 0);
    EXPECT_EQ(collapsed(second()), 0);
}

TEST_F(CompareWindow, BothRunsAreSortedAndGroupedAlike) {
    model().state()->run(Action::SortTracksByTime);
    second().trackMenu()->groupBy(TrackMenu::OfNames);
    settle();
    for (const TimelineItem* run : {&timeline(), &second()}) {
        EXPECT_EQ(run->view().layout().sort(), TrackSort::BusyTime);
        EXPECT_EQ(run->view().layout().grouping(), TrackGrouping::Name);
    }
    QTest::qWait(60);  // recorded after the event
    key(Qt::Key_Z, Qt::ControlModifier);
    for (const TimelineItem* run : {&timeline(), &second()}) {
        EXPECT_EQ(run->view().layout().sort(), TrackSort::Usual);
        EXPECT_EQ(run->view().layout().grouping(), TrackGrouping::Process);
    }
}

TEST_F(CompareWindow, LegendsAreInTheOrderOfTheirBars) {
    auto* row = window().findChild<QQuickItem*>(QStringLiteral("gpuTimeOfA"));
    ASSERT_NE(row, nullptr);
    const auto* legend = row->findChild<QQuickItem*>(QStringLiteral("gpuTimeLegend"));
    ASSERT_NE(legend, nullptr);
    const GpuTimeModel& parts = *model().first()->gpuTime();
    const auto placeOf = [&parts](const QString& text) {
        int place = 0;
        while (place < parts.count() && !text.startsWith(parts.value(place, "label").toString())) {
            ++place;
        }
        return place;
    };
    std::vector<int> places;
    for (const QQuickItem* entry : legend->childItems()) {
        if (entry->isVisible() && entry->property("modelData").isValid()) {
            places.push_back(placeOf(entry->property("text").toString()));
        }
    }
    EXPECT_GT(places.size(), 1U);
    EXPECT_TRUE(std::ranges::is_sorted(places));
}

// Neither view ends within a row or a header.
TEST_F(CompareWindow, BothRunsShowWholeRows) {
    for (const QSize size : {QSize(1280, 720), QSize(1200, 800), QSize(1440, 757)}) {
        window().resize(size);
        settle();
        for (const TimelineItem* run : {&timeline(), &second()}) {
            const TrackLayout& tracks = run->view().layout();
            const double end = run->view().viewport().tracksHeight();
            if (tracks.contentHeight() <= end) {
                continue;
            }
            const Lane& lane = tracks.lanes()[tracks.visibleLanes()[tracks.visibleAt(end - 0.5)]];
            const double inside = end - lane.y;
            const double rows = inside / static_cast<double>(tracks.rowPitch());
            EXPECT_TRUE(inside >= static_cast<double>(lane.height) - 0.5 ||
                        (lane.kind == LaneKind::Slices && std::abs(rows - std::round(rows)) < 0.05))
                << lane.title << " " << inside << " of " << lane.height;
        }
    }
}

TEST_F(CompareWindow, TheSecondLeadsToo) {
    const auto step = comparison().result()->b->session().analysis.steps.markers.host[2];
    second().change([&](TimelineView& shown) { shown.setRange(step); });
    settle();
    const TimeLink& steps = comparison().result()->comparison.gpuLink;
    EXPECT_NEAR(viewport().x(steps.toA(step.begin)), viewport().timeLeft(), 2);
}

TEST_F(CompareWindow, BothRunsAreWholeAndOnOneScaleAtFirst) {
    const TimeRange a = session().trace()->session().trace->range();
    const TimeRange b = comparison().other()->trace()->session().trace->range();
    const auto isWhole = [](const Viewport& shown, TimeRange range) {
        return shown.begin <= range.begin && range.end <= shown.end();
    };
    EXPECT_TRUE(isWhole(viewport(), a));
    EXPECT_TRUE(isWhole(second().view().viewport(), b));
    EXPECT_TRUE(areAligned());
    // The longer run decides, also when it is B.
    key(Qt::Key_X);
    ASSERT_TRUE(QTest::qWaitFor([this] { return comparison().result() != nullptr; }, kLong));
    settle();
    key(Qt::Key_W);
    settle();
    key(Qt::Key_0);
    settle();
    EXPECT_TRUE(isWhole(viewport(), b));
    EXPECT_TRUE(isWhole(second().view().viewport(), a));
    EXPECT_TRUE(areAligned());
}

TEST_F(CompareWindow, EachRunCanHaveItsOwnScale) {
    key(Qt::Key_U);
    settle();
    EXPECT_FALSE(model().state()->runs()->oneScale());
    const auto step = comparison().result()->a->session().analysis.steps.markers.host[1];
    timeline().change([&](TimelineView& shown) { shown.setRange(step); });
    settle();
    EXPECT_TRUE(areFitted());
    EXPECT_FALSE(areAligned());
    auto* button = window().findChild<QQuickItem*>(QStringLiteral("scale"));
    ASSERT_NE(button, nullptr);
    click(button->mapToScene({button->width() / 2, button->height() / 2}).toPoint());
    ASSERT_TRUE(QTest::qWaitFor([this] { return model().state()->runs()->oneScale(); }, kLong));
    settle();
    EXPECT_TRUE(areAligned());
}

TEST_F(CompareWindow, TracksPinnedInAArePinnedInB) {
    comparison().close();
    settle();
    const TrackLayout& ofA = view().layout();
    std::size_t stream = 0;
    while (!ofA.lanes()[stream].title.starts_with("stream")) {
        ASSERT_LT(++stream, ofA.lanes().size());
    }
    timeline().change([&](TimelineView& shown) {
        shown.changeTracks([&](TrackLayout& tracks) { tracks.setPinned(stream, true); });
    });
    compareWith("flux_after_cudagraph.json.zst");
    const TrackLayout& ofB = second().view().layout();
    ASSERT_EQ(ofB.pinnedTracks().size(), 1U);
    EXPECT_EQ(ofB.lanes()[ofB.pinnedTracks()[0]].title, ofA.lanes()[stream].title);
    // What is unpinned in B stays so while both are compared.
    second().change([](TimelineView& shown) {
        shown.changeTracks([](TrackLayout& tracks) { unpinAll(tracks); });
    });
    key(Qt::Key_U);
    settle();
    EXPECT_TRUE(second().view().layout().pinnedTracks().empty());
}

// A view that was kept from the last time is no part of the comparison.
TEST_F(CompareWindow, AKeptZoomIsNotComparedAt) {
    comparison().close();
    settle();
    const TimeRange step = session().trace()->session().analysis.steps.markers.host[1];
    timeline().change([&](TimelineView& shown) {
        shown.setRange({step.begin, step.begin + step.length() / 50});
    });
    settle();
    compareWith("flux_after_cudagraph.json.zst");
    const TimeRange a = trace().range();
    EXPECT_TRUE(viewport().begin <= a.begin && a.end <= viewport().end());
    EXPECT_TRUE(areAligned());
}

TEST_F(CompareWindow, BarsAndWaterfallLeadFromAToB) {
    auto* verdict = window().findChild<QQuickItem*>(QStringLiteral("compareVerdict"));
    ASSERT_NE(verdict, nullptr);
    EXPECT_TRUE(verdict->isVisible());
    EXPECT_EQ(verdict->property("text").toString(), comparison().verdict());
    EXPECT_DOUBLE_EQ(comparison().shareOfA(), 1);
    EXPECT_NEAR(comparison().shareOfB(), 0.224, 0.001);
    const WaterfallModel& bars = *model().waterfall();
    ASSERT_GE(bars.count(), 4);
    EXPECT_EQ(bars.value(0, "length").toString(),
              durationText(comparison().result()->comparison.verdict.a));
    EXPECT_EQ(bars.value(1, "kind").toString(), QStringLiteral("less"));
    EXPECT_EQ(bars.value(1, "label").toString(), QStringLiteral("idle because launches came late"));
    EXPECT_EQ(bars.value(1, "end").toDouble(), 1);
    EXPECT_NEAR(bars.value(bars.count() - 1, "end").toDouble(), comparison().shareOfB(), 1e-9);
}

TEST_F(CompareWindow, CostsOfAFewMicrosecondsHaveNoColor) {
    const ComparisonListModel& rows = *model().comparisonRows();
    for (int row = 0; row < rows.count(); ++row) {
        if (rows.value(row, "cells")
                .toStringList()
                .first()
                .endsWith(QLatin1String("copies alone"))) {
            EXPECT_EQ(rows.value(row, "change").toInt(), 0);
        }
    }
}

}  // namespace
}  // namespace gaplight::ui
