// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <QClipboard>
#include <QQuickItem>

#include "core/base/quantity_text.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/report/trace/findings_markdown.h"
#include "tests/widgets/support/example_findings.h"
#include "tests/widgets/support/window_fixture.h"
#include "widgets/timeline/finding_walk.h"

namespace gaplight::ui {
namespace {

// A trace with three findings that are always the same ones, in the window.
class Findings : public WindowTest {
protected:
    void SetUp() override {
        show(exampleFindingsOpener());
        openAndWait(QString::fromStdString(test::dataFile("streams_overlap.json.zst")));
    }

    [[nodiscard]] const FindingSet& found() { return session().trace()->session().findings; }
    [[nodiscard]] int shown() { return model().findings()->details()->finding(); }
    [[nodiscard]] QQuickItem* item(const char* name) {
        auto* found = window().findChild<QQuickItem*>(QLatin1String(name));
        EXPECT_NE(found, nullptr) << name;
        return found;
    }
    // The current row of a list with this name.
    [[nodiscard]] int rowIn(const char* name) {
        return item(name)->property("currentIndex").toInt();
    }
    void focusOn(const char* name) {
        item(name)->forceActiveFocus(Qt::TabFocusReason);
        settle();
    }
    void clickIn(const char* name, double y) {
        click(item(name)->mapToScene(QPointF(60, y)).toPoint());
    }
    [[nodiscard]] static std::string clipboard() {
        return QGuiApplication::clipboard()->text().toStdString();
    }
    static constexpr double kRow = 40;
};

TEST_F(Findings, AreOpenAfterLoading) {
    EXPECT_EQ(model().state()->drawerTab(), WindowState::FindingsTab);
    EXPECT_TRUE(item("findings")->isVisible());
    EXPECT_EQ(model().findings()->list()->count(), 3);
    // The first one can be read; nothing has moved yet.
    EXPECT_EQ(shown(), 0);
    EXPECT_EQ(rowIn("findings"), 0);
    EXPECT_EQ(timeline().currentFinding(), -1);
}

TEST_F(Findings, RowsSayWhatThereIsToGain) {
    const FindingListModel& rows = *model().findings()->list();
    const auto text = [&](int row, const char* role) {
        return rows.value(row, role).toString().toStdString();
    };
    EXPECT_EQ(text(0, "title"), "GPU idle while _set_context walks 1,024 modules");
    // A title is shown whole, whatever it ends with.
    EXPECT_EQ(text(1, "title"), "a wait for the stream in each step, all of it to gain");
    EXPECT_EQ(text(0, "saving"), "80.0\u2009µs");
    EXPECT_EQ(text(0, "share"), "5.2\u2009%");
    EXPECT_EQ(text(0, "severity"), "critical");
    EXPECT_EQ(text(0, "place"), "forward");
    EXPECT_EQ(text(0, "missing"), "");
    EXPECT_EQ(text(2, "saving"), "");
    EXPECT_EQ(text(2, "missing"), "no saving known");
    EXPECT_EQ(text(2, "title"), "many small kernels");
    EXPECT_EQ(rows.summary().toStdString(), "3 findings · together 90.0\u2009µs (6.0\u2009%)");
    EXPECT_EQ(rows.notApplicable().size(), 2);
}

TEST_F(Findings, AClickGoesToTheWorstPlace) {
    clickIn("findings", 1.5 * kRow);
    EXPECT_EQ(shown(), 1);
    EXPECT_EQ(timeline().currentFinding(), 1);
    EXPECT_EQ(timeline().currentOccurrence(), costliestOccurrence(found().findings[1]));
    EXPECT_EQ(rowIn("occurrences"), timeline().currentOccurrence());
}

TEST_F(Findings, KeysReadAndReturnGoes) {
    focusOn("findings");
    const double scale = viewport().nsPerPixel;
    key(Qt::Key_Down);
    key(Qt::Key_Down);
    EXPECT_EQ(shown(), 2);
    EXPECT_EQ(timeline().currentFinding(), -1);
    EXPECT_EQ(viewport().nsPerPixel, scale);
    key(Qt::Key_Up);
    key(Qt::Key_Return);
    EXPECT_EQ(shown(), 1);
    EXPECT_EQ(timeline().currentFinding(), 1);
}

TEST_F(Findings, RowFollowsTheWalk) {
    model().state()->setDrawerTab(WindowState::SelectionTab);
    key(Qt::Key_N);
    EXPECT_EQ(model().state()->drawerTab(), WindowState::FindingsTab);
    EXPECT_EQ(shown(), 0);
    key(Qt::Key_N);
    EXPECT_EQ(shown(), 1);
    EXPECT_EQ(rowIn("findings"), 1);
    key(Qt::Key_N, Qt::ShiftModifier);
    EXPECT_EQ(rowIn("findings"), 0);
}

TEST_F(Findings, OccurrencesAreStepped) {
    ASSERT_GE(found().findings[0].evidence.size(), 3U);
    timeline().showFinding(0, 0);
    settle();
    focusOn("occurrences");
    key(Qt::Key_Down);
    EXPECT_EQ(timeline().currentOccurrence(), 1);
    EXPECT_EQ(view().state().selectedRange, found().findings[0].evidence[1].range);
    key(Qt::Key_Up);
    EXPECT_EQ(timeline().currentOccurrence(), 0);
    constexpr double kOccurrenceRow = 20;
    clickIn("occurrences", 2.5 * kOccurrenceRow);
    EXPECT_EQ(timeline().currentOccurrence(), 2);
    EXPECT_EQ(rowIn("occurrences"), 2);
}

// The code that fills a gap is marked on the host: the same occurrence, in one row.
TEST_F(Findings, OccurrencesAreOneRowAPlace) {
    Finding finding = found().findings[0];
    const std::size_t gaps = finding.evidence.size();
    ASSERT_GE(gaps, 2U);
    for (std::size_t at = 0; at < gaps; ++at) {
        Evidence host;
        host.shape = EvidenceShape::Bracket;
        host.range = finding.evidence[2 * at].range;
        finding.evidence.insert(finding.evidence.begin() + static_cast<std::ptrdiff_t>(2 * at),
                                host);
    }
    OccurrenceListModel rows;
    rows.show(session().trace(), &finding);
    ASSERT_EQ(rows.count(), static_cast<int>(gaps));
    EXPECT_EQ(rows.evidenceOf(1), 3);
    EXPECT_EQ(rows.rowOf(3), 1);
    EXPECT_EQ(rows.rowOf(0), 0);
    // Of a finding that is not shown here yet.
    EXPECT_EQ(rows.rowOf(static_cast<int>(finding.evidence.size())), -1);
    EXPECT_EQ(rows.value(0, "mark").toString(), QStringLiteral("gap"));
    EXPECT_EQ(rows.positionText(1).toStdString(), "Occurrence 2 of " + gaplight::countText(gaps));
    EXPECT_EQ(rows.positionText(-1).toStdString(), gaplight::countText(gaps) + " occurrences");
    // The same finding is on other GPUs too: the list of findings counts all of them.
    finding.where.gpu = finding.evidence.back().gpu;
    rows.show(session().trace(), &finding, gaps + 40);
    const std::string gpu = session().trace()->session().trace->gpuLabel(*finding.where.gpu);
    EXPECT_EQ(rows.positionText(1).toStdString(),
              "Occurrence 2 of " + gaplight::countText(gaps) + " on " + gpu);
    EXPECT_EQ(rows.positionText(-1).toStdString(), gaplight::countText(gaps) + " of " +
                                                       gaplight::countText(gaps + 40) +
                                                       " occurrences: " + gpu);
    rows.show(nullptr, nullptr);
    EXPECT_EQ(rows.count(), 0);
    EXPECT_EQ(rows.rowOf(0), -1);
}

TEST_F(Findings, OccurrencesOfCopiesAreCountedTogether) {
    std::vector<Finding> findings(3, found().findings[0]);
    const std::uint64_t own = occurrencesOnGpus(std::span(findings).first(1))[0];
    ASSERT_GT(own, 0U);
    for (std::int32_t gpu = 0; gpu < 3; ++gpu) {
        findings[static_cast<std::size_t>(gpu)].where.gpu = GpuId(SourceId(), gpu);
    }
    const std::vector<std::uint64_t> together = occurrencesOnGpus(findings);
    EXPECT_EQ(together, std::vector<std::uint64_t>(3, 3 * own));
    findings[2].rule = "host-sync";
    EXPECT_EQ(occurrencesOnGpus(findings), (std::vector<std::uint64_t>{2 * own, 2 * own, own}));
}

// A row begins with what the finding is about in it: how late a kernel starts, not how long it
// runs.
TEST_F(Findings, RowsShowWhatTheFindingIsAbout) {
    Finding finding = found().findings[0];
    finding.evidence.resize(2);
    for (std::int64_t at = 0; at < 2; ++at) {
        Evidence& one = finding.evidence[static_cast<std::size_t>(at)];
        one.range.end = one.range.begin + std::chrono::microseconds(5);
        one.time = std::chrono::microseconds(100 + 200 * at);
    }
    OccurrenceListModel rows;
    rows.show(session().trace(), &finding);
    ASSERT_EQ(rows.count(), 2);
    EXPECT_EQ(rows.value(0, "length").toString(), QStringLiteral("100\u2009µs"));
    EXPECT_EQ(rows.value(1, "length").toString(), QStringLiteral("300\u2009µs"));
    EXPECT_EQ(rows.value(1, "percent").toString(), QStringLiteral("75.0\u2009% of all"));
    EXPECT_EQ(rows.value(1, "share").toDouble(), 1);
    finding.evidence[1].time.reset();
    rows.show(session().trace(), &finding);
    EXPECT_EQ(rows.value(1, "length").toString(), QStringLiteral("5.00\u2009µs"));
}

// Far from the trace's start, instants close to each other have more digits.
TEST_F(Findings, TimesOfOccurrencesDiffer) {
    Finding finding = found().findings[0];
    const Time start = trace().range().begin;
    for (std::size_t at = 0; at < finding.evidence.size(); ++at) {
        const Time begin = start + std::chrono::milliseconds(1640) +
                           std::chrono::microseconds(200 * static_cast<std::int64_t>(at));
        finding.evidence[at].range = {begin, begin + std::chrono::microseconds(50)};
    }
    finding.evidence.resize(2);
    OccurrenceListModel rows;
    rows.show(session().trace(), &finding);
    ASSERT_EQ(rows.count(), 2);
    EXPECT_EQ(rows.value(0, "when").toString(), QStringLiteral("1.6400\u2009s"));
    EXPECT_EQ(rows.value(1, "when").toString(), QStringLiteral("1.6402\u2009s"));
    finding.evidence.resize(1);
    rows.show(session().trace(), &finding);
    EXPECT_EQ(rows.value(0, "when").toString(), QStringLiteral("1.64\u2009s"));
}

TEST_F(Findings, TheCurrentOccurrenceIsInSight) {
    const auto count = static_cast<int>(found().findings[2].evidence.size());
    ASSERT_GT(count, 20);
    timeline().showFinding(2, count - 1);
    settle();
    EXPECT_EQ(rowIn("occurrences"), count - 1);
    EXPECT_GT(item("occurrences")->property("contentY").toDouble(), 100);
}

// A highlight that nobody sees would be moved for a second, with a frame for each step.
TEST_F(Findings, RestAfterLoading) {
    EXPECT_TRUE(comesToRest());
}

TEST_F(Findings, OrderKeepsTheFindingThatIsRead) {
    model().findings()->details()->setFinding(1);
    FindingListModel& rows = *model().findings()->list();
    rows.setOrder(FindingListModel::ByCount);
    for (int row = 1; row < rows.count(); ++row) {
        EXPECT_GE(found().findings[static_cast<std::size_t>(rows.findingAt(row - 1))].count,
                  found().findings[static_cast<std::size_t>(rows.findingAt(row))].count);
    }
    EXPECT_EQ(shown(), 1);
    EXPECT_EQ(rowIn("findings"), rows.rowOf(1));
    rows.setOrder(FindingListModel::BySaving);
    for (int row = 1; row < rows.count(); ++row) {
        EXPECT_GE(found().findings[static_cast<std::size_t>(rows.findingAt(row - 1))].cost.saving,
                  found().findings[static_cast<std::size_t>(rows.findingAt(row))].cost.saving);
    }
    rows.setOrder(FindingListModel::ByRule);
    EXPECT_EQ(rows.findingAt(0), 0);  // gpu-idle is the first rule
}

TEST_F(Findings, CopiesMarkdown) {
    focusOn("findings");
    key(Qt::Key_Down);
    key(Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(clipboard(), findingMarkdown(trace(), found().findings[1]));
    model().findings()->list()->copyAll();
    EXPECT_EQ(clipboard(),
              findingsMarkdown(trace(), session().trace()->session().analysis, found()));
}

// What a trace or a rule writes is text; only code between backticks is marked.
TEST_F(Findings, NamesAreNoMarkup) {
    EXPECT_TRUE(
        model().findings()->details()->why().contains(QLatin1String("&lt;b&gt;for&lt;/b&gt;")));
    EXPECT_TRUE(model().findings()->details()->fix().contains(
        QLatin1String("<code>pipe.transformer.set_context()</code>")));
}

TEST_F(Findings, NumbersKeepTheirUnits) {
    QString shown;
    QMetaObject::invokeMethod(item("title"), "getText", Q_RETURN_ARG(QString, shown), Q_ARG(int, 0),
                              Q_ARG(int, 200));
    EXPECT_TRUE(shown.endsWith(QString::fromUtf8("modules, 80.0\u202fµs (5.2\u202f%) to gain")))
        << shown.toStdString();
}

TEST_F(Findings, ChecklistLeadsToItsFinding) {
    model().state()->setDrawerTab(WindowState::ChecklistTab);
    settle();
    EXPECT_EQ(item("checklist")->property("count").toInt(), 3);
    constexpr double kAnswerRow = 34;
    clickIn("checklist", 1.5 * kAnswerRow);
    EXPECT_EQ(model().state()->drawerTab(), WindowState::FindingsTab);
    EXPECT_EQ(shown(), 1);
    EXPECT_EQ(timeline().currentFinding(), 1);
}

TEST_F(Findings, RulePageCoversAndCloses) {
    model().findings()->help()->setRule(QStringLiteral("gpu-idle"));
    settle();
    const double scale = viewport().nsPerPixel;
    key(Qt::Key_W);
    EXPECT_EQ(viewport().nsPerPixel, scale);
    key(Qt::Key_Escape);
    EXPECT_EQ(model().findings()->help()->rule().toStdString(), "");
    key(Qt::Key_W);
    EXPECT_LT(viewport().nsPerPixel, scale);
}

TEST_F(WindowTest, SaysWhatWasCheckedWhereNothingIsFound) {
    show([](const std::string& path,
            const OpenOptions& options) -> Result<std::shared_ptr<const Session>> {
        auto opened = openSession(path, options);
        auto changed = std::make_shared<Session>(**opened);
        changed->findings.findings.clear();
        return changed;
    });
    openAndWait(QString::fromStdString(test::dataFile("streams_overlap.json.zst")));
    EXPECT_EQ(model().findings()->list()->count(), 0);
    const QString checked = model().findings()->list()->checked();
    EXPECT_TRUE(checked.contains(QLatin1String("rules checked: no finding; ")))
        << qUtf8Printable(checked);
    EXPECT_TRUE(checked.contains(QLatin1String("idle, explained by "))) << qUtf8Printable(checked);
    EXPECT_EQ(model().findings()->details()->finding(), -1);
    key(Qt::Key_N);  // nothing to go to, nothing to crash
    auto* list = window().findChild<QQuickItem*>(QStringLiteral("findings"));
    ASSERT_NE(list, nullptr);
    EXPECT_FALSE(list->isVisible());
}

TEST_F(Findings, WhatIsTheSameOnSeveralGpusIsOneRow) {
    close();
    show(exampleFindingsOpener(4));
    openAndWait(QString::fromStdString(test::dataFile("streams_overlap.json.zst")));
    const FindingListModel& rows = *model().findings()->list();
    ASSERT_EQ(found().findings.size(), 6U);
    EXPECT_EQ(rows.count(), 3);
    EXPECT_TRUE(rows.summary().startsWith(QStringLiteral("3 findings")));
    EXPECT_EQ(rows.value(0, "place").toString(), QStringLiteral("on 4 GPUs"));
    const std::size_t own = findingPlaces(found().findings.front()).size();
    EXPECT_EQ(rows.value(0, "occurrences").toString().toStdString(),
              gaplight::countText(own + 3) + " occurrences");
    // The keys go from row to row, the links to the places on each GPU.
    for (const int next : {0, 1, 2, 0}) {
        key(Qt::Key_N);
        EXPECT_EQ(timeline().currentFinding(), next);
    }
    key(Qt::Key_N, Qt::ShiftModifier);
    EXPECT_EQ(timeline().currentFinding(), 2);
    key(Qt::Key_N);
    const auto links = item("findingGpus")->childItems();
    ASSERT_GE(links.size(), 4);
    click(links.at(2)->mapToScene({8, 8}).toPoint());
    EXPECT_EQ(shown(), 4);
    EXPECT_EQ(timeline().currentFinding(), 4);
    EXPECT_EQ(rowIn("findings"), 0);
    EXPECT_EQ(rows.rowOf(4), 0);
}

// What all rows would say alike stands above them once.
TEST_F(Findings, OccurrencesSayWhatDiffers) {
    const OccurrenceListModel& places = *model().findings()->details()->occurrences();
    ASSERT_GT(places.count(), 1);
    EXPECT_EQ(places.common(), QStringLiteral("host: named_modules · GPU 0"));
    EXPECT_TRUE(places.value(0, "note").toString().isEmpty());
    EXPECT_TRUE(places.value(0, "track").toString().isEmpty());
    EXPECT_TRUE(places.value(0, "percent").toString().endsWith(QLatin1String("% of all")));
    EXPECT_TRUE(item("occurrencePosition")->property("text").toString().endsWith(places.common()));
}

// Notes that begin alike begin with what differs, and the bars have the pattern of the cause.
TEST_F(Findings, OccurrencesBeginWithWhatDiffers) {
    showTrace("llm_decode_eager.json.zst");
    const auto& findings = found().findings;
    const auto at = std::ranges::find(findings, "launch-bound", &Finding::rule);
    ASSERT_NE(at, findings.end());
    timeline().showFinding(static_cast<int>(at - findings.begin()), 0);
    settle();
    const OccurrenceListModel& places = *model().findings()->details()->occurrences();
    ASSERT_GT(places.count(), 1);
    EXPECT_TRUE(places.common().startsWith(QStringLiteral("launched one by one")))
        << places.common().toStdString();
    for (int row = 0; row < places.count(); ++row) {
        EXPECT_TRUE(places.value(row, "note").toString().startsWith(QStringLiteral("GPU idle ")))
            << row;
        EXPECT_EQ(places.value(row, "cause").toString(), QStringLiteral("idle_launch"));
    }
}

// What is about kernels that run has their color, not that of idle time.
TEST_F(Findings, OccurrencesOfBusyTimeAreNotIdle) {
    showTrace("ddp_straggler_rank0.json.zst");
    const auto& findings = found().findings;
    const auto at = std::ranges::find_if(findings, [](const Finding& finding) {
        return finding.cost.gpuIdle == Duration{} && finding.cost.waiting == Duration{} &&
               finding.evidence.size() > 1 && finding.evidence.front().slice.isValid();
    });
    ASSERT_NE(at, findings.end());
    timeline().showFinding(static_cast<int>(at - findings.begin()), 0);
    settle();
    const OccurrenceListModel& places = *model().findings()->details()->occurrences();
    ASSERT_GT(places.count(), 0);
    EXPECT_EQ(places.value(0, "cause").toString(), QStringLiteral("compute")) << at->rule;
}

// A finding about the whole trace has no place to step to, and the pane says so.
TEST_F(Findings, WithoutAPlaceThePaneSaysSo) {
    EXPECT_FALSE(item("noOccurrences")->isVisible());
    showTrace("graphs/graph_capture.json.zst");
    const auto& findings = found().findings;
    const auto at = std::find_if(findings.begin(), findings.end(),
                                 [](const Finding& one) { return one.evidence.empty(); });
    ASSERT_NE(at, findings.end());
    model().findings()->details()->setFinding(static_cast<int>(at - findings.begin()));
    settle();
    EXPECT_TRUE(item("noOccurrences")->isVisible());
}

}  // namespace
}  // namespace gaplight::ui
