// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// The start page: recent files with what they showed, samples, a text to copy.
#include <QClipboard>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <QQuickItem>
#include <QSettings>
#include <QTemporaryDir>

#include "tests/widgets/support/window_fixture.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

constexpr qint64 kMaxSampleBytes = 600'000;

class StartPage : public WindowTest {
protected:
    static void collect(QQuickItem& root, const char* name, std::vector<QQuickItem*>& all) {
        for (QQuickItem* child : root.childItems()) {
            if (child->isVisible()) {
                if (child->objectName() == QLatin1String(name)) {
                    all.push_back(child);
                }
                collect(*child, name, all);
            }
        }
    }
    // Visible items of this name, also those that a Repeater made.
    [[nodiscard]] std::vector<QQuickItem*> items(const char* name) {
        std::vector<QQuickItem*> all;
        collect(*window().contentItem(), name, all);
        return all;
    }
    [[nodiscard]] static QRectF place(const QQuickItem& item) {
        return item.mapRectToScene(QRectF(0, 0, item.width(), item.height()));
    }
    [[nodiscard]] QString recent(int row, const char* role) {
        return model().recentFiles()->value(row, role).toString();
    }
    void waitForTrace() {
        ASSERT_TRUE(QTest::qWaitFor([this] { return session().state() == SessionObject::Ready; },
                                    kPatience));
        settle();
    }
    // `count` files that look like traces, opened one after the other.
    void fill(int count) {
        RecentFiles files;
        for (int at = 0; at < count; ++at) {
            QFile file(m_folder.filePath(QStringLiteral("run%1.json").arg(at)));
            ASSERT_TRUE(file.open(QFile::WriteOnly));
            file.write(R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":5}])");
            file.close();
            files.add(file.fileName(), {QStringLiteral("NVIDIA H200"), QStringLiteral("busy 10 %"),
                                        QStringLiteral("1 ms"), QStringLiteral("verdict")});
        }
    }

    QTemporaryDir m_folder;
};

// Each sentence beside the verdict on its trace; the first sample has a critical finding.
TEST_F(StartPage, SamplesShowWhatTheirSentencesClaim) {
    show();
    ASSERT_EQ(model().samples()->count(), 3);
    std::string text;
    qint64 bytes = 0;
    for (int row = 0; row < 3; ++row) {
        const QString path = model().samples()->value(row, "path").toString();
        bytes += QFileInfo(path).size();
        openAndWait(path);
        const Finding& first = session().trace()->session().findings.findings.front();
        EXPECT_EQ(first.severity, Severity::Critical) << path.toStdString();
        text += model().samples()->value(row, "title").toString().toStdString() + "\n" +
                model().samples()->value(row, "summary").toString().toStdString() + "\n" +
                model().first()->verdict()->sentence().toStdString() + "\n\n";
    }
    EXPECT_LE(bytes, kMaxSampleBytes);
    EXPECT_TRUE(test::matchesGolden("window/samples.txt", text));
    EXPECT_EQ(model().recentFiles()->count(), 0);  // they have their place already
}

TEST_F(StartPage, WithoutRecentFilesASampleIsOneKeyAway) {
    show();
    const std::vector<QQuickItem*> samples = items("sampleEntry");
    ASSERT_EQ(samples.size(), 3U);
    EXPECT_TRUE(items("recentEntry").empty());
    for (int stop = 0; stop < 8 && !samples[0]->hasActiveFocus(); ++stop) {
        key(Qt::Key_Tab);
    }
    ASSERT_TRUE(samples[0]->hasActiveFocus());
    key(Qt::Key_Return);
    waitForTrace();
    EXPECT_EQ(session().fileName(), QStringLiteral("llm_decoding.json.zst"));
}

TEST_F(StartPage, ARecentFileShowsItsFacts) {
    keepViewsIn(m_folder.path());
    showTrace("train_sync_pageable.json.zst");
    const QString verdict = model().first()->verdict()->sentence();
    close();
    show();
    const std::vector<QQuickItem*> entries = items("recentEntry");
    ASSERT_EQ(entries.size(), 1U);
    const QString facts = entries[0]->property("facts").toString();
    EXPECT_TRUE(facts.startsWith(QStringLiteral("NVIDIA H200 · busy 31.9\u2009% · 278\u2009ms · ")))
        << facts.toStdString();
    EXPECT_EQ(entries[0]->property("verdict").toString().toStdString(), verdict.toStdString());
    EXPECT_TRUE(entries[0]->property("openedAt").toString().contains(u':'));
    const QUrl dark = entries[0]->property("preview").toUrl();
    EXPECT_FALSE(dark.isEmpty());
    key(Qt::Key_T);
    EXPECT_NE(entries[0]->property("preview").toUrl(), dark);
    key(Qt::Key_T);
    click(place(*entries[0]).center().toPoint());
    waitForTrace();
}

