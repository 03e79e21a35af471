// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <QDir>
#include <QFile>
#include <QQuickItem>
#include <QTemporaryDir>

#include "core/detectors/engine/rules.h"
#include "core/session/settings_file.h"
#include "tests/widgets/support/window_fixture.h"

namespace gaplight::ui {
namespace {

class SettingsPage : public WindowTest {
protected:
    [[nodiscard]] SettingListModel& settings() { return *model().findings()->settings(); }
    [[nodiscard]] int rowOf(const char* key) {
        for (int row = 0; row < settings().count(); ++row) {
            if (data(row, "key").toString() == QLatin1String(key)) {
                return row;
            }
        }
        ADD_FAILURE() << key;
        return 0;
    }
    [[nodiscard]] QVariant data(int row, const char* role) { return settings().value(row, role); }
    [[nodiscard]] std::string value(const char* key) {
        return data(rowOf(key), "value").toString().toStdString();
    }
    void waitForJudgment() {
        ASSERT_TRUE(QTest::qWaitFor([this] { return !session().updatingFindings(); }, 60'000));
        settle();
    }
    [[nodiscard]] std::string file() {
        return QDir(configDirectory()).filePath(QLatin1String(kSettingsFileName)).toStdString();
    }
    static void write(const QString& path, const char* text) {
        QFile file(path);
        ASSERT_TRUE(file.open(QFile::WriteOnly));
        file.write(text);
    }
    // The field in which a row's value is typed.
    static QQuickItem* fieldOf(QQuickItem& list, int row) {
        QQuickItem* delegate = nullptr;
        QMetaObject::invokeMethod(&list, "itemAtIndex", Q_RETURN_ARG(QQuickItem*, delegate),
                                  Q_ARG(int, row));
        for (QQuickItem* child :
             delegate == nullptr ? QList<QQuickItem*>() : delegate->childItems()) {
            if (child->objectName() == QLatin1String("value")) {
                return child;
            }
        }
        return nullptr;
    }
    // Delegates are children as items only.
    static QQuickItem* itemNamed(const QQuickItem& item, const QString& name) {
        for (QQuickItem* child : item.childItems()) {
            if (child->objectName() == name) {
                return child;
            }
            if (QQuickItem* found = itemNamed(*child, name)) {
                return found;
            }
        }
        return nullptr;
    }
    // Font sizes of all labels under an item, in the order of the items.
    static QList<int> labelSizes(const QQuickItem& item) {
        QList<int> sizes;
        if (item.inherits("QQuickLabel")) {
            sizes.append(item.property("font").value<QFont>().pixelSize());
        }
        for (const QQuickItem* child : item.childItems()) {
            sizes += labelSizes(*child);
        }
        return sizes;
    }
    static constexpr const char* kKey = "gpu-idle.min_gap";
    // Whether the keys have come to this line of a menu.
    [[nodiscard]] bool isHighlighted(const QString& text) {
        const auto items = window().findChildren<QQuickItem*>();
        return std::any_of(items.begin(), items.end(), [&](const QQuickItem* item) {
            return item->property("highlighted").toBool() &&
                   item->property("text").toString() == text;
        });
    }
};

TEST_F(SettingsPage, OpensByKeyAndTakesTheKeys) {
    showTrace("streams_overlap.json.zst");
    const double scale = viewport().nsPerPixel;
    key(Qt::Key_Comma, Qt::ControlModifier);
    EXPECT_TRUE(model().state()->settingsOpen());
    key(Qt::Key_W);
    EXPECT_EQ(viewport().nsPerPixel, scale);
    key(Qt::Key_Escape);
    EXPECT_FALSE(model().state()->settingsOpen());
}

TEST_F(SettingsPage, OpensFromTheMenuByKeys) {
    showTrace("streams_overlap.json.zst");
    goTo(sliceNamed("cudaStreamSynchronize"));
    const SliceId selected = view().state().selected;
    auto* button = window().findChild<QQuickItem*>(QStringLiteral("menuButton"));
    ASSERT_NE(button, nullptr);
    button->forceActiveFocus(Qt::TabFocusReason);
    key(Qt::Key_Space);
    for (int step = 0; step < 20 && !isHighlighted(QStringLiteral("Settings…")); ++step) {
        key(Qt::Key_Down);
    }
    key(Qt::Key_Return);
    EXPECT_TRUE(model().state()->settingsOpen());
    key(Qt::Key_Escape);
    key(Qt::Key_Space);  // the focus is back on the button
    key(Qt::Key_Escape);
    EXPECT_EQ(view().state().selected, selected);  // Esc closed the menu alone
}

TEST_F(SettingsPage, TextSizeScalesEveryPaneAndIsKept) {
    showTrace("graph_small_before.json.zst");
    key(Qt::Key_Comma, Qt::ControlModifier);
    settle();
    const QList<int> before = labelSizes(*window().contentItem());
    ASSERT_GT(before.size(), 50);
    auto* larger = itemNamed(*window().contentItem(), QStringLiteral("textSize150"));
    ASSERT_NE(larger, nullptr);
    click(larger->mapToScene(larger->boundingRect().center()).toPoint());
    settle();
    EXPECT_DOUBLE_EQ(model().theme()->scale(), 1.5);
    // Lists keep other rows than before: the sizes are compared, not label with label.
    const QList<int> after = labelSizes(*window().contentItem());
    ASSERT_GT(after.size(), 50);
    for (const int size : after) {
        EXPECT_TRUE(std::any_of(before.begin(), before.end(), [&](int unscaled) {
            return size == qRound(unscaled * 1.5);
        })) << size;
    }
    close();
    show();
    EXPECT_DOUBLE_EQ(model().theme()->scale(), 1.5);
    model().theme()->setScale(1);  // it is kept for the tests after this one
}

TEST_F(SettingsPage, ListsEveryThreshold) {
    show();
    std::size_t thresholds = 0;
    for (const Detector* rule : detectors()) {
        thresholds += rule->thresholds.size();
    }
    EXPECT_EQ(static_cast<std::size_t>(settings().count()), thresholds);
    EXPECT_EQ(value(kKey), "100\u2009µs");
}

TEST_F(SettingsPage, AChangeIsKeptJudgedByAndLeavesTheView) {
    showTrace("streams_overlap.json.zst");
    goTo(sliceNamed("cudaStreamSynchronize"));
    key(Qt::Key_W);
    const Viewport before = viewport();
    const SliceId selected = view().state().selected;
    const LoadedTrace trace = session().trace();

    settings().setValue(rowOf(kKey), QStringLiteral("50 µs"));
    EXPECT_TRUE(session().updatingFindings());
    EXPECT_EQ(session().trace(), trace);  // until the other one is complete
    waitForJudgment();

    EXPECT_NE(session().trace(), trace);
    const Session& judged = session().trace()->session();
    EXPECT_EQ(judged.trace, trace->session().trace);
    EXPECT_EQ(judged.settings.find("gpu-idle", "min_gap"), 50'000);
    EXPECT_EQ(judged.analysis.gapThreshold, std::chrono::microseconds(50));
    EXPECT_EQ(viewport().begin, before.begin);
    EXPECT_EQ(viewport().nsPerPixel, before.nsPerPixel);
    EXPECT_EQ(view().state().selected, selected);
    EXPECT_EQ(model().details()->slice(), static_cast<qint64>(selected.index()));
    const auto kept = readSettingsFile(file());
    ASSERT_TRUE(kept) << kept.error().message;
    EXPECT_EQ(*kept, judged.settings);
}

TEST_F(SettingsPage, TheFindingThatOneIsAtIsFoundAgain) {
    showTrace("sync_large_before.json.zst");
    key(Qt::Key_N);
    const auto current = [this]() -> const Finding& {
        const auto& findings = session().trace()->session().findings.findings;
        return findings.at(static_cast<std::size_t>(timeline().currentFinding()));
    };
    const std::string rule(current().rule);
    const FindingPlace place = current().where;
    const Evidence& evidence =
        current().evidence.at(static_cast<std::size_t>(timeline().currentOccurrence()));
    const TimeRange range = evidence.range;

    settings().setValue(rowOf(kKey), QStringLiteral("101 µs"));
    waitForJudgment();

    ASSERT_GE(timeline().currentFinding(), 0);
    EXPECT_EQ(current().rule, rule);
    EXPECT_EQ(current().where, place);
    EXPECT_EQ(current().evidence.at(static_cast<std::size_t>(timeline().currentOccurrence())).range,
              range);
    const auto marks = view().model().overlays->all();
    EXPECT_TRUE(std::any_of(marks.begin(), marks.end(), [this](const Overlay& mark) {
        return view().model().overlays->isCurrent(mark);
    }));
}

TEST_F(SettingsPage, TheNextTraceIsJudgedByThemToo) {
    showTrace("streams_overlap.json.zst");
    settings().setValue(rowOf(kKey), QStringLiteral("70us"));
    openAndWait(QString::fromStdString(test::dataFile("graph_small_before.json.zst")));
    waitForJudgment();
    EXPECT_EQ(session().trace()->session().settings.find("gpu-idle", "min_gap"), 70'000);
}

TEST_F(SettingsPage, ResetGoesBackToThePreset) {
    showTrace("streams_overlap.json.zst");
    settings().setValue(rowOf(kKey), QStringLiteral("50us"));
    EXPECT_TRUE(data(rowOf(kKey), "changed").toBool());
    settings().reset(rowOf(kKey));
    EXPECT_FALSE(data(rowOf(kKey), "changed").toBool());
    EXPECT_EQ(value(kKey), "100\u2009µs");
    settings().setValue(rowOf(kKey), QStringLiteral("50us"));
    settings().resetAll();
    EXPECT_EQ(settings().changedCount(), 0);
    waitForJudgment();
    EXPECT_TRUE(session().trace()->session().settings.values().empty());
}

TEST_F(SettingsPage, RefusesWhatIsNoTime) {
    show();
    settings().setValue(rowOf(kKey), QStringLiteral("soon"));
    EXPECT_NE(data(rowOf(kKey), "error").toString().toStdString(), "");
    EXPECT_EQ(value(kKey), "100\u2009µs");
    EXPECT_FALSE(QFile::exists(QString::fromStdString(file())));
    settings().setValue(rowOf(kKey), QStringLiteral("100 µs"));
    EXPECT_EQ(data(rowOf(kKey), "error").toString().toStdString(), "");
}

TEST_F(SettingsPage, LimitsOfSingleNamesComeAndGo) {
    show();
    const int rows = settings().count();
    int row = 0;
    while (row < rows && !data(row, "perName").toBool()) {
        ++row;
    }
    ASSERT_LT(row, rows);
    const QString added = data(row, "key").toString() + QLatin1String(".vae");
    settings().addName(row, QStringLiteral("vae"), QStringLiteral("10%"));
    ASSERT_EQ(settings().count(), rows + 1);
    EXPECT_EQ(data(row + 1, "key").toString(), added);
    EXPECT_EQ(value(added.toUtf8().constData()), "10\u2009%");
    settings().reset(row + 1);
    EXPECT_EQ(settings().count(), rows);
}

TEST_F(SettingsPage, AFieldIsTypedIn) {
    showTrace("streams_overlap.json.zst");
    key(Qt::Key_Comma, Qt::ControlModifier);
    auto* list = window().findChild<QQuickItem*>(QStringLiteral("settings"));
    ASSERT_NE(list, nullptr);
    QMetaObject::invokeMethod(list, "positionViewAtIndex", Q_ARG(int, rowOf(kKey)), Q_ARG(int, 0));
    settle();
    QQuickItem* field = fieldOf(*list, rowOf(kKey));
    ASSERT_NE(field, nullptr);
    click(field->mapToScene(QPointF(field->width() / 2, field->height() / 2)).toPoint());
    ASSERT_TRUE(field->hasActiveFocus());
    key(Qt::Key_A, Qt::ControlModifier);
    const double scale = viewport().nsPerPixel;
    for (const char letter : {'4', '0', 'u', 's'}) {
        QTest::keyClick(&window(), letter);
    }
    QTest::keyClick(&window(), Qt::Key_W);  // a letter, not a zoom
    QTest::keyClick(&window(), Qt::Key_Backspace);
    QTest::keyClick(&window(), Qt::Key_Return);
    EXPECT_EQ(viewport().nsPerPixel, scale);
    waitForJudgment();
    EXPECT_EQ(value(kKey), "40.0\u2009µs");
}

TEST_F(SettingsPage, AFileBesideTheTraceGoesBefore) {
    QTemporaryDir folder;
    const QString trace = folder.filePath(QStringLiteral("a.json.zst"));
    ASSERT_TRUE(
        QFile::copy(QString::fromStdString(test::dataFile("streams_overlap.json.zst")), trace));
    write(folder.filePath(QLatin1String(kSettingsFileName)), "[gpu-idle]\nmin_gap = \"30us\"\n");
    show();
    openAndWait(trace);
    EXPECT_EQ(session().trace()->session().settings.find("gpu-idle", "min_gap"), 30'000);
    EXPECT_TRUE(data(rowOf(kKey), "fixed").toBool());
    EXPECT_EQ(value(kKey), "30.0\u2009µs");
}

// It may come from someone else, and changes what is found.
TEST_F(SettingsPage, AFileBesideTheTraceIsNamedInTheWindow) {
    QTemporaryDir folder;
    const QString trace = folder.filePath(QStringLiteral("<b>a.json.zst"));
    ASSERT_TRUE(
        QFile::copy(QString::fromStdString(test::dataFile("streams_overlap.json.zst")), trace));
    const QString beside = folder.filePath(QLatin1String(kSettingsFileName));
    write(beside, "[gpu-idle]\nmin_gap = \"30us\"\n");
    show();
    openAndWait(trace);
    const QString notice =
        QStringLiteral("thresholds are set by %1: gpu-idle.min_gap=30us").arg(beside);
    EXPECT_EQ(session().settingsNotice(), notice);
    const auto* line = window().findChild<QQuickItem*>(QStringLiteral("filesBeside"));
    ASSERT_NE(line, nullptr);
    EXPECT_TRUE(line->isVisible());
    EXPECT_EQ(line->property("text").toString(), notice);
    EXPECT_EQ(line->property("textFormat").toInt(), 0) << "Text.PlainText";
    // Ignored on request.
    session().setReadsSettingsFiles(false);
    openAndWait(trace);
    EXPECT_EQ(session().trace()->session().settings.find("gpu-idle", "min_gap"), std::nullopt);
    EXPECT_EQ(session().settingsNotice(), "");
    EXPECT_FALSE(data(rowOf(kKey), "fixed").toBool());
    EXPECT_FALSE(line->isVisible());
}

TEST_F(SettingsPage, ABrokenFileIsSaidAndLeftAlone) {
    write(QString::fromStdString(file()), "min_gap = \n");
    show();
    session().open(QString::fromStdString(test::dataFile("streams_overlap.json.zst")));
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return session().state() == SessionObject::Failed; }, kPatience));
    EXPECT_TRUE(session().errorText().contains(QLatin1String(kSettingsFileName)));
    EXPECT_TRUE(settings().fileError().contains(QLatin1String(kSettingsFileName)));
    settings().setValue(rowOf(kKey), QStringLiteral("50us"));
    QFile kept(QString::fromStdString(file()));
    ASSERT_TRUE(kept.open(QFile::ReadOnly));
    EXPECT_EQ(kept.readAll().toStdString(), "min_gap = \n");
}

}  // namespace
}  // namespace gaplight::ui
