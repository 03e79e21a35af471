// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <QClipboard>
#include <QGuiApplication>
#include <QQuickItem>

#include "core/index/search.h"
#include "tests/widgets/support/window_fixture.h"

namespace gaplight::ui {
namespace {

class SearchTest : public WindowTest {
protected:
    void SetUp() override { showTrace("streams_overlap.json.zst"); }

    [[nodiscard]] SearchModel& search() { return *model().search(); }
    void seek(const QString& text) {
        search().setText(text);
        ASSERT_TRUE(QTest::qWaitFor([this] { return !search().searching(); }, 60'000));
        settle();
    }
    QQuickItem* field() { return window().findChild<QQuickItem*>(QStringLiteral("searchField")); }
    [[nodiscard]] QQuickItem& item(const char* name) {
        auto* found = window().findChild<QQuickItem*>(QLatin1String(name));
        EXPECT_NE(found, nullptr) << name;
        return *found;
    }
    void type(const QString& text) {
        for (const QChar c : text) {
            QTest::keyClick(&window(), c.toLatin1());
        }
    }
};

TEST_F(SearchTest, IsTypedAndWalkedThroughByKeys) {
    key(Qt::Key_Slash);
    ASSERT_TRUE(field()->hasActiveFocus());
    type(QStringLiteral("memcpy"));
    EXPECT_EQ(search().text(), QStringLiteral("memcpy"));
    ASSERT_TRUE(QTest::qWaitFor([this] { return search().count() > 1; }, 60'000));
    ASSERT_TRUE(QTest::qWaitFor([this] { return !search().searching(); }, 60'000));
    const auto found = search().hits();
    const auto hits = found->byTime();
    key(Qt::Key_Return);
    EXPECT_EQ(view().state().selected, hits[0]);
    EXPECT_EQ(search().hit(), 0);
    EXPECT_TRUE(field()->hasActiveFocus());
    key(Qt::Key_Return);
    EXPECT_EQ(view().state().selected, hits[1]);
    key(Qt::Key_Return, Qt::ShiftModifier);
    key(Qt::Key_Return, Qt::ShiftModifier);
    EXPECT_EQ(view().state().selected, hits.back());  // round
    EXPECT_TRUE(search().status().contains(QStringLiteral(" of ")));
    // Outside the field as well.
    timeline().forceActiveFocus();
    key(Qt::Key_F3);
    EXPECT_EQ(view().state().selected, hits[0]);
    // The first Esc ends the search, the next one deselects.
    key(Qt::Key_Escape);
    EXPECT_TRUE(search().text().isEmpty());
    EXPECT_EQ(view().model().hits, nullptr);
    EXPECT_TRUE(view().state().selected.isValid());
    EXPECT_TRUE(timeline().hasActiveFocus());
    key(Qt::Key_Escape);
    EXPECT_FALSE(view().state().selected.isValid());
}

// Return is pressed while the hits are of the text before it, or while there are none.
TEST_F(SearchTest, ReturnWaitsForTheHitsOfWhatWasTyped) {
    seek(QStringLiteral("cudaLaunch"));
    key(Qt::Key_Slash);
    field()->setProperty("text", QString());
    type(QStringLiteral("memcpy"));
    QTest::keyClick(&window(), Qt::Key_Return);
    ASSERT_TRUE(QTest::qWaitFor([this] { return view().state().selected.isValid(); }, 60'000));
    EXPECT_EQ(search().text(), QStringLiteral("memcpy"));
    ASSERT_TRUE(QTest::qWaitFor([this] { return !search().searching(); }, 60'000));
    EXPECT_EQ(view().state().selected, search().hits()->byTime()[0]);
}

TEST_F(SearchTest, HitsAreListedAndDrawn) {
    seek(QStringLiteral("kernel"));
    ASSERT_GT(search().count(), 0);
    EXPECT_EQ(view().model().hits, search().hits().get());
    const auto slice = SliceId(static_cast<std::size_t>(search().target(0)));
    EXPECT_EQ(search().value(0, "cells").toStringList().at(SearchModel::Name).toStdString(),
              trace().name(slice));
    EXPECT_FALSE(search().value(0, "cells").toStringList().at(SearchModel::Track).isEmpty());
    seek(QStringLiteral("nothing is called that"));
    EXPECT_EQ(search().count(), 0);
    EXPECT_EQ(search().status(), QStringLiteral("none"));
    key(Qt::Key_F3);  // leads nowhere
    EXPECT_FALSE(view().state().selected.isValid());
}

TEST_F(SearchTest, ShowsOnlyMatchesWhereThatIsWanted) {
    const std::size_t all = view().layout().visibleLanes().size();
    seek(QStringLiteral("memcpy"));
    EXPECT_EQ(view().layout().visibleLanes().size(), all);
    search().setOnlyHits(true);
    settle();
    EXPECT_TRUE(view().state().onlyHits);
    EXPECT_LT(view().layout().visibleLanes().size(), all);
    search().setText({});
    settle();
    EXPECT_EQ(view().layout().visibleLanes().size(), all);
}

TEST_F(SearchTest, AWrongExpressionSaysWhy) {
    search().setRegex(true);
    seek(QStringLiteral("mem(cpy"));
    EXPECT_TRUE(search().error().contains(QStringLiteral("expected `)`")));
    EXPECT_EQ(search().count(), 0);
    seek(QStringLiteral("^mem(cpy|set)"));
    EXPECT_TRUE(search().error().isEmpty());
    EXPECT_GT(search().count(), 0);
    search().setRegex(false);
    seek(QStringLiteral("^mem"));
    EXPECT_EQ(search().count(), 0);
}

TEST_F(SearchTest, KeysOfArgsAreReadWhenTheyAreAskedFor) {
    seek(QStringLiteral("registers per thread"));
    EXPECT_EQ(search().count(), 0);
    search().setArgKeys(true);
    seek(QStringLiteral("registers per"));
    std::size_t kernels = 0;
    for (const GpuActivity& activity : trace().gpuActivities()) {
        kernels += trace().kind(activity.slice) == SliceKind::Kernel ? 1 : 0;
    }
    EXPECT_EQ(static_cast<std::size_t>(search().count()), kernels);
    EXPECT_TRUE(search()
                    .value(0, "cells")
                    .toStringList()
                    .at(SearchModel::Name)
                    .endsWith(QStringLiteral(" · args: registers per thread")));
    EXPECT_EQ(search().argsRead(), 1);
    // What matches by name says nothing of its args.
    seek(QStringLiteral("memcpy"));
    EXPECT_FALSE(search()
                     .value(0, "cells")
                     .toStringList()
                     .at(SearchModel::Name)
                     .contains(QStringLiteral("args: ")));
    // Another trace is read anew.
    seek(QStringLiteral("registers per"));
    openAndWait(QString::fromStdString(test::dataFile("flux_after_eager.json.zst")));
    ASSERT_TRUE(QTest::qWaitFor([this] { return !search().searching(); }, 20'000));
    EXPECT_GT(search().count(), 0);
    search().setArgKeys(false);
    seek(QStringLiteral("registers per"));
    EXPECT_EQ(search().count(), 0);
}

TEST_F(SearchTest, LengthsAndNamesCombine) {
    key(Qt::Key_Slash);
    type(QStringLiteral("kernel dur>2us"));
    ASSERT_TRUE(QTest::qWaitFor([this] { return !search().searching(); }, 60'000));
    settle();
    ASSERT_GT(search().count(), 0);
    EXPECT_TRUE(search().error().isEmpty());
    std::size_t expected = 0;
    const auto names = searchNames(trace(), TextPattern::substring("kernel")).value();
    for (const SliceId slice : names) {
        expected += trace().slices().duration(slice) > Duration(2000) ? 1U : 0U;
    }
    EXPECT_EQ(static_cast<std::size_t>(search().count()), expected);
    EXPECT_LT(expected, names.size());
    seek(QStringLiteral("kernel dur>"));
    EXPECT_TRUE(search().error().contains(QStringLiteral("expected a duration")));
    EXPECT_EQ(search().count(), 0);
}

TEST_F(SearchTest, ValuesOfArgsAreComparedForCandidatesAlone) {
    const SliceId kernel = trace().gpuActivities().front().slice;
    const auto args = session().trace()->session().details.args(kernel).value();
    const auto stream =
        std::find_if(args.begin(), args.end(), [](const Arg& arg) { return arg.path == "stream"; });
    ASSERT_NE(stream, args.end());
    seek(QStringLiteral("stream=") + QString::fromStdString(stream->value));
    ASSERT_GT(search().count(), 0);
    EXPECT_TRUE(search().hits()->contains(kernel));
    EXPECT_EQ(search().valuesRead(), 1);
    const int all = search().count();
    seek(QStringLiteral("memcpy stream=") + QString::fromStdString(stream->value));
    EXPECT_LT(search().count(), all);
    // A key that no slice has is text of a name.
    seek(QStringLiteral("no such key=7"));
    EXPECT_EQ(search().count(), 0);
    EXPECT_TRUE(search().error().isEmpty());
    search().setText(QStringLiteral("stream=*"));
    search().stop();
    EXPECT_FALSE(search().searching());
}

TEST_F(SearchTest, HitsAreSortedByAClickOnAHeading) {
    seek(QStringLiteral("mem"));
    model().state()->showTab(WindowState::SearchTab);
    settle();
    search().sortBy(SearchModel::Length);
    ASSERT_TRUE(QTest::qWaitFor(
        [this] {
            const auto lengthAt = [this](int row) {
                const auto slice = SliceId(static_cast<std::size_t>(search().target(row)));
                return trace().slices().duration(slice);
            };
            return lengthAt(0) > lengthAt(search().count() - 1);
        },
        20'000));
    // Steps go by time, and the row of the selected hit is where it is sorted.
    key(Qt::Key_F3);
    const auto current = SliceId(static_cast<std::size_t>(search().target(search().hit())));
    EXPECT_EQ(current, view().state().selected);
    click(item("searchList").mapToScene({40, -8}).toPoint());  // the heading Start
    EXPECT_EQ(search().sorted(), SearchModel::Start);
    EXPECT_EQ(SliceId(static_cast<std::size_t>(search().target(0))), search().hits()->byTime()[0]);
    click(item("searchList").mapToScene({40, -8}).toPoint());
    EXPECT_EQ(SliceId(static_cast<std::size_t>(search().target(0))),
              search().hits()->byTime().back());
    search().copyCsv();
    EXPECT_EQ(QGuiApplication::clipboard()->text().count(u'\n'), search().count() + 1);
}

// Without a hit there is no row to go to; a warning of QML would fail the test.
TEST_F(SearchTest, ReturnInAnEmptyListLeadsNowhere) {
    model().state()->showTab(WindowState::SearchTab);
    settle();
    item("searchList").forceActiveFocus();
    ASSERT_TRUE(item("searchList").hasActiveFocus());
    key(Qt::Key_Return);
    key(Qt::Key_Enter);
    EXPECT_FALSE(view().state().selected.isValid());
}

TEST_F(SearchTest, HitsByNameOpenToTheirSlices) {
    seek(QStringLiteral("kernel"));
    model().state()->showTab(WindowState::SearchTab);
    settle();
    EXPECT_TRUE(search().summary().contains(QStringLiteral("median")))
        << search().summary().toStdString();
    click(item("searchByName").mapToScene({10, 8}).toPoint());
    settle();
    SearchGroupModel& groups = *search().groups();
    const int names = groups.count();
    ASSERT_GT(names, 1);
    std::size_t hits = 0;
    for (int row = 0; row < names; ++row) {
        hits += groups.value(row, "cells")
                    .toStringList()
                    .value(0)
                    .remove(QLatin1Char(','))
                    .toULongLong();
    }
    EXPECT_EQ(hits, search().hits()->count());
    QQuickItem& list = item("searchGroups");
    click(list.mapToScene({60, 10}).toPoint());  // the first name
    settle();
    ASSERT_GT(groups.count(), names);
    EXPECT_TRUE(groups.value(0, "expandable").toBool());
    EXPECT_FALSE(groups.value(1, "expandable").toBool());
    click(list.mapToScene({60, 30}).toPoint());  // its first hit
    EXPECT_EQ(view().state().selected, SliceId(static_cast<std::size_t>(groups.longestOf(1))));
    key(Qt::Key_Up);
    key(Qt::Key_Left);
    EXPECT_EQ(groups.count(), names);
    key(Qt::Key_Return);
    EXPECT_EQ(view().state().selected, SliceId(static_cast<std::size_t>(groups.longestOf(0))));
    groups.sortBy(SearchGroupModel::Count);
    EXPECT_TRUE(groups.csv().startsWith(QStringLiteral("name,count,total_ns,median_ns\n")));
    EXPECT_EQ(groups.longestOf(-1), -1);
    EXPECT_EQ(groups.longestOf(groups.count()), -1);
}

TEST_F(SearchTest, ASearchBecomesATrackThatStays) {
    seek(QStringLiteral("memcpy"));
    model().state()->showTab(WindowState::SearchTab);
    settle();
    const std::size_t strips = view().layout().pinnedLanes().size();
    click(item("searchPin").mapToScene({10, 8}).toPoint());
    ASSERT_TRUE(QTest::qWaitFor([this] { return search().isPinned(); }, 20'000));
    settle();
    ASSERT_EQ(view().layout().pinnedLanes().size(), strips + 1);
    const Lane lane = view().layout().pinnedLanes().back();
    EXPECT_EQ(lane.kind, LaneKind::Hits);
    EXPECT_EQ(lane.title, "memcpy");
    const SliceId first = search().hits()->byTime()[0];
    // Without the search, too; a click selects the slice.
    search().setText({});
    settle();
    EXPECT_EQ(view().layout().pinnedLanes().size(), strips + 1);
    goTo(first);
    key(Qt::Key_F);
    settle();
    key(Qt::Key_Escape);
    const TimeRange range = trace().slices().range(first);
    click(inTimeline(viewport().x(range.begin + range.length() / 2),
                     static_cast<double>(Viewport::kRulerHeight) + lane.y + 12));
    EXPECT_EQ(view().state().selected, first);
    // By the palette's action it goes again.
    seek(QStringLiteral("memcpy"));
    timeline().perform(Action::PinSearch);
    settle();
    EXPECT_EQ(view().layout().pinnedLanes().size(), strips);
    timeline().perform(Action::PinSearch);
    ASSERT_TRUE(QTest::qWaitFor([this] { return search().isPinned(); }, 20'000));
    // Of another query, or of none, it can be removed as well.
    search().setText({});
    model().state()->showTab(WindowState::SearchTab);
    settle();
    EXPECT_FALSE(item("searchPin").isVisible());
    click(item("searchUnpinAll").mapToScene({10, 8}).toPoint());
    EXPECT_TRUE(search().tracks().empty());
    settle();
    EXPECT_FALSE(item("searchUnpinAll").isVisible());
    seek(QStringLiteral("memcpy"));
    timeline().perform(Action::PinSearch);
    ASSERT_TRUE(QTest::qWaitFor([this] { return search().isPinned(); }, 20'000));
    openAndWait(QString::fromStdString(test::dataFile("flux_after_eager.json.zst")));
    EXPECT_TRUE(search().tracks().empty());
}

// The columns are those of all hits; a chosen one leaves its hits in list, groups and timeline.
TEST_F(SearchTest, AColumnOfTheHistogramLeavesItsHits) {
    seek(QStringLiteral("kernel"));
    model().state()->showTab(WindowState::SearchTab);
    HistogramObject& durations = *search().histogram();
    ASSERT_TRUE(QTest::qWaitFor([&] { return durations.exists(); }, 60'000));
    settle();
    const auto found = search().hits();
    const auto heights = durations.heights();
    const int bin = static_cast<int>(heights.indexOf(QVariant(1.0)));
    QQuickItem& plot =
        *item("searchHistogram").findChild<QQuickItem*>(QStringLiteral("histogramPlot"));
    const double width = plot.width() / static_cast<double>(heights.size());
    click(plot.mapToScene({(bin + 0.5) * width, plot.height() - 2}).toPoint());
    ASSERT_TRUE(QTest::qWaitFor([&] { return durations.lit() != nullptr; }, 60'000));
    settle();
    EXPECT_EQ(durations.bin(), bin);
    ASSERT_LT(static_cast<std::size_t>(search().count()), found->count());
    EXPECT_EQ(view().model().hits, search().hits().get());
    EXPECT_EQ(search().hits(), durations.lit());
    EXPECT_TRUE(durations.place().startsWith(QStringLiteral("1 of ")));
    EXPECT_EQ(view().state().selected, search().hits()->byTime()[0]);
    const auto lengthOf = [this](SliceId slice) { return trace().slices().duration(slice); };
    const auto [shortest, longest] = std::ranges::minmax(search().hits()->byId(), {}, lengthOf);
    for (const SliceId slice : found->byId()) {
        const bool isBetween =
            lengthOf(slice) >= lengthOf(shortest) && lengthOf(slice) <= lengthOf(longest);
        EXPECT_EQ(search().hits()->contains(slice), isBetween);
    }
    EXPECT_TRUE(search().summary().startsWith(QStringLiteral("of ")))
        << search().summary().toStdString();
    // F3 goes through them, arrow keys choose another column, Return goes through that one.
    key(Qt::Key_F3);
    EXPECT_EQ(search().hit(), search().count() > 1 ? 1 : 0);
    plot.forceActiveFocus();
    const auto before = search().hits();
    key(bin == 0 ? Qt::Key_Right : Qt::Key_Left);
    ASSERT_TRUE(QTest::qWaitFor([&] { return search().hits() != before; }, 60'000));
    EXPECT_NE(durations.bin(), bin);
    key(Qt::Key_Return);
    EXPECT_TRUE(search().hits()->contains(view().state().selected));
    // Esc ends the choice and keeps the search; the next one ends that.
    key(Qt::Key_Escape);
    EXPECT_EQ(durations.bin(), -1);
    EXPECT_EQ(search().hits(), found);
    EXPECT_EQ(view().model().hits, found.get());
    EXPECT_EQ(search().text(), QStringLiteral("kernel"));
    key(Qt::Key_Escape);
    EXPECT_TRUE(search().text().isEmpty());
    EXPECT_FALSE(durations.exists());
}

TEST_F(SearchTest, AnotherTraceIsSearchedForTheSame) {
    seek(QStringLiteral("a"));
    const int before = search().count();
    openAndWait(QString::fromStdString(test::dataFile("wan_before_compile.json.zst")));
    ASSERT_TRUE(QTest::qWaitFor([this] { return !search().searching(); }, 60'000));
    EXPECT_NE(search().count(), before);
    EXPECT_EQ(view().model().hits, search().hits().get());
}

}  // namespace
}  // namespace gaplight::ui
