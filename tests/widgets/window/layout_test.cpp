// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// Sizes: of texts, of the window, of the drawer and of the names column.
#include <algorithm>

#include <QFile>
#include <QQuickItem>
#include <QSettings>
#include <QTemporaryDir>

#include "tests/support/traces/trace_dsl.h"
#include "tests/widgets/support/window_fixture.h"

namespace gaplight::ui {
namespace {

class Layout : public WindowTest {
protected:
    [[nodiscard]] QQuickItem& item(const char* name) {
        auto* found = window().findChild<QQuickItem*>(QLatin1String(name));
        EXPECT_NE(found, nullptr) << name;
        return *found;
    }
    // The button of an open or closed tab.
    [[nodiscard]] QPoint tab(const char* title) {
        QList<QQuickItem*> left{window().contentItem()};
        while (!left.isEmpty()) {
            QQuickItem* at = left.takeFirst();
            if (at->isVisible() && at->inherits("QQuickAbstractButton") &&
                at->property("text").toString() == QLatin1String(title)) {
                return at->mapToScene(QPointF(at->width() / 2, at->height() / 2)).toPoint();
            }
            left += at->childItems();
        }
        ADD_FAILURE() << title;
        return {};
    }
    void doubleClick(QPoint at) {
        QTest::mouseClick(&window(), Qt::LeftButton, Qt::NoModifier, at);
        QTest::mouseDClick(&window(), Qt::LeftButton, Qt::NoModifier, at);
        settle();
    }
    [[nodiscard]] int rowsInView() {
        return static_cast<int>(
            (timeline().height() - timeline().tracks()->top()) /
            (static_cast<double>(TrackLayout::kRowPitch) * timeline().textScale()));
    }
};

// At the drawer's first height, also where a call has many inside of it.
TEST_F(Layout, TheStackOfASelectedSliceHasEightRows) {
    showTrace("graph_breaks_stack.json.zst");
    window().resize(1280, 720);
    for (const SliceId slice : {trace().gpuActivities().front().slice, sliceNamed("aten::mm")}) {
        ASSERT_TRUE(slice.isValid());
        goTo(slice);
        model().state()->showTab(WindowState::SelectionTab);
        settle();
        QQuickItem* stack = nullptr;
        for (auto* column : window().findChildren<QQuickItem*>(QStringLiteral("stackRows"))) {
            stack = column->isVisible() ? column : stack;
        }
        ASSERT_NE(stack, nullptr);
        EXPECT_GE(stack->height(), 8 * 18) << trace().name(slice);
    }
}

// No column is much wider than its texts; what is left is for the occurrences and the answer.
TEST_F(Layout, ALargeWindowGivesTheRoomToWhatNeedsIt) {
    showTrace("graph_breaks_stack.json.zst");
    window().resize(2560, 1440);
    settle();
    const auto right = [](const QQuickItem& of) { return of.mapToScene({of.width(), 0}).x(); };
    model().state()->showTab(WindowState::FindingsTab);
    settle();
    EXPECT_LE(item("findings").width(), 900);
    EXPECT_GT(item("occurrences").width(), 780);
    EXPECT_NEAR(right(item("occurrences")), 2560, 2);
    model().state()->showTab(WindowState::WhatIfTab);
    settle();
    EXPECT_NEAR(item("changes").width(), 960, 2);
    EXPECT_GT(item("predictedWindow").width(), 900);
}

TEST_F(Layout, TextSizeScalesTheTimelineAtOnceAndAfterARestart) {
    showTrace("streams_overlap.json.zst");
    const double top = timeline().tracks()->top();
    const double left = timeline().tracks()->left();
    const TimeRange seen = viewport().range();
    model().theme()->setScale(1.5);
    settle();
    EXPECT_DOUBLE_EQ(timeline().tracks()->top(), top * 1.5);
    EXPECT_DOUBLE_EQ(timeline().tracks()->left(), left * 1.5);
    EXPECT_NEAR(static_cast<double>(viewport().width), timeline().width() / 1.5, 0.01);
    EXPECT_EQ(viewport().range(), seen);
    // What is seen is what is hit.
    const SliceId call = sliceNamed("cudaStreamSynchronize");
    goTo(call);
    key(Qt::Key_F);
    key(Qt::Key_Escape);
    click(middleOf(call));
    EXPECT_EQ(view().state().selected, call);
    showTrace("streams_overlap.json.zst");
    EXPECT_DOUBLE_EQ(timeline().textScale(), 1.5);
    EXPECT_DOUBLE_EQ(timeline().tracks()->left(), left * 1.5);
    model().theme()->setScale(1);
    EXPECT_DOUBLE_EQ(timeline().tracks()->left(), left);
}

TEST_F(Layout, TheWindowComesBackInItsSize) {
    keepPlaces();
    show();
    window().resize(760, 560);
    ASSERT_TRUE(QTest::qWaitFor([this] { return window().size() == QSize(760, 560); }, kPatience));
    settle();  // until the event of the new size is processed
    window().close();
    close();
    EXPECT_EQ(QSettings().value(QStringLiteral("window/geometry")).toRect().size(),
              QSize(760, 560));
    show();
    EXPECT_TRUE(QTest::qWaitFor([this] { return window().size() == QSize(760, 560); }, 10'000));
    window().close();
}

TEST_F(Layout, ALargeDrawerLeavesThreeTracks) {
    QSettings().setValue(QStringLiteral("window/drawerHeight"), 900);
    showTrace("streams_overlap.json.zst");
    EXPECT_GE(rowsInView(), 3);
    model().theme()->setScale(1.5);
    settle();
    EXPECT_GE(rowsInView(), 3);
    model().theme()->setScale(1);
}

// A high window has more room than the tracks need; the drawer has what they leave, at most half of
// the window, until someone drags it.
TEST_F(Layout, TheDrawerTakesWhatTheTracksLeave) {
    showTrace("streams_overlap.json.zst");
    const double usual = item("drawer").height();
    EXPECT_LE(usual, 0.34 * window().height() + 1);
    window().resize(1600, 1200);
    settle();
    const double taken = item("drawer").height();
    EXPECT_GT(taken, 300);
    EXPECT_LE(taken, 600);
    EXPECT_GE(timeline().height(), timeline().tracks()->bottom());
    EXPECT_TRUE(taken == 600 || timeline().height() < timeline().tracks()->bottom() + 60);
    model().state()->run(Action::CollapseAllTracks);
    settle();
    EXPECT_EQ(item("drawer").height(), taken);
    model().state()->setDrawerHeight(200);
    settle();
    EXPECT_EQ(item("drawer").height(), 200);
}

// Whatever the width: a sentence in the header has no line above or below it, and the duration of
// the trace is whole.
TEST_F(Layout, TheHeaderHoldsItsTexts) {
    showTrace("wan_before_compile.json.zst");
    for (int width = 900; width <= 2600; width += 50) {
        window().resize(width, 700);
        settle();
        QQuickItem& sentence = item("verdict");
        const double top = sentence.mapToScene(QPointF()).y();
        const double bottom = top + sentence.childrenRect().height();
        EXPECT_GE(top, 0) << width;
        EXPECT_TRUE(top >= 40 || bottom <= 40) << width;
        const QQuickItem& duration = item("traceDuration");
        const QQuickItem& search = item("searchField");
        EXPECT_LE(duration.mapToScene(QPointF(duration.implicitWidth(), 0)).x(),
                  search.mapToScene(QPointF()).x())
            << width;
        EXPECT_GE(duration.width(), duration.implicitWidth()) << width;
        const QQuickItem& hardware = *duration.parentItem()->childItems().front();
        EXPECT_NEAR(duration.x(), hardware.property("contentWidth").toDouble(), 1) << width;
        if (top < 40) {
            EXPECT_LE(duration.mapToScene(QPointF(duration.width(), 0)).x(),
                      sentence.mapToScene(QPointF()).x())
                << width;
        }
    }
}

TEST_F(Layout, ADoubleClickOnABorderGivesItsDefault) {
    showTrace("streams_overlap.json.zst");
    const double height = timeline().height();
    const QPoint border = inTimeline(600, timeline().height() + 1);
    drag(border, border - QPoint(0, 100));
    EXPECT_LT(timeline().height(), height - 50);
    doubleClick(inTimeline(600, timeline().height() + 1));
    EXPECT_EQ(timeline().height(), height);
    const double names = timeline().tracks()->left();
    const QPoint edge = inTimeline(names - 1, timeline().height() - 30);
    drag(edge, edge + QPoint(150, 0));
    EXPECT_GT(timeline().tracks()->left(), names + 100);
    doubleClick(inTimeline(timeline().tracks()->left() - 1, timeline().height() - 30));
    EXPECT_EQ(timeline().tracks()->left(), names);
}

TEST_F(Layout, ResetTheLayoutIsACommand) {
    showTrace("streams_overlap.json.zst");
    const double height = timeline().height();
    const double names = timeline().tracks()->left();
    model().state()->setDrawerHeight(420);
    timeline().tracks()->setNamesWidth(400);
    settle();
    EXPECT_NE(timeline().height(), height);
    model().commands()->setFilter(QStringLiteral("reset layout"));
    ASSERT_EQ(model().commands()->actionAt(0), Action::ResetLayout);
    model().state()->run(Action::ResetLayout);
    settle();
    EXPECT_EQ(timeline().height(), height);
    EXPECT_EQ(timeline().tracks()->left(), names);
}

TEST_F(Layout, ADoubleClickOnATabMaximizesIt) {
    showTrace("streams_overlap.json.zst");
    const double height = timeline().height();
    doubleClick(tab("Checklist"));
    EXPECT_TRUE(model().state()->drawerMaximized());
    EXPECT_EQ(model().state()->drawerTab(), WindowState::ChecklistTab);
    EXPECT_NEAR(timeline().height(), timeline().tracks()->top(), 1);
    QTest::qWait(500);  // no click is left over that closes it
    EXPECT_TRUE(model().state()->drawerOpen());
    doubleClick(tab("Checklist"));
    EXPECT_FALSE(model().state()->drawerMaximized());
    QTest::qWait(500);
    EXPECT_TRUE(model().state()->drawerOpen());
    EXPECT_EQ(timeline().height(), height);
    key(Qt::Key_Q, Qt::ShiftModifier);
    EXPECT_TRUE(model().state()->drawerMaximized());
    key(Qt::Key_Q);
    EXPECT_FALSE(model().state()->drawerOpen());
    key(Qt::Key_Q);
    EXPECT_EQ(timeline().height(), height);
    click(tab("Checklist"));
    EXPECT_FALSE(model().state()->drawerOpen());
}

// What is above the tracks leaves them the window.
TEST_F(Layout, TheFirstTrackBeginsNearTheTop) {
    showTrace("wan_before_compile.json.zst");
    window().resize(1600, 900);
    settle();
    const QPointF top = timeline().mapToScene(QPointF(0, timeline().tracks()->top()));
    EXPECT_LE(top.y(), 190);
    EXPECT_EQ(view().layout().lanes()[view().layout().visibleLanes().front()].kind,
              LaneKind::Slices);
}

// One strip more, 28 px.
TEST_F(Layout, TheFirstTrackOfTwoGpusBeginsOneStripLower) {
    test::TraceDsl t;
    const auto main = t.thread("main");
    for (int gpu = 0; gpu < 2; ++gpu) {
        for (std::int64_t at = 0; at < 50; ++at) {
            const std::int64_t begin = at * 1'000'000 + gpu * 100'000;
            t.kernel(t.stream(gpu, 7), {begin + 50'000, begin + 400'000},
                     t.launch(main, {begin, begin + 10'000}));
        }
    }
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("two.json"));
    QFile file(folder.filePath(QStringLiteral("two.json")));
    ASSERT_TRUE(file.open(QFile::WriteOnly));
    file.write(QByteArray::fromStdString(t.json()));
    file.close();
    show();
    openAndWait(file.fileName());
    window().resize(1600, 900);
    settle();
    ASSERT_EQ(view().layout().pinnedLanes().size(), 4U);
    constexpr double kStrip = TrackLayout::kUtilizationHeight + TrackLayout::kLaneGap;
    const QPointF top = timeline().mapToScene(QPointF(0, timeline().tracks()->top()));
    EXPECT_LE(top.y(), 190 + kStrip);
}

// The parts of the header's sentence that are seen, with what is written in them.
class VerdictSentence : public Layout {
protected:
    [[nodiscard]] std::vector<const QQuickItem*> seen() {
        std::vector<const QQuickItem*> parts;
        for (const QQuickItem* part : item("verdict").childItems()) {
            if (part->isVisible() && part->property("clause").isValid()) {
                parts.push_back(part);
            }
        }
        return parts;
    }
    [[nodiscard]] static QString textOf(const QQuickItem& part) {
        return part.property("contentItem").value<QQuickItem*>()->property("text").toString();
    }
    [[nodiscard]] QString text() {
        QStringList words;
        for (const QQuickItem* part : seen()) {
            words << textOf(*part);
        }
        return words.join(QChar(u' ')).replace(QChar(0x2009), QChar(u' '));
    }
    [[nodiscard]] bool isRead(int clause) {
        return std::ranges::any_of(seen(), [&](const QQuickItem* part) {
            return part->property("clause").toInt() == clause;
        });
    }
    [[nodiscard]] int clauseOf(VerdictWeight weight) {
        const auto& rows = model().first()->verdict()->rows();
        const auto row = std::ranges::find_if(
            rows, [&](const VerdictRow& one) { return one.part.weight == weight; });
        return row == rows.end() ? -1 : row->clause;
    }
    // Two lines, of parts that are as wide as was reckoned, in which what is left out is seen to
    // be: the cause and the gain, or else the last clause, never are.
    void checkSentence(const char* name) {
        const int last = model().first()->verdict()->rows().back().clause;
        const int gain = clauseOf(VerdictWeight::Gain);
        EXPECT_TRUE(isRead(clauseOf(VerdictWeight::Plain)) && isRead(gain < 0 ? last : gain))
            << name;
        int clause = -1;
        bool isCut = false;
        bool isShort = false;
        for (const QQuickItem* part : seen()) {
            const QQuickItem& label = *part->property("contentItem").value<QQuickItem*>();
            EXPECT_LE(label.property("contentWidth").toDouble(), part->width() + 1);
            const int own = part->property("clause").toInt();
            EXPECT_EQ(own > clause + 1,
                      isCut || (clause < 0 && textOf(*part).startsWith(QStringLiteral("… "))))
                << name << ": " << textOf(*part).toStdString();
            clause = own;
            isCut = textOf(*part).endsWith(QStringLiteral(" …"));
            EXPECT_FALSE(textOf(*part).contains(QStringLiteral("; …")));
            isShort = isShort || part->property("form").toInt() == 2;
            if (!isCut && !textOf(*part).startsWith(QStringLiteral("… "))) {
                EXPECT_NEAR(part->property("ownWidth").toDouble(), part->implicitWidth(), 1)
                    << textOf(*part).toStdString();
            }
        }
        EXPECT_TRUE(clause == last || isCut) << name << ": " << text().toStdString();
        EXPECT_EQ(item("verdict").property("isCut").toBool(),
                  text().startsWith(QStringLiteral("… ")) || text().contains(QStringLiteral(" …")));
        EXPECT_TRUE(!isShort || item("verdict").property("isCut").toBool()) << name;
        EXPECT_EQ(item("verdictBar").property("spoken").toString(),
                  model().first()->verdict()->sentence());
    }
};

// The longest sentences are those of servers. What two lines of the header do not hold is
// shortened, then left out by whole clauses; the tip and a screen reader have all.
TEST_F(VerdictSentence, LongSentencesLeaveTheTracksTheirPlace) {
    for (const char* name : {"atom", "bucket_padding", "host_gap", "prefill_stalls"}) {
        showTrace("serving/" + std::string(name) + ".json.zst");
        window().resize(1600, 900);
        settle();
        EXPECT_LE(timeline().mapToScene(QPointF(0, timeline().tracks()->top())).y(), 190) << name;
        QQuickItem& sentence = item("verdict");
        EXPECT_GE(sentence.mapToScene(QPointF()).y(), 0);
        const double height = sentence.property("shownHeight").toDouble();
        EXPECT_GT(height, 0);
        EXPECT_LE(sentence.mapToScene(QPointF(0, height)).y(), 40);
        checkSentence(name);
        // What the trace is of is shortened rather than left out.
        EXPECT_TRUE(text().startsWith(QStringLiteral("Decode "))) << text().toStdString();
        // The place of a cause is read with the cause.
        const int place = clauseOf(VerdictWeight::Place);
        EXPECT_TRUE(place < 0 || !isRead(place) || isRead(place - 1)) << name;
        window().resize(1280, 720);
        settle();
        checkSentence(name);
        window().resize(2560, 1440);
        settle();
        checkSentence(name);
        EXPECT_FALSE(sentence.property("isCut").toBool()) << name;
    }
}

// "In the other 377 ms" is read after what the others are; shorter words say it themselves.
TEST_F(VerdictSentence, ATimeWithoutFirstUseSaysSo) {
    showTrace("transformer_compile.json.zst");
    bool wasShort = false;
    for (int width = 1600; width >= 700; width -= 60) {
        window().resize(width, 720);
        settle();
        const QString read = text();
        checkSentence("transformer_compile");
        EXPECT_TRUE(!read.contains(QStringLiteral("In the other")) ||
                    read.contains(QStringLiteral("First use takes")))
            << read.toStdString();
        wasShort = wasShort || read.contains(QStringLiteral(" without first use "));
    }
    EXPECT_TRUE(wasShort);
}

// A name that is longer than the window loses its middle, and no figure.
TEST_F(Layout, LongNamesOfFunctionsLeaveTheSentenceItsTwoLines) {
    test::TraceDsl t;
    const auto main = t.thread("main");
    t.slice(main, {0, 600'000}, "function", "std::map<" + std::string(900, 'a') + ">::find");
    t.slice(main, {600'000, 900'000}, "function", "parse");
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("names.json")));
    ASSERT_TRUE(file.open(QFile::WriteOnly));
    file.write(QByteArray::fromStdString(t.json()));
    file.close();
    show();
    openAndWait(file.fileName());
    for (const QSize& size : {QSize(1280, 720), QSize(1600, 900)}) {
        window().resize(size);
        settle();
        const QQuickItem& sentence = item("verdict");
        int names = 0;
        for (const QQuickItem* part : sentence.childItems()) {
            if (part->isVisible() && !part->property("name").toString().isEmpty()) {
                ++names;
                EXPECT_LE(part->width(), sentence.width());
            }
        }
        EXPECT_EQ(names, 2);
        EXPECT_LE(sentence.property("shownHeight").toDouble(), 40);
    }
}

// Nearly empty threads are one line, which a click opens and the palette sorts.
TEST_F(Layout, MinorTracksOpenByAClickOnTheirLine) {
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("threads.json")));
    ASSERT_TRUE(file.open(QFile::WriteOnly));
    file.write(R"({"traceEvents":[{"ph":"X","name":"work","ts":0,"dur":90000,"pid":1,"tid":1})");
    for (int tid = 2; tid < 8; ++tid) {
        file.write(QStringLiteral(R"(,{"ph":"X","name":"n","ts":%1,"dur":2,"pid":1,"tid":%2})")
                       .arg(tid * 100)
                       .arg(tid)
                       .toUtf8());
    }
    file.write("]}");
    file.close();
    show();
    openAndWait(file.fileName());
    const auto shown = [this] { return view().layout().visibleLanes().size(); };
    EXPECT_EQ(shown(), 3U);  // process, busy thread, line
    const Lane& more = view().layout().lanes()[view().layout().visibleLanes().back()];
    EXPECT_EQ(more.title, "6 more threads");
    click(inTimeline(60, viewport().tracksTop() + more.y + 9));
    settle();
    EXPECT_EQ(shown(), 9U);
    model().state()->run(Action::SortTracksByName);
    settle();
    const auto lanes = view().layout().visibleLanes();
    EXPECT_EQ(view().layout().lanes()[lanes[3]].title, "thread 2");
    key(Qt::Key_Z, Qt::ControlModifier);
    // Of one process its tracks first.
    model().state()->run(Action::CollapseAllTracks);
    settle();
    EXPECT_EQ(shown(), 3U);
    model().state()->run(Action::CollapseAllTracks);
    settle();
    EXPECT_EQ(shown(), 1U);
    model().state()->run(Action::ExpandAllTracks);
    settle();
    EXPECT_EQ(shown(), 9U);
}

// So are nearly empty processes; what the user opened of them stays.
TEST_F(Layout, MinorProcessesOpenByAClickOnTheirRow) {
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("processes.json")));
    ASSERT_TRUE(file.open(QFile::WriteOnly));
    file.write(R"({"traceEvents":[{"ph":"X","name":"work","ts":0,"dur":90000,"pid":1,"tid":1})");
    for (int pid = 2; pid < 8; ++pid) {
        file.write(QStringLiteral(R"(,{"ph":"X","name":"n","ts":%1,"dur":2,"pid":%2,"tid":1})")
                       .arg(pid * 100)
                       .arg(pid)
                       .toUtf8());
    }
    file.write("]}");
    file.close();
    show();
    openAndWait(file.fileName());
    const auto shown = [this] { return view().layout().visibleLanes().size(); };
    const auto last = [this]() -> const Lane& {
        return view().layout().lanes()[view().layout().visibleLanes().back()];
    };
    EXPECT_EQ(shown(), 3U);  // process, its thread, row
    EXPECT_EQ(last().title, "6 more processes");
    const QPoint row = inTimeline(60, viewport().tracksTop() + last().y + 12);
    click(row);
    settle();
    EXPECT_EQ(shown(), 9U);
    click(inTimeline(12, viewport().tracksTop() + last().y + 12));
    settle();
    EXPECT_EQ(shown(), 10U);
    click(row);
    settle();
    EXPECT_EQ(shown(), 5U);  // with the opened process and its thread
    EXPECT_EQ(last().title, "thread 1");
}

// Shares are of what is shown, not of the days up to a stray event.
TEST_F(Layout, FunctionsAreOfTheRangeThatIsShown) {
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("stray.json")));
    ASSERT_TRUE(file.open(QFile::WriteOnly));
    QByteArray events = R"({"traceEvents":[)";
    for (int at = 0; at < 1000; ++at) {
        events += R"({"ph":"X","name":"work","dur":5,"pid":1,"tid":1,"ts":)" +
                  QByteArray::number(at * 10) + "},";
    }
    events += R"({"ph":"X","name":"stray","dur":5,"pid":1,"tid":1,"ts":3600000000}]})";
    file.write(events);
    file.close();
    show();
    openAndWait(file.fileName());
    TableModel& names = *model().first()->range()->names();
    ASSERT_TRUE(QTest::qWaitFor([&] { return names.rowCount() == 1; }, kPatience));
    EXPECT_TRUE(
        model().first()->range()->summary().startsWith(QStringLiteral("what is shown first · 9.9")))
        << model().first()->range()->summary().toStdString();
    EXPECT_TRUE(names.value(0, "cells").toStringList().contains(QStringLiteral("50.0\u2009%")));
}

