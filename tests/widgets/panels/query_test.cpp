// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// The tab Query: its editor, its result, and what the timeline shows of it.
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QGuiApplication>
#include <QQuickItem>

#include "tests/widgets/support/window_fixture.h"
#include "widgets/query/query_plot_item.h"

namespace gaplight::ui {
namespace {

class QueryTest : public WindowTest {
protected:
    void SetUp() override {
        showTrace("streams_overlap.json.zst");
        key(Qt::Key_Colon);
    }

    [[nodiscard]] QueryObject& query() { return *model().first()->query(); }
    template <class Wanted = QQuickItem>
    [[nodiscard]] Wanted& item(const char* name) {
        auto* found = window().findChild<Wanted*>(QLatin1String(name));
        EXPECT_NE(found, nullptr) << name;
        return *found;
    }
    void type(const QString& text) {
        for (const QChar c : text) {
            QTest::keyClick(&window(), c.toLatin1());
        }
    }
    void write(const QString& sql) {
        item("queryText").setProperty("text", sql);
        item("queryText").setProperty("cursorPosition", sql.size());
    }
    void waitForRun() {
        ASSERT_TRUE(QTest::qWaitFor([this] { return !query().running(); }, kPatience));
        settle();
    }
    void run(const QString& sql) {
        key(Qt::Key_Colon);
        write(sql);
        key(Qt::Key_Return, Qt::ControlModifier);
        waitForRun();
    }
    void clickOn(const char* name) {
        QQuickItem& target = item(name);
        ASSERT_TRUE(target.isVisible()) << name;
        click(target.mapToScene(QPointF(target.width() / 2, target.height() / 2)).toPoint());
    }
    [[nodiscard]] std::string text(const char* name, const char* property = "text") {
        return item(name).property(property).toString().toStdString();
    }
    [[nodiscard]] const auto& tracks() { return model().search()->tracks(); }
    void undo() { key(Qt::Key_Z, Qt::ControlModifier); }
};

TEST_F(QueryTest, IsWrittenWithCompletionRunAndReadByKeysAlone) {
    ASSERT_TRUE(item("queryText").hasActiveFocus());
    EXPECT_TRUE(item("queryEmpty").isVisible());
    type(QStringLiteral("select name, id from ker"));
    ASSERT_TRUE(item("queryCompletions").isVisible());
    key(Qt::Key_Tab);
    EXPECT_EQ(text("queryText"), "select name, id from kernel");
    EXPECT_FALSE(item("queryCompletions").isVisible());
    type(QStringLiteral(" order by "));
    key(Qt::Key_Space, Qt::ControlModifier);
    EXPECT_TRUE(item("queryCompletions").isVisible());
    key(Qt::Key_Escape);  // closes the completions alone
    EXPECT_FALSE(item("queryCompletions").isVisible());
    EXPECT_TRUE(item("queryText").hasActiveFocus());
    type(QStringLiteral("d"));
    key(Qt::Key_Down);
    key(Qt::Key_Up);
    key(Qt::Key_Return);  // takes what was moved to
    EXPECT_EQ(text("queryText"), "select name, id from kernel order by dur");
    type(QStringLiteral(" desc"));
    key(Qt::Key_Return, Qt::ControlModifier);
    waitForRun();
    EXPECT_EQ(text("queryText"), "select name, id from kernel order by dur desc");
    ASSERT_TRUE(query().hasResult());
    ASSERT_GT(query().rows()->count(), 3);
    EXPECT_FALSE(item("queryEmpty").isVisible());
    // By Tab to the rows, and from a row to its slice.
    for (int tabs = 0; tabs < 40 && !item("queryRows").hasActiveFocus(); ++tabs) {
        key(Qt::Key_Tab);
    }
    ASSERT_TRUE(item("queryRows").hasActiveFocus());
    key(Qt::Key_Down);
    key(Qt::Key_Return);
    const SliceId selected = view().state().selected;
    ASSERT_TRUE(selected.isValid());
    EXPECT_EQ(query().rows()->value(1, "cells").toStringList().at(0).toStdString(),
              trace().name(selected));
    EXPECT_EQ(model().state()->drawerTab(), WindowState::QueryTab);
}

TEST_F(QueryTest, ReturnGoesOnWhereNoCompletionWasChosen) {
    type(QStringLiteral("select 1 from kernel k"));
    key(Qt::Key_Return);
    type(QStringLiteral("where 1"));
    EXPECT_EQ(text("queryText"), "select 1 from kernel k\nwhere 1");
}

TEST_F(QueryTest, CompletesNamesOfTheTrace) {
    ASSERT_TRUE(QTest::qWaitFor(
        [this] {
            query().complete(QStringLiteral("SELECT 1 FROM slice WHERE name = 'cudaStreamSyn"), 46,
                             false);
            return query().completions()->count() > 0;
        },
        kPatience));
    EXPECT_EQ(query().completions()->insertion(0), QStringLiteral("'cudaStreamSynchronize'"));
}

TEST_F(QueryTest, AnErrorIsUnderlinedAtItsPlace) {
    run(QStringLiteral("SELECT name,\n       durr FROM kernel"));
    EXPECT_FALSE(query().hasResult());
    EXPECT_NE(
        text("queryError").find("Line 2, character 8: there is no column 'durr'; did you mean"),
        std::string::npos)
        << text("queryError");
    EXPECT_EQ(query().errorBegin(), 20);
    EXPECT_EQ(query().errorEnd(), 24);
    QQuickItem& mark = item("queryErrorMark");
    EXPECT_TRUE(mark.isVisible());
    EXPECT_GT(mark.y(), 20);
    EXPECT_GT(mark.width(), 12);
    // It goes as the text is changed, and so does the message.
    type(QStringLiteral(" "));
    EXPECT_FALSE(mark.isVisible());
    EXPECT_TRUE(text("queryError").empty());
    run(QStringLiteral("DELETE FROM slice"));
    EXPECT_NE(text("queryError").find("it only reads"), std::string::npos);
}

TEST_F(QueryTest, EscStopsAndKeepsTheResultBefore) {
    run(QStringLiteral("SELECT 1"));
    ASSERT_TRUE(query().hasResult());
    write(
        QStringLiteral("WITH RECURSIVE n(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM n) "
                       "SELECT count(*) FROM n"));
    QTest::keyClick(&window(), Qt::Key_Return, Qt::ControlModifier);
    ASSERT_TRUE(query().running());
    EXPECT_TRUE(item("queryStop").isVisible());
    key(Qt::Key_Escape);
    EXPECT_FALSE(query().running());
    EXPECT_EQ(text("queryError"), "The query was stopped.");
    EXPECT_TRUE(item("queryText").hasActiveFocus());
    EXPECT_EQ(query().rows()->count(), 1);
}

TEST_F(QueryTest, AResultThatIsCutSaysSo) {
    run(QStringLiteral(
        "WITH RECURSIVE n(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM n LIMIT 100001)"
        " SELECT x FROM n"));
    EXPECT_EQ(query().rows()->count(), 100'000);
    EXPECT_NE(text("queryStatus").find("The first 100,000 rows: there are more"),
              std::string::npos);
    run(QStringLiteral("SELECT 1"));
    EXPECT_TRUE(query().cutNotice().isEmpty());
    EXPECT_EQ(text("queryStatus").substr(0, 3), "in ");
}

TEST_F(QueryTest, RowsAreTheOneTable) {
    run(QStringLiteral("SELECT name, dur, id FROM kernel"));
    TableModel& rows = *query().rows();
    rows.sortBy(1);
    EXPECT_TRUE(rows.descending());
    rows.setFilter(QStringLiteral("no such row"));
    EXPECT_EQ(rows.count(), 0);
    rows.setFilter({});
    rows.copyCsv();
    EXPECT_TRUE(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("name,dur,id\r\n")));
    // A time leads to its place, without another scale.
    run(QStringLiteral("SELECT ts, dur, explanation FROM gap ORDER BY dur DESC"));
    const double scale = viewport().nsPerPixel;
    rows.choose(0);
    settle();
    ASSERT_TRUE(view().state().selectedRange);
    EXPECT_EQ(ns(view().state().selectedRange->length()),
              std::get<std::int64_t>(query().result()->columns[1].cells[0]));
    EXPECT_DOUBLE_EQ(viewport().nsPerPixel, scale);
}

TEST_F(QueryTest, RowsBecomeTracksAndUndoRemovesThem) {
    run(QStringLiteral("SELECT ts, dur, 'step ' || number AS label FROM step"));
    const float before = view().layout().stripsHeight();
    clickOn("queryTrack");
    ASSERT_EQ(tracks().size(), 1U);
    EXPECT_EQ(tracks().front()->title, "Query 1");
    EXPECT_EQ(tracks().front()->spans.front().label, "step 0");
    EXPECT_EQ(view().layout().stripsHeight(), before + TrackLayout::kHitTrackHeight);
    EXPECT_NE(text("queryStatus").find("1 track in the timeline; Ctrl+Z removes it"),
              std::string::npos);
    // Once more: in its place.
    clickOn("queryTrack");
    EXPECT_EQ(tracks().size(), 1U);
    // A click on a span selects its time.
    const HitSpan span = tracks().front()->spans.front();
    const Time middle = span.range.begin + span.range.length() / 2;
    click(inTimeline(viewport().x(middle), Viewport::kRulerHeight + before + 12));
    EXPECT_EQ(view().state().selectedRange, span.range);
    undo();
    EXPECT_EQ(model().state()->notice().toStdString(), "Undone: the range");
    key(Qt::Key_Colon);
    clickOn("queryCounter");
    EXPECT_EQ(tracks().size(), 2U);
    for (int changes = 0; changes < 3; ++changes) {  // it, the second time, the first one
        undo();
    }
    EXPECT_TRUE(tracks().empty());
    EXPECT_TRUE(query().shownNotice().isEmpty());
    EXPECT_EQ(view().layout().stripsHeight(), before);
    EXPECT_EQ(model().state()->notice().toStdString(), "Undone: a track");
    key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(tracks().size(), 1U);
}

TEST_F(QueryTest, ValuesBecomeACounter) {
    run(QStringLiteral("SELECT ts, dur AS value FROM kernel"));
    EXPECT_TRUE(item("queryCounter").isEnabled());
    clickOn("queryCounter");
    ASSERT_EQ(tracks().size(), 1U);
    EXPECT_TRUE(tracks().front()->isCurve());
    const float y = view().layout().stripsHeight() - TrackLayout::kHitTrackHeight / 2;
    const Time middle = trace().range().begin + trace().range().length() / 2;
    QTest::mouseMove(&window(), inTimeline(viewport().x(middle), Viewport::kRulerHeight + y));
    settle();
    EXPECT_TRUE(timeline().hoverText().startsWith(QStringLiteral("Query 1 ")))
        << timeline().hoverText().toStdString();
    run(QStringLiteral("SELECT name FROM kernel"));
    EXPECT_FALSE(item("queryCounter").isEnabled());
    EXPECT_FALSE(item("queryTrack").isEnabled());
    EXPECT_FALSE(item("querySlices").isEnabled());
}

TEST_F(QueryTest, SlicesAreSelectedAsHits) {
    run(QStringLiteral("SELECT id FROM kernel ORDER BY dur DESC LIMIT 5"));
    clickOn("querySlices");
    ASSERT_TRUE(QTest::qWaitFor([this] { return model().search()->count() == 5; }, kPatience));
    settle();
    ASSERT_NE(view().model().hits, nullptr);
    EXPECT_EQ(view().model().hits->count(), 5U);
    timeline().forceActiveFocus();
    key(Qt::Key_F3);
    EXPECT_TRUE(view().model().hits->contains(view().state().selected));
    key(Qt::Key_Escape);
    EXPECT_EQ(view().model().hits, nullptr);
}

TEST_F(QueryTest, TheResultIsPlotted) {
    run(
        QStringLiteral("SELECT short_name, sum(dur) AS total_dur, max(dur), id AS slice_id "
                       "FROM kernel GROUP BY 1 ORDER BY 2 DESC"));
    clickOn("queryBars");
    settle();
    auto& plot = item<QueryPlotItem>("queryPlot");
    ASSERT_TRUE(plot.isVisible());
    EXPECT_EQ(plot.notice(), QString());
    ASSERT_TRUE(QTest::qWaitFor([&] { return !plot.marks().empty(); }, kPatience));
    // A bar leads to the place of its row.
    const Box bar = plot.marks().front().box;
    click(plot.mapToScene(QPointF(bar.x + bar.width / 2, bar.y + bar.height / 2)).toPoint());
    EXPECT_TRUE(view().state().selected.isValid());
    clickOn("queryHistogram");
    EXPECT_EQ(plot.kind(), QueryPlotItem::Histogram);
    clickOn("queryLine");
    EXPECT_EQ(plot.kind(), QueryPlotItem::Line);
    clickOn("queryTable");
    EXPECT_FALSE(plot.isVisible());
}

TEST_F(QueryTest, QueriesAreChosenSavedRememberedAndRemoved) {
    QueryLibrary& library = *model().queries();
    EXPECT_EQ(library.count(), 10);  // shipped
    run(QStringLiteral("SELECT 40 + 2 AS answer"));
    EXPECT_EQ(library.count(), 11);
    EXPECT_EQ(library.value(10, "section").toString(), QStringLiteral("History"));
    clickOn("querySave");
    ASSERT_TRUE(item("queryName").hasActiveFocus());
    type(QStringLiteral("The answer"));
    key(Qt::Key_Return);
    EXPECT_EQ(library.value(0, "title").toString(), QStringLiteral("The answer"));
    EXPECT_EQ(library.value(0, "section").toString(), QStringLiteral("Saved"));
    QFile file(QDir(configDirectory()).filePath(QStringLiteral("queries/the_answer.sql")));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll().toStdString(), "-- The answer\nSELECT 40 + 2 AS answer\n");
    // By keys in the list: Return runs, Delete removes.
    item("queryList").forceActiveFocus();
    item("queryList").setProperty("currentIndex", 0);
    key(Qt::Key_Return);
    waitForRun();
    EXPECT_EQ(query().rows()->value(0, "cells").toStringList(), QStringList{QStringLiteral("42")});
    item("queryList").forceActiveFocus();
    key(Qt::Key_Delete);
    EXPECT_FALSE(file.exists());
    EXPECT_EQ(library.value(0, "section").toString(), QStringLiteral("Ready to run"));
}

TEST_F(QueryTest, ShippedQueriesRunWithAClick) {
    openAndWait(QString::fromStdString(test::dataFile("ddp_straggler_rank0.json.zst")));
    key(Qt::Key_Colon);
    for (int row = 0; row < 10; ++row) {
        QMetaObject::invokeMethod(&item("queryList"), "chosen", Q_ARG(int, row));
        waitForRun();
        EXPECT_TRUE(query().error().isEmpty()) << query().error().toStdString();
        clickOn("queryTrack");
        ASSERT_FALSE(tracks().empty());
        EXPECT_FALSE(
            QString::fromStdString(tracks().back()->title).startsWith(QStringLiteral("Query")));
        model().search()->removeTracks();
    }
    EXPECT_EQ(model().queries()->count(), 10);  // no history of what is there
}

TEST_F(QueryTest, AnotherTraceHasNoResult) {
    run(QStringLiteral("SELECT id, ts, dur FROM kernel"));
    clickOn("queryTrack");
    openAndWait(QString::fromStdString(test::dataFile("resnet18_eager.json.zst")));
    EXPECT_FALSE(query().hasResult());
    EXPECT_TRUE(tracks().empty());
    EXPECT_EQ(query().rows()->count(), 0);
}

}  // namespace
}  // namespace gaplight::ui
