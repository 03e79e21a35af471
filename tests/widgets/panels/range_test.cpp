// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// Ranges over tracks: dragging them, adjusting them, and what their pane says.
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <QClipboard>
#include <QGuiApplication>
#include <QQmlEngine>
#include <QQuickItem>
#include <QScopeGuard>

#include "core/formats/chrome/chrome_details.h"
#include "tests/support/traces/trace_dsl.h"
#include "tests/widgets/support/window_fixture.h"
#include "widgets/render/pattern_item.h"
#include "widgets/timeline/timeline_menus.h"

namespace gaplight::ui {
namespace {

class Range : public WindowTest {
protected:
    void SetUp() override { showTrace("streams_overlap.json.zst"); }

    [[nodiscard]] RangeDetails& range() { return *model().range(); }
    [[nodiscard]] QQuickItem& item(const char* name) {
        auto* found = window().findChild<QQuickItem*>(QLatin1String(name));
        EXPECT_NE(found, nullptr) << name;
        return *found;
    }
    void clickOn(const char* name) {
        const QQuickItem& target = item(name);
        click(target.mapToScene(QPointF(target.width() / 2, target.height() / 2)).toPoint());
        settle();
    }
    void waitUntilMeasured() {
        ASSERT_TRUE(QTest::qWaitFor(
            [this] { return !range().measuring() && range().result() != nullptr; }, 60'000));
        settle();
    }
    // The first call that the view shows well: at least 60 pixels wide.
    [[nodiscard]] SliceId wideSlice() {
        const SliceId slice = sliceNamed("cudaStreamSynchronize");
        goTo(slice);
        key(Qt::Key_F);
        key(Qt::Key_S);
        key(Qt::Key_S);
        return slice;
    }
    [[nodiscard]] double xOf(Time time) { return viewport().x(time); }
};

TEST_F(Range, EdgesSnapToSlicesUnlessAltIsHeld) {
    const SliceId slice = wideSlice();
    const TimeRange whole = trace().slices().range(slice);
    const double y = timeline().mapFromScene(middleOf(slice)).y();
    const QPoint from = inTimeline(xOf(whole.begin) + 4, y);
    const QPoint to = inTimeline(xOf(whole.end) - 4, y);
    drag(from, to);
    EXPECT_EQ(view().state().selectedRange, whole);
    EXPECT_EQ(view().state().selectedTracks, std::vector<TrackId>{trace().trackOf(slice)});
    EXPECT_EQ(model().state()->drawerTab(), WindowState::RangeTab);
    drag(from, to, Qt::LeftButton, Qt::AltModifier);
    EXPECT_NE(view().state().selectedRange, whole);
}

// A bar and squares of a kind that PatternItem does not know would be holes.
TEST_F(Range, TheBarsOfGpusAreDrawn) {
    key(Qt::Key_A, Qt::ControlModifier);
    waitUntilMeasured();
    for (const QVariant& part : range().gpus()->value(0, "parts").toList()) {
        PatternItem pattern(window().contentItem());
        QQmlEngine::setContextForObject(&pattern, QQmlEngine::contextForObject(&timeline()));
        pattern.setSize(QSizeF(20, 10));
        pattern.setKind(part.toMap().value(QStringLiteral("kind")).toString());
        static_cast<QQmlParserStatus&>(pattern).componentComplete();
        settle();
        EXPECT_FALSE(pattern.displayList().rects.empty() && pattern.displayList().hatches.empty())
            << pattern.kind().toStdString();
    }
}

// One cause has one name: that of the bar beside the verdict, not of what ended the gap before.
TEST_F(Range, GpusNameCausesAsTheBarDoes) {
    showTrace("train_sync_pageable.json.zst");
    key(Qt::Key_A, Qt::ControlModifier);
    waitUntilMeasured();
    QStringList parts;
    for (const QVariant& part : range().gpus()->value(0, "parts").toList()) {
        parts << part.toMap().value(QStringLiteral("text")).toString();
    }
    GpuTimeModel& bar = *model().first()->gpuTime();
    ASSERT_GT(bar.count(), 2);
    ASSERT_EQ(parts.size(), bar.count()) << parts.join(u'\n').toStdString();
    for (int row = 0; row < bar.count(); ++row) {
        EXPECT_EQ(parts[row].toStdString(),
                  (bar.value(row, "label").toString() + u' ' + bar.value(row, "length").toString())
                      .toStdString());
    }
    EXPECT_TRUE(parts.join(u'\n').contains(QLatin1String("idle: data loader")));
}

TEST_F(Range, WhatOneSelectsIsShownInItsTabHoweverOneDoesIt) {
    const auto tabAfter = [this](auto&& select) {
        model().state()->setDrawerTab(WindowState::ChecklistTab);
        select();
        return model().state()->drawerTab();
    };
    goTo(sliceNamed("cudaStreamSynchronize"));
    EXPECT_EQ(tabAfter([this] { key(Qt::Key_R); }), WindowState::RangeTab);
    EXPECT_EQ(tabAfter([this] { key(Qt::Key_R); }), WindowState::RangeTab) << "the same again";
    EXPECT_EQ(tabAfter([this] { key(Qt::Key_A, Qt::ControlModifier); }), WindowState::RangeTab);
    EXPECT_EQ(tabAfter([this] { timeline().goToPlace(QStringLiteral("1ms..2ms")); }),
              WindowState::RangeTab);
    EXPECT_EQ(tabAfter([this] { timeline().goToPlace(QStringLiteral("3ms")); }),
              WindowState::ChecklistTab)
        << "an instant selects nothing";
    EXPECT_EQ(tabAfter([this] { key(Qt::Key_G); }), WindowState::RangeTab);
    for (const Qt::Key step : {Qt::Key_Period, Qt::Key_Comma, Qt::Key_Up}) {
        goTo(sliceNamed("cudaStreamSynchronize"));
        EXPECT_EQ(tabAfter([this, step] { key(step); }), WindowState::SelectionTab) << step;
    }
    EXPECT_EQ(tabAfter([this] { key(Qt::Key_E); }), WindowState::ChecklistTab);
    EXPECT_EQ(tabAfter([this] { key(Qt::Key_Escape); }), WindowState::ChecklistTab);
}

TEST_F(Range, AnEdgeCanBeMoved) {
    const SliceId slice = wideSlice();
    key(Qt::Key_R);
    const TimeRange before = *view().state().selectedRange;
    // The handles in the ruler.
    drag(inTimeline(xOf(before.end), 20), inTimeline(xOf(before.end) + 60, 20));
    ASSERT_TRUE(view().state().selectedRange);
    EXPECT_EQ(view().state().selectedRange->begin, before.begin);
    EXPECT_GT(view().state().selectedRange->end, before.end);
    EXPECT_EQ(view().state().selectedTracks, std::vector<TrackId>{trace().trackOf(slice)});
}

TEST_F(Range, OverSeveralTracks) {
    const Trace& shown = trace();
    goTo(shown.gpuActivities().front().slice);
    const std::size_t stream =
        view().layout().laneOf(shown.trackOf(shown.gpuActivities().front().slice));
    const double y = viewport().y(view().layout().lanes()[stream].y) + 5;
    drag(inTimeline(400, y), inTimeline(900, viewport().height - 4));
    EXPECT_GT(view().state().selectedTracks.size(), 1U);
    EXPECT_EQ(view().state().selectedTracks.front(), view().layout().lanes()[stream].track);
    key(Qt::Key_Escape);
    drag(inTimeline(400, 10), inTimeline(900, 10));
    EXPECT_TRUE(view().state().selectedTracks.empty());
    key(Qt::Key_A, Qt::ControlModifier);
    EXPECT_EQ(view().state().selectedRange, trace().range());
}

// The button is down over the tracks; the pointer goes to `to` and stays there.
TEST_F(Range, TheViewFollowsBeyondTheLeftEdge) {
    const SliceId slice = wideSlice();
    const double y = timeline().mapFromScene(middleOf(slice)).y();
    const Time began = viewport().begin;
    ASSERT_GT(began, trace().range().begin);
    const QPoint from = inTimeline(700, y);
    const Time fixed = viewport().timeAt(700);
    const QPoint to = inTimeline(60, y);  // over the names
    QTest::mousePress(&window(), Qt::LeftButton, Qt::AltModifier, from);
    for (const QPoint at : {inTimeline(500, y), to}) {
        QMouseEvent event(QEvent::MouseMove, at, window().mapToGlobal(at), Qt::NoButton,
                          Qt::LeftButton, Qt::AltModifier);
        QCoreApplication::sendEvent(&window(), &event);
    }
    const Duration some = (viewport().timeAt(230) - viewport().timeAt(220)) * 20;
    EXPECT_TRUE(QTest::qWaitFor([&] { return viewport().begin < began - some; }, 20'000));
    QTest::mouseRelease(&window(), Qt::LeftButton, Qt::AltModifier, to);
    settle();
    const Time rested = viewport().begin;
    ASSERT_TRUE(view().state().selectedRange);
    EXPECT_EQ(view().state().selectedRange->begin, rested);
    EXPECT_EQ(view().state().selectedRange->end, fixed);
    settle();
    EXPECT_EQ(viewport().begin, rested);  // it does not go on
}

TEST_F(Range, CtrlClickOnANameAddsItsTrackAndTakesItOut) {
    const TrackId host = trace().trackOf(wideSlice());
    const auto nameOf = [&](TrackId track) {
        const Lane& lane = view().layout().lanes()[view().layout().laneOf(track)];
        return inTimeline(120, static_cast<double>(viewport().y(lane.y)) + 8);
    };
    const auto ctrlClick = [&](TrackId track) {
        QTest::mouseClick(&window(), Qt::LeftButton, Qt::ControlModifier, nameOf(track));
        settle();
    };
    key(Qt::Key_Escape);
    ctrlClick(host);
    EXPECT_EQ(view().state().selectedTracks, std::vector<TrackId>{host});
    ASSERT_TRUE(view().state().selectedRange);
    EXPECT_EQ(model().state()->drawerTab(), WindowState::RangeTab);
    const TimeRange range = *view().state().selectedRange;
    const TrackId stream = trace().trackOf(trace().gpuActivities().front().slice);
    timeline().trackMenu()->setLane(view().layout().laneOf(stream));
    EXPECT_FALSE(timeline().trackMenu()->inRange());
    timeline().trackMenu()->toggleInRange();
    EXPECT_TRUE(timeline().trackMenu()->inRange());
    EXPECT_EQ(view().state().selectedTracks.size(), 2U);
    ctrlClick(host);
    EXPECT_EQ(view().state().selectedTracks, std::vector<TrackId>{stream});
    EXPECT_EQ(view().state().selectedRange, range);
}

TEST_F(Range, IsMeasuredWhileItsPaneIsShown) {
    // Not as a person would, to whom the pane is shown at once.
    timeline().change([this](TimelineView& shown) { shown.selectRange(trace().range()); });
    EXPECT_EQ(range().result(), nullptr);
    model().state()->setDrawerTab(WindowState::RangeTab);
    waitUntilMeasured();
    EXPECT_GT(range().names()->count(), 5);
    EXPECT_GT(range().kernels()->count(), 0);
    EXPECT_EQ(range().gpus()->count(), 1);
    EXPECT_TRUE(range().summary().contains(QLatin1String(" slices")));
    key(Qt::Key_Escape);
    EXPECT_FALSE(range().hasRange());
    EXPECT_EQ(range().names()->count(), 0);
}

TEST_F(Range, KernelsOpenToTheirLaunchesAndDurations) {
    key(Qt::Key_A, Qt::ControlModifier);
    waitUntilMeasured();
    item("rangeViewKernels").forceActiveFocus();
    key(Qt::Key_Space);
    settle();
    KernelTreeModel& kernels = *range().kernels();
    kernels.collapseAll();
    const int groups = kernels.count();
    ASSERT_GT(groups, 0);
    QQuickItem& list = item("kernelTreeRows");
    click(list.mapToScene({16, 10}).toPoint());  // the triangle of the first group
    ASSERT_GT(kernels.count(), groups);
    EXPECT_EQ(kernels.value(1, "depth").toInt(), 1);
    key(Qt::Key_Down);
    key(Qt::Key_Right);
    EXPECT_EQ(kernels.value(2, "depth").toInt(), 2);
    EXPECT_TRUE(kernels.value(2, "name").toString().startsWith(QLatin1String("grid ")));
    // The chosen row's durations lead to its kernels, one after the other.
    HistogramObject& durations = *kernels.histogram();
    ASSERT_TRUE(QTest::qWaitFor([&] { return durations.lit() != nullptr; }, 60'000));
    settle();
    EXPECT_EQ(durations.title(), kernels.value(1, "name").toString());
    QQuickItem& plot =
        *item("kernelTreeRowsHistogram").findChild<QQuickItem*>(QStringLiteral("histogramPlot"));
    const auto heights = durations.heights();
    const int bin = static_cast<int>(heights.indexOf(QVariant(1.0)));
    const double width = plot.width() / static_cast<double>(heights.size());
    const QPoint column = plot.mapToScene({(bin + 0.5) * width, plot.height() - 2}).toPoint();
    click(column);
    EXPECT_EQ(durations.bin(), bin);
    ASSERT_TRUE(QTest::qWaitFor([&] { return view().state().selected.isValid(); }, 60'000));
    const SliceId first = view().state().selected;
    ASSERT_TRUE(first.isValid());
    EXPECT_EQ(trace().kind(first), SliceKind::Kernel);
    EXPECT_TRUE(durations.place().startsWith(QLatin1String("1 of ")));
    click(column);
    EXPECT_TRUE(durations.place().startsWith(QLatin1String("2 of ")) ||
                durations.place().startsWith(QLatin1String("1 of 1 ")));
    // Sorted, filtered, copied.
    kernels.collapseAll();
    kernels.sortBy(KernelTreeModel::Count);
    EXPECT_TRUE(kernels.descending());
    kernels.setFilter(QStringLiteral("no kernel is called that"));
    EXPECT_EQ(kernels.count(), 0);
    settle();
    EXPECT_TRUE(item("kernelTreeRowsEmpty").isVisible());
    kernels.setFilter({});
    EXPECT_EQ(kernels.count(), groups);
    list.forceActiveFocus();
    key(Qt::Key_C, Qt::ControlModifier);
    EXPECT_TRUE(QGuiApplication::clipboard()->text().startsWith(
        QLatin1String("group,name,grid,block,shapes,count,total_ns,median_ns,p99_ns\n")));
}

TEST_F(Range, AModulesKernelsHaveAHistogramToo) {
    openAndWait(QString::fromStdString(test::dataFile("flux_after_eager.json.zst")));
    key(Qt::Key_A, Qt::ControlModifier);
    waitUntilMeasured();
    GpuTimeTreeModel& tree = *range().gpuTime();
    ASSERT_GT(tree.count(), 0);
    tree.choose(0);
    ASSERT_TRUE(QTest::qWaitFor([&] { return tree.histogram()->exists(); }, 60'000));
    double highest = 0;
    for (const QVariant& height : tree.histogram()->heights()) {
        highest = std::max(highest, height.toDouble());
    }
    EXPECT_EQ(highest, 1);
    tree.histogram()->pick(-1);
    EXPECT_EQ(tree.histogram()->bin(), -1);
    key(Qt::Key_Escape);  // no longer lit
    EXPECT_TRUE(tree.histogram()->exists());
    key(Qt::Key_Escape);
    EXPECT_FALSE(tree.histogram()->exists());
}

// A row of any table lights its slices, a column of its histogram those of that length.
TEST_F(Range, ARowAndAColumnLightTheirSlices) {
    key(Qt::Key_A, Qt::ControlModifier);
    waitUntilMeasured();
    RangeGrouping& grouping = *range().grouping();
    grouping.rows()->setFilter(QStringLiteral("cudaLaunchKernel"));
    settle();
    QQuickItem& list = item("rangeRows");
    click(list.mapToScene({60, 10}).toPoint());
    ASSERT_TRUE(QTest::qWaitFor([&] { return range().lit() != nullptr; }, 60'000));
    settle();
    const std::string name =
        grouping.rows()->value(0, "cells").toStringList().first().toStdString();
    std::size_t launches = 0;
    for (std::size_t at = 0; at < trace().slices().size(); ++at) {
        launches += trace().name(SliceId(at)) == name ? 1U : 0U;
    }
    ASSERT_GT(launches, 1U);
    ASSERT_NE(view().model().hits, nullptr);
    EXPECT_EQ(view().model().hits->count(), launches);
    HistogramObject& durations = *grouping.histogram();
    QQuickItem& plot =
        *item("rangeRowsHistogram").findChild<QQuickItem*>(QStringLiteral("histogramPlot"));
    plot.forceActiveFocus();
    key(Qt::Key_Right);
    ASSERT_TRUE(QTest::qWaitFor([&] { return view().model().hits->count() < launches; }, 60'000));
    EXPECT_EQ(durations.bin(), 0);
    EXPECT_EQ(view().model().hits, durations.lit().get());
    EXPECT_FALSE(view().state().selected.isValid()) << "arrow keys light alone";
    key(Qt::Key_Return);
    EXPECT_TRUE(durations.lit()->contains(view().state().selected));
    EXPECT_TRUE(view().state().selectedRange);
    // A search is there again once nothing is lit, and the range stays.
    key(Qt::Key_Escape);
    EXPECT_EQ(view().model().hits, nullptr);
    EXPECT_TRUE(view().state().selectedRange);
    key(Qt::Key_Right);
    ASSERT_TRUE(QTest::qWaitFor([&] { return range().lit() != nullptr; }, 60'000));
    model().search()->setText(QStringLiteral("memcpy"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return model().search()->count() > 0; }, 60'000));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !model().search()->searching(); }, 60'000));
    EXPECT_EQ(range().lit(), nullptr);
    EXPECT_EQ(view().model().hits, model().search()->hits().get());
}

TEST_F(Range, IsGroupedByWhatItsSlicesHave) {
    key(Qt::Key_A, Qt::ControlModifier);
    waitUntilMeasured();
    RangeGrouping& grouping = *range().grouping();
    EXPECT_EQ(grouping.keys(), QStringList{QStringLiteral("name")});
    item("rangeGroupBy").forceActiveFocus();
    key(Qt::Key_Space);
    ASSERT_TRUE(QTest::qWaitFor([&] { return grouping.keys().size() > 3; }, 60'000));
    settle();
    EXPECT_EQ(grouping.keys().at(1), QStringLiteral("stream"));
    key(Qt::Key_Down);
    key(Qt::Key_Down);
    key(Qt::Key_Return);
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return grouping.key() == 1 && !grouping.isGrouping(); }, 60'000));
    settle();
    TableModel& rows = *grouping.rows();
    EXPECT_EQ(rows.titles().first(), QStringLiteral("stream"));
    EXPECT_EQ(rows.titles().value(rows.sorted()), QStringLiteral("total"));
    ASSERT_GT(rows.count(), 1);
    const SliceId longest(static_cast<std::size_t>(rows.target(0)));
    EXPECT_TRUE(trace().tracks()[trace().trackOf(longest).index()].stream.has_value());
    click(item("rangeRows").mapToScene({60, 10}).toPoint());
    ASSERT_TRUE(QTest::qWaitFor([&] { return range().lit() != nullptr; }, 60'000));
    settle();
    EXPECT_EQ(view().model().hits->count(),
              view().model().hits->countOn(trace(), trace().trackOf(longest)));
    // By an arg, of another range, and by name again.
    grouping.setKey(static_cast<int>(grouping.keys().indexOf(QStringLiteral("grid"))));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !grouping.isGrouping(); }, 60'000));
    EXPECT_TRUE(rows.value(0, "cells").toStringList().first().startsWith(u'['));
    EXPECT_TRUE(grouping.notice().endsWith(QStringLiteral(" without grid")));
    key(Qt::Key_Escape);
    key(Qt::Key_Escape);
    EXPECT_EQ(rows.count(), 0);
    key(Qt::Key_A, Qt::ControlModifier);
    waitUntilMeasured();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !grouping.isGrouping(); }, 60'000));
    EXPECT_EQ(rows.titles().first(), QStringLiteral("grid"));
    grouping.setKey(0);
    EXPECT_EQ(rows.titles().first(), QStringLiteral("name"));
    EXPECT_EQ(rows.titles().value(rows.sorted()), QStringLiteral("self"));
}

// The bytes of a file, which can be held back as a slow disk would.
class HeldSource : public RandomAccess {
public:
    explicit HeldSource(std::string bytes) : m_bytes(std::move(bytes)) {}

    void hold(bool held) {
        const std::lock_guard lock(m_mutex);
        m_isHeld = held;
        m_released.notify_all();
    }
    [[nodiscard]] int reads() const { return m_reads; }

    [[nodiscard]] Result<std::size_t> readAt(std::uint64_t offset,
                                             std::span<char> into) const override {
        std::unique_lock lock(m_mutex);
        ++m_reads;
        m_released.wait(lock, [this] { return !m_isHeld; });
        const std::size_t from = std::min<std::uint64_t>(offset, m_bytes.size());
        return m_bytes.copy(into.data(), into.size(), from);
    }
    std::uint64_t size() const override { return m_bytes.size(); }

private:
    std::string m_bytes;
    mutable std::mutex m_mutex;
    mutable std::condition_variable m_released;
    bool m_isHeld = false;
    mutable std::atomic<int> m_reads = 0;
};

class RangeOf : public WindowTest {
protected:
    // Opens a session that was not loaded from a file, and selects all of it.
    void open(const std::shared_ptr<const Session>& session) {
        show([session](const std::string&, const OpenOptions&) { return session; });
        openAndWait(QStringLiteral("made"));
        key(Qt::Key_A, Qt::ControlModifier);
        model().state()->setDrawerTab(WindowState::RangeTab);
        waitUntilMeasured();
    }
    void waitUntilMeasured() {
        const RangeDetails& range = *model().range();
        ASSERT_TRUE(QTest::qWaitFor([&] { return !range.measuring() && range.result() != nullptr; },
                                    kPatience));
        settle();
    }
    [[nodiscard]] RangeGrouping& grouping() { return *model().range()->grouping(); }
    // Chooses what it is grouped by in the menu, by keys.
    void groupBy(const QString& title) {
        auto* button = window().findChild<QQuickItem*>(QStringLiteral("rangeGroupBy"));
        ASSERT_NE(button, nullptr);
        button->forceActiveFocus();
        key(Qt::Key_Space);
        ASSERT_TRUE(QTest::qWaitFor([&] { return grouping().keys().contains(title); }, kPatience));
        settle();
        const auto at = grouping().keys().indexOf(title);
        for (qsizetype row = 0; row <= at; ++row) {
            key(Qt::Key_Down);
        }
        key(Qt::Key_Return);
    }
};

// Esc stops a grouping that takes long, before it leaves the range.
TEST_F(RangeOf, ASlowFileIsGroupedUntilEsc) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    for (int number = 0; number < 200; ++number) {
        t.op(host, {number * 100, number * 100 + 50}, "aten::add");
        t.arg("Input Dims", number % 3 == 0 ? "[[4, 8]]" : "[[2]]");
    }
    const auto source = std::make_shared<HeldSource>(t.json());
    auto bytes = byteSourceFromMemory(t.json());
    ASSERT_TRUE(bytes);
    auto session = std::make_shared<Session>(*openSession("made", **bytes).value());
    session->details =
        TraceDetails(session->trace, {std::make_shared<const ChromeDetails>(source)});
    open(session);
    auto* button = window().findChild<QQuickItem*>(QStringLiteral("rangeGroupBy"));
    ASSERT_NE(button, nullptr);
    grouping().readKeys();
    ASSERT_TRUE(QTest::qWaitFor(
        [this] { return grouping().keys().contains(QStringLiteral("Input Dims")); }, kPatience));
    source->hold(true);
    const auto released = qScopeGuard([&] { source->hold(false); });
    const int before = source->reads();
    groupBy(QStringLiteral("Input Dims"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return source->reads() > before; }, kPatience));
    EXPECT_TRUE(grouping().isGrouping());
    EXPECT_TRUE(grouping().notice().endsWith(QStringLiteral("Esc stops")));
    key(Qt::Key_Escape);
    EXPECT_FALSE(grouping().isGrouping());
    EXPECT_EQ(grouping().key(), 0);
    EXPECT_EQ(grouping().rows()->titles().first(), QStringLiteral("name"));
    EXPECT_EQ(grouping().rows()->count(), 1);
    EXPECT_TRUE(view().state().selectedRange);
    // What was read too late changes nothing.
    source->hold(false);
    QTest::qWait(100);
    EXPECT_EQ(grouping().key(), 0);
    key(Qt::Key_Escape);
    EXPECT_FALSE(view().state().selectedRange);
    key(Qt::Key_A, Qt::ControlModifier);
    waitUntilMeasured();
    groupBy(QStringLiteral("Input Dims"));
    ASSERT_TRUE(QTest::qWaitFor([this] { return grouping().key() > 0 && !grouping().isGrouping(); },
                                kPatience));
    EXPECT_EQ(grouping().rows()->count(), 2);
}

// What other threads wait for is not what the program does; one click shows it.
class RangeOfWaits : public Range {
protected:
    void SetUp() override { showTrace("wan_before_compile.json.zst"); }
};

TEST_F(RangeOfWaits, IdleWaitsAreLeftOutUntilTheyAreAskedFor) {
    key(Qt::Key_A, Qt::ControlModifier);
    waitUntilMeasured();
    RangeGrouping& grouping = *range().grouping();
    const auto longest = [&] {
        return grouping.rows()->value(0, "cells").toStringList().value(0).toStdString();
    };
    const int work = grouping.rows()->count();
    EXPECT_TRUE(grouping.leftOut().endsWith(QStringLiteral("left out")))
        << grouping.leftOut().toStdString();
    EXPECT_EQ(longest().find("wait"), std::string::npos) << longest();
    // Another view of the range has its own.
    QQuickItem& more = item("rangeLeftOut");
    clickOn("rangeViewBy");
    ASSERT_TRUE(more.isVisible());
    clickOn("rangeLeftOut");
    EXPECT_GT(grouping.rows()->count(), work);
    EXPECT_NE(longest().find("wait"), std::string::npos) << longest();
    clickOn("rangeLeftOut");
    EXPECT_EQ(grouping.rows()->count(), work);
}

TEST_F(Range, TheTableSortsFiltersAndCopies) {
    key(Qt::Key_A, Qt::ControlModifier);
    model().state()->setDrawerTab(WindowState::RangeTab);
    waitUntilMeasured();
    TableModel& names = *range().names();
    const auto nameOf = [&names](int at) {
        return names.value(at, "cells").toStringList().first().toStdString();
    };
    ASSERT_EQ(names.titles().value(names.sorted()), QStringLiteral("self"));
    names.sortBy(0);
    const std::string first = nameOf(0);
    names.sortBy(0);
    EXPECT_EQ(nameOf(names.count() - 1), first);
    names.setFilter(QStringLiteral("cudastreamsync"));
    ASSERT_EQ(names.count(), 1);
    EXPECT_EQ(nameOf(0), "cudaStreamSynchronize");
    names.copyCsv();
    const QString csv = QGuiApplication::clipboard()->text();
    EXPECT_TRUE(csv.startsWith(QLatin1String("name,count,self_ns,share_of_self,total_ns")))
        << csv.toStdString();
    EXPECT_EQ(csv.count(u'\n'), 2);
    names.copyMarkdown();
    EXPECT_TRUE(
        QGuiApplication::clipboard()->text().contains(QLatin1String("| cudaStreamSynchronize |")));
}

TEST_F(Range, ReturnGoesToTheLongestAndKeepsTheRange) {
    key(Qt::Key_A, Qt::ControlModifier);
    model().state()->setDrawerTab(WindowState::RangeTab);
    waitUntilMeasured();
    range().names()->setFilter(QStringLiteral("cudaStreamSynchronize"));
    QQuickItem& list = item("rangeRows");
    list.forceActiveFocus(Qt::TabFocusReason);
    list.setProperty("currentIndex", 0);
    key(Qt::Key_Return);
    const SliceId longest = view().state().selected;
    ASSERT_TRUE(longest.isValid());
    EXPECT_EQ(trace().name(longest), "cudaStreamSynchronize");
    for (std::size_t at = 0; at < trace().slices().size(); ++at) {
        if (trace().name(SliceId(at)) == "cudaStreamSynchronize") {
            EXPECT_LE(trace().slices().duration(SliceId(at)), trace().slices().duration(longest));
        }
    }
    EXPECT_EQ(view().state().selectedRange, trace().range());
}

TEST_F(Range, GpuTimeIsATreeOfWhatLaunchedIt) {
    key(Qt::Key_A, Qt::ControlModifier);
    model().state()->setDrawerTab(WindowState::RangeTab);
    waitUntilMeasured();
    QQuickItem& list = item("gpuTimeRows");
    list.parentItem()->parentItem()->parentItem()->setProperty("chosenView", 4);
    settle();
    ASSERT_TRUE(list.isVisible());
    GpuTimeTreeModel& rows = *range().gpuTime();
    ASSERT_GT(rows.count(), 1);
    EXPECT_FALSE(range().ranHere());
    EXPECT_EQ(rows.value(0, "depth").toInt(), 0);
    rows.collapseAll();
    list.forceActiveFocus(Qt::TabFocusReason);
    list.setProperty("currentIndex", 0);
    const int collapsed = rows.count();
    ASSERT_TRUE(rows.value(0, "expandable").toBool());
    key(Qt::Key_Right);
    EXPECT_GT(rows.count(), collapsed);
    EXPECT_TRUE(rows.value(0, "expanded").toBool());
    EXPECT_EQ(rows.value(1, "depth").toInt(), 1);
    key(Qt::Key_Left);
    EXPECT_EQ(rows.count(), collapsed);
    rows.expandAll();
    int kernels = 0;
    for (int row = 0; row < rows.count(); ++row) {
        kernels += rows.value(row, "detail").toString() == QStringLiteral("GPU") ? 1 : 0;
    }
    EXPECT_GT(kernels, 0);
    EXPECT_EQ(rows.csv().count(u'\n'), rows.count() + 1);
    list.setProperty("currentIndex", 0);
    key(Qt::Key_Return);
    EXPECT_TRUE(isGpuActivity(trace().kind(view().state().selected)));
}

TEST_F(Range, AStreamsGpuTimeIsOfWhatRanThere) {
    model().state()->setDrawerTab(WindowState::RangeTab);
    const SliceId kernel = trace().gpuActivities()[0].slice;
    timeline().change([&](TimelineView& shown) {
        shown.selectRange(trace().range(), {trace().trackOf(kernel)});
    });
    waitUntilMeasured();
    EXPECT_TRUE(range().ranHere());
    EXPECT_GT(range().gpuTime()->count(), 0);
    range().setRanHere(false);
    waitUntilMeasured();
    EXPECT_FALSE(range().ranHere());
    EXPECT_EQ(range().gpuTime()->count(), 0);  // a stream launches nothing
}

}  // namespace
}  // namespace gaplight::ui
