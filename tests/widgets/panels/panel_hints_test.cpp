// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// What panels say of things that they do not list or have no room for.
#include <algorithm>
#include <set>

#include <QFile>
#include <QFontMetricsF>
#include <QQuickItem>
#include <QTemporaryDir>

#include "tests/widgets/support/window_fixture.h"

namespace gaplight::ui {
namespace {

class PanelHints : public WindowTest {
protected:
    [[nodiscard]] QQuickItem& item(const char* name) {
        auto* found = window().findChild<QQuickItem*>(QLatin1String(name));
        EXPECT_NE(found, nullptr) << name;
        return found == nullptr ? *window().contentItem() : *found;
    }
    // Below `root`.
    [[nodiscard]] static QQuickItem* find(QQuickItem& root, const char* name) {
        if (root.objectName() == QLatin1String(name)) {
            return &root;
        }
        for (QQuickItem* child : root.childItems()) {
            if (QQuickItem* found = find(*child, name)) {
                return found;
            }
        }
        return nullptr;
    }
    [[nodiscard]] static QQuickItem* findButton(QQuickItem& root, const QString& text) {
        if (root.inherits("QQuickAbstractButton") && root.property("text").toString() == text) {
            return &root;
        }
        for (QQuickItem* child : root.childItems()) {
            if (QQuickItem* found = findButton(*child, text)) {
                return found;
            }
        }
        return nullptr;
    }
};

// Whole clauses are left out before the last; no word is cut, and all of it is in a tip.
TEST_F(PanelHints, ALongVerdictHasTwoLines) {
    showTrace("serving/prefill_stalls.json.zst");
    const VerdictModel& verdict = *model().first()->verdict();
    for (const QSize size : {QSize(1280, 720), QSize(1600, 900), QSize(800, 600)}) {
        window().resize(size);
        settle();
        QQuickItem& sentence = item("verdict");
        const QList<QQuickItem*> parts = sentence.childItems();
        ASSERT_EQ(parts.size(), verdict.count() + 1);
        bool isShort = false;
        std::set<int> shown;
        for (int row = 0; row < verdict.count(); ++row) {
            const QQuickItem& part = *parts[row];
            EXPECT_FALSE(
                part.property("contentItem").value<QQuickItem*>()->property("truncated").toBool());
            if (part.isVisible()) {
                isShort = isShort || verdict.value(row, "form").toInt() == 2;
                EXPECT_LE(part.x() + part.width(), sentence.width() + 1);
                shown.insert(verdict.value(row, "clause").toInt());
                EXPECT_TRUE(shown.size() == 1 || part.y() < 2 * parts[0]->height() + 2)
                    << verdict.value(row, "text").toString().toStdString();
            }
        }
        const int last = verdict.value(verdict.count() - 1, "clause").toInt();
        const bool isCut = static_cast<int>(shown.size()) <= last;
        EXPECT_EQ(isCut || isShort, sentence.property("isCut").toBool());
        EXPECT_TRUE(isCut || size.width() > 800);
        const auto& rows = verdict.rows();
        const auto cause = std::ranges::find_if(
            rows, [](const VerdictRow& row) { return row.part.weight == VerdictWeight::Plain; });
        ASSERT_NE(cause, rows.end());
        EXPECT_TRUE(shown.contains(cause->clause) && (shown.contains(last) || shown.size() == 1));
        if (size.height() == 900) {
            EXPECT_LE(timeline().mapToScene(QPointF(0, timeline().tracks()->top())).y(), 190);
        }
    }
}

TEST_F(PanelHints, IdleCountsTheShortGaps) {
    showTrace("sync_large_before.json.zst");
    const Analysis& analysis = session().trace()->session().analysis;
    std::uint64_t gaps = 0;
    for (const DeviceAnalysis& device : analysis.devices) {
        gaps += device.gaps.size() - device.gapsOverThreshold;
    }
    ASSERT_GT(gaps, 0U);
    model().state()->setDrawerTab(WindowState::IdleTab);
    settle();
    EXPECT_TRUE(item("shorterGaps").isVisible());
    QString text = item("shorterGaps").property("text").toString();
    EXPECT_TRUE(text.startsWith(QStringLiteral("shorter than 100\u2009µs: ")))
        << text.toStdString();
    EXPECT_TRUE(text.remove(u',').contains(QString::number(gaps))) << text.toStdString();
}

TEST_F(PanelHints, ThresholdsAreSearched) {
    show();
    key(Qt::Key_Comma, Qt::ControlModifier);
    SettingListModel& settings = *model().findings()->settings();
    const int all = settings.count();
    ASSERT_GT(all, 20);
    QQuickItem* field = find(*window().contentItem(), "settingFilter");
    ASSERT_NE(field, nullptr);
    for (QQuickItem* child : field->childItems()) {
        if (child->property("cursorPosition").isValid()) {
            child->forceActiveFocus();
        }
    }
    for (const char letter : {'o', 'c', 'c', 'u', 'p'}) {
        QTest::keyClick(&window(), letter);
    }
    settle();
    EXPECT_GT(settings.count(), 0);
    EXPECT_LT(settings.count(), all / 2);
    EXPECT_EQ(settings.filter(), QStringLiteral("occup"));
    settings.setFilter({});
    EXPECT_EQ(settings.count(), all);
}

TEST_F(PanelHints, ATableWithoutKernelsSaysWhy) {
    showTrace("sync_large_before.json.zst");
    const SliceId step = sliceNamed("step");
    goTo(step);
    key(Qt::Key_R);
    ASSERT_TRUE(QTest::qWaitFor([this] { return !model().range()->measuring(); }, kPatience));
    settle();
    QQuickItem* choice = findButton(*window().contentItem(), QStringLiteral("Kernels"));
    ASSERT_NE(choice, nullptr);
    click(choice->mapToScene(QPointF(choice->width() / 2, choice->height() / 2)).toPoint());
    settle();
    EXPECT_FALSE(item("kernelTreeRowsEmpty").isVisible());  // launched here
    QQuickItem& ran = item("ranHere");
    click(ran.mapToScene(QPointF(ran.width() / 2, ran.height() / 2)).toPoint());
    ASSERT_TRUE(QTest::qWaitFor([this] { return !model().range()->measuring(); }, kPatience));
    settle();
    EXPECT_TRUE(item("kernelTreeRowsEmpty").isVisible());
    EXPECT_TRUE(item("kernelTreeRowsEmpty")
                    .property("text")
                    .toString()
                    .startsWith(QLatin1String("No kernel ran on the tracks")));
}

TEST_F(PanelHints, ALongFindingHasAScrollBar) {
    showTrace("flux_after_eager.json.zst");
    settle();
    QQuickItem& bar = item("findingScrollBar");
    ASSERT_TRUE(QTest::qWaitFor([&] { return bar.property("size").toDouble() < 1; }, kPatience));
    EXPECT_TRUE(QTest::qWaitFor([&] { return bar.isVisible() && bar.opacity() > 0; }, kPatience));
    EXPECT_EQ(bar.property("policy").toInt(), 2);  // ScrollBar.AlwaysOn
}

// What the rule is about is below the finding where a high pane would be empty.
TEST_F(PanelHints, AHighPaneHasTheRuleBelowTheFinding) {
    showTrace("flux_after_eager.json.zst");
    EXPECT_FALSE(item("aboutRule").isVisible());
    window().resize(1600, 1300);
    model().state()->setDrawerHeight(800);
    settle();
    QQuickItem& about = item("aboutRule");
    ASSERT_TRUE(QTest::qWaitFor([&] { return about.isVisible(); }, kPatience));
    EXPECT_TRUE(about.property("text").toString().contains(QLatin1String("<")));
    EXPECT_GT(about.height(), 100);
    model().state()->setDrawerHeight(260);
    settle();
    EXPECT_TRUE(QTest::qWaitFor([&] { return !about.isVisible(); }, kPatience));
}

// Of a finding's second line the place is cut, not the rule.
TEST_F(PanelHints, TheRuleOfAFindingIsWhole) {
    showTrace("llm_decode_eager.json.zst");
    for (const int width : {1280, 900}) {
        window().resize(width, 720);
        settle();
        const QQuickItem* rule = find(*window().contentItem(), "findingRule");
        ASSERT_NE(rule, nullptr);
        EXPECT_FALSE(rule->property("truncated").toBool()) << width;
        EXPECT_EQ(rule->property("text").toString(), QStringLiteral("Launch-bound"));
    }
}

// Of a name that is too long for the status line its middle is left out, not what follows it.
TEST_F(PanelHints, TheStatusLineKeepsTimeAndDuration) {
    showTrace("flux_after_eager.json.zst");
    model().state()->setDrawerOpen(false);
    window().resize(700, 500);
    SliceId longest(std::size_t{0});
    for (std::size_t at = 0; at < trace().slices().size(); ++at) {
        if (trace().name(SliceId(at)).size() > trace().name(longest).size()) {
            longest = SliceId(at);
        }
    }
    ASSERT_GT(trace().name(longest).size(), 100U);
    goTo(longest);
    const QQuickItem& line = item("selectionStatus");
    const QString text = line.property("text").toString();
    EXPECT_LT(line.width(), line.implicitWidth());
    const QString times = text.section(QStringLiteral(" at "), -1);
    ASSERT_FALSE(times.isEmpty());
    const auto mode = static_cast<Qt::TextElideMode>(line.property("elide").toInt());
    const QFontMetricsF metrics(line.property("font").value<QFont>());
    EXPECT_TRUE(metrics.elidedText(text, mode, line.width()).endsWith(times))
        << text.toStdString() << " in " << line.width();
}

// Rows that overlap are in nearly every trace and change no figure.
TEST_F(PanelHints, OnlyHarmfulIssuesAreColored) {
    showTrace("flux_after_eager.json.zst");
    ASSERT_GT(model().findings()->issues()->count(), 0);
    EXPECT_EQ(model().findings()->issues()->harmful(), 0);
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("cut.json"));
    QFile file(path);
    ASSERT_TRUE(file.open(QFile::WriteOnly));
    file.write(R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":5},{"ph":"X","name":"b)");
    file.close();
    openAndWait(path);
    EXPECT_EQ(model().findings()->issues()->harmful(), 1);
    QQuickItem* tab = findButton(*window().contentItem(), QStringLiteral("Import issues"));
    ASSERT_NE(tab, nullptr);
    EXPECT_EQ(tab->property("countColor"), model().theme()->color()->value("warningText"));
}

}  // namespace
}  // namespace gaplight::ui