// What has no picture says what it is, and has no empty frame.
TEST_F(StartPage, ARecentSnapshotNamesItsKind) {
    fill(1);
    RecentFiles().add(QString::fromStdString(test::dataFile("memory/streams_protocol_4.pickle")),
                      {});
    show();
    const std::vector<QQuickItem*> entries = items("recentEntry");
    ASSERT_EQ(entries.size(), 2U);
    EXPECT_EQ(entries[0]->property("kind").toString(), QStringLiteral("memory snapshot"));
    EXPECT_EQ(entries[1]->property("kind").toString(), QString());
    EXPECT_EQ(items("recentKind").size(), 2U);
}

TEST_F(StartPage, TwentyFilesAreReachedWithTheKeyboard) {
    fill(23);
    show();
    for (const QSize size : {QSize(1280, 720), QSize(640, 400)}) {
        window().resize(size);
        settle();
        const std::vector<QQuickItem*> entries = items("recentEntry");
        ASSERT_EQ(entries.size(), 20U);
        EXPECT_EQ(recent(0, "name"), QStringLiteral("run22.json"));
        for (QQuickItem* entry : entries) {
            EXPECT_GE(place(*entry).left(), 0);
            EXPECT_LE(place(*entry).right(), size.width());
            entry->forceActiveFocus(Qt::TabFocusReason);
            settle();
            EXPECT_GE(place(*entry).top(), 0);
            EXPECT_LE(place(*entry).bottom(), size.height());
        }
    }
}

TEST_F(StartPage, TheProgramThatRecordsIsCopied) {
    show();
    const std::vector<QQuickItem*> buttons = items("copySnippet");
    ASSERT_FALSE(buttons.empty());
    click(place(*buttons[0]).center().toPoint());
    const QString copied = QGuiApplication::clipboard()->text();
    EXPECT_EQ(copied.count(u'\n'), 4) << copied.toStdString();
    EXPECT_TRUE(copied.startsWith(QStringLiteral("from torch.profiler import profile\n")));
    EXPECT_EQ(buttons[0]->property("text").toString(), QStringLiteral("Copied"));
}

TEST_F(StartPage, SettingsAndKeysAreOneClickAway) {
    show();
    const std::vector<QQuickItem*> keys = items("startKeys");
    ASSERT_EQ(keys.size(), 1U);
    click(place(*keys[0]).center().toPoint());
    EXPECT_TRUE(model().state()->helpOpen());
}

TEST_F(StartPage, TextsOfATraceAreBounded) {
    fill(1);
    const QString path = m_folder.filePath(QStringLiteral("run0.json"));
    const QString text = QStringLiteral("<b>a\u202e\n ") + QString(100'000, u'x');
    RecentFiles().add(path, {text, text, text, text});
    const RecentFiles files;
    const QString verdict = files.value(0, "verdict").toString();
    EXPECT_EQ(verdict.size(), RecentFiles::kMaxCharacters);
    EXPECT_TRUE(verdict.startsWith(QStringLiteral("<b>a\ufffd  x"))) << verdict.toStdString();
    EXPECT_LT(files.value(0, "facts").toString().size(), 4 * RecentFiles::kMaxCharacters);
}

TEST_F(StartPage, PathsOfEarlierVersionsAreRead) {
    fill(2);
    const QStringList paths{m_folder.filePath(QStringLiteral("run1.json")),
                            m_folder.filePath(QStringLiteral("gone.json")),
                            m_folder.filePath(QStringLiteral("run0.json"))};
    QSettings().clear();
    QSettings().setValue(QStringLiteral("recentFiles"), paths);
    const RecentFiles files;
    ASSERT_EQ(files.count(), 2);
    EXPECT_EQ(files.value(1, "path").toString(), paths.back());
    EXPECT_EQ(files.value(0, "openedAt").toString(), QString());
}

TEST_F(StartPage, DatesAreShort) {
    const QDateTime now(QDate(2026, 3, 1), QTime(9, 5));
    EXPECT_EQ(dateText(now.addSecs(-60), now), QStringLiteral("today 09:04"));
    EXPECT_EQ(dateText(now.addDays(-1), now), QStringLiteral("yesterday 09:05"));
    EXPECT_EQ(dateText(now.addDays(-2), now), QStringLiteral("2026-02-27"));
    EXPECT_EQ(dateText({}, now), QString());
}

TEST_F(StartPage, TheMenuOfTheOpenButtonListsRecentFiles) {
    fill(3);
    showTrace("streams_overlap.json.zst");
    const std::vector<QQuickItem*> buttons = items("openButton");
    ASSERT_EQ(buttons.size(), 1U);
    click(place(*buttons[0]).center().toPoint());
    auto* menu = window().findChild<QObject*>(QStringLiteral("openMenu"));
    ASSERT_NE(menu, nullptr);
    ASSERT_TRUE(menu->property("opened").toBool());
    EXPECT_EQ(menu->property("count").toInt(), 4 + 4);
    // Open, the ranks in a folder, Open a path, Compare, the open file, then the one before it.
    for (int row = 0; row < 6; ++row) {
        key(Qt::Key_Down);
    }
    EXPECT_EQ(menu->property("currentIndex").toInt(), 5);
    QTest::keyClick(&window(), Qt::Key_Return);
    ASSERT_TRUE(QTest::qWaitFor(
        [this] { return session().fileName() == QLatin1String("run2.json"); }, kPatience));
    waitForTrace();
}

}  // namespace
}  // namespace gaplight::ui