TEST_F(Layout, ATraceWithoutGpuOpensOnItsFunctions) {
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("host.json")));
    ASSERT_TRUE(file.open(QFile::WriteOnly));
    file.write(R"({"traceEvents":[{"ph":"X","name":"outer","ts":0,"dur":900,"pid":1,"tid":1},
                   {"ph":"X","name":"inner","ts":100,"dur":700,"pid":1,"tid":1}]})");
    file.close();
    show();
    openAndWait(file.fileName());
    EXPECT_EQ(model().state()->drawerTab(), WindowState::RangeTab);
    TableModel& names = *model().first()->range()->names();
    ASSERT_TRUE(QTest::qWaitFor([&] { return names.rowCount() == 2; }, kPatience));
    EXPECT_TRUE(model().first()->range()->summary().startsWith(QStringLiteral("whole trace")));
    QStringList tabs;
    QList<QQuickItem*> left{window().contentItem()};
    while (!left.isEmpty()) {
        QQuickItem* at = left.takeFirst();
        if (at->isVisible()) {
            tabs << at->property("text").toString();
            left += at->childItems();
        }
    }
    EXPECT_TRUE(tabs.contains(QStringLiteral("Findings")));
    for (const char* absent : {"Idle", "What if", "Memory", "Roofline", "Checklist", "Kernels"}) {
        EXPECT_FALSE(tabs.contains(QLatin1String(absent))) << absent;
    }
    EXPECT_FALSE(view().model().threads.empty());
}

// What a process has is counted as what it is: its header, and the range that measures its threads.
TEST_F(Layout, TracksThatAreNoThreadsAreNotCountedAsThreads) {
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("async.json")));
    ASSERT_TRUE(file.open(QFile::WriteOnly));
    file.write(R"({"traceEvents":[{"ph":"X","name":"work","ts":0,"dur":90,"pid":1,"tid":1},
        {"ph":"b","name":"wait","cat":"io","id":"7","ts":10,"pid":1,"tid":1},
        {"ph":"e","name":"wait","cat":"io","id":"7","ts":50,"pid":1,"tid":1}]})");
    file.close();
    show();
    openAndWait(file.fileName());
    EXPECT_EQ(view().layout().lanes().front().detail, "2 tracks");
    EXPECT_TRUE(QTest::qWaitFor(
        [this] {
            return model().first()->range()->summary().contains(QLatin1String("over 1 thread"));
        },
        kPatience));
}

}  // namespace
}  // namespace gaplight::ui
