// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// What is kept from one start of the program to the next.
#include <algorithm>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QQuickWindow>
#include <QSettings>
#include <QUrl>

#include "tests/widgets/support/window_fixture.h"
#include "widgets/window/main_window.h"

namespace gaplight::ui {
namespace {

class Kept : public WindowTest {
protected:
    QTemporaryDir m_data;
};

TEST_F(Kept, RecentFilesHaveAPreview) {
    keepViewsIn(m_data.path());
    showTrace("streams_overlap.json.zst");
    const RecentFiles& files = *model().recentFiles();
    ASSERT_EQ(files.count(), 1);
    QImage previews[2];
    for (const bool dark : {true, false}) {
        const QUrl url = files.value(0, dark ? "darkPreview" : "lightPreview").toUrl();
        ASSERT_TRUE(url.isLocalFile());
        QImage& preview = previews[dark ? 1 : 0];
        preview = QImage(url.toLocalFile());
        EXPECT_EQ(preview.size(), QSize(400, 96));
        // It shows the content of a trace.
        EXPECT_EQ(QFile::permissions(url.toLocalFile()) & ~(QFile::ReadUser | QFile::WriteUser),
                  QFile::ReadOwner | QFile::WriteOwner);
        // Something is on it.
        const QRgb first = preview.pixel(0, 0);
        int others = 0;
        for (int x = 0; x < preview.width(); ++x) {
            for (int y = 0; y < preview.height(); ++y) {
                others += preview.pixel(x, y) != first ? 1 : 0;
            }
        }
        EXPECT_GT(others, preview.width() * preview.height() / 20);
    }
    EXPECT_NE(previews[0], previews[1]);
}

TEST_F(Kept, SearchesThatAreTracks) {
    keepViewsIn(m_data.path());
    const auto pinned = [this](const char* query) {
        const auto& tracks = model().search()->tracks();
        return std::any_of(tracks.begin(), tracks.end(), [query](const auto& track) {
            return track->title == query && track->hits->count() > 0;
        });
    };
    const auto pin = [&](const char* query, bool regex) {
        SearchModel& search = *model().search();
        search.setRegex(regex);
        search.setText(QLatin1String(query));
        ASSERT_TRUE(QTest::qWaitFor([&] { return !search.searching(); }, 60'000));
        search.togglePinned();
        ASSERT_TRUE(QTest::qWaitFor([&] { return pinned(query); }, 60'000));
    };
    showTrace("streams_overlap.json.zst");
    const std::size_t strips = view().layout().pinnedLanes().size();
    pin("memcpy", false);
    pin("cuda(Launch|Memcpy).*", true);
    pin("stream=7 dur>1us", false);
    const std::size_t hits = model().search()->hits()->count();
    close();
    // They are searched for again; the query and its form are not those of the field.
    showTrace("streams_overlap.json.zst");
    ASSERT_TRUE(QTest::qWaitFor([&] { return model().search()->trackCount() == 3; }, 60'000));
    settle();
    EXPECT_TRUE(pinned("memcpy"));
    EXPECT_TRUE(pinned("cuda(Launch|Memcpy).*"));
    EXPECT_EQ(model().search()->tracks()[2]->hits->count(), hits);
    EXPECT_EQ(view().layout().pinnedLanes().size(), strips + 3);
    EXPECT_EQ(model().search()->text(), QString());
    // What is removed stays away.
    model().search()->removeTracks();
    close();
    showTrace("streams_overlap.json.zst");
    EXPECT_TRUE(model().search()->savedSearches().empty());
}

TEST_F(Kept, PreviewsOfForgottenFilesAreDeleted) {
    const QString old = m_data.filePath(QStringLiteral("pictures/1234.png"));
    ASSERT_TRUE(QDir().mkpath(QFileInfo(old).path()));
    QFile file(old);
    ASSERT_TRUE(file.open(QFile::WriteOnly));
    file.close();
    keepViewsIn(m_data.path());
    showTrace("streams_overlap.json.zst");
    EXPECT_FALSE(QFile::exists(old));
    EXPECT_EQ(QDir(QFileInfo(old).path()).entryList(QDir::Files).size(), 2);
}

TEST_F(Kept, TheLastTraceIsOpenedAgainWhereThatIsWanted) {
    showTrace("streams_overlap.json.zst");
    EXPECT_TRUE(model().recentFiles()->fileToReopen().isEmpty());
    model().recentFiles()->setReopens(true);
    close();
    show();
    EXPECT_EQ(model().recentFiles()->fileToReopen(),
              QString::fromStdString(test::dataFile("streams_overlap.json.zst")));
    model().recentFiles()->setReopens(false);
    EXPECT_TRUE(model().recentFiles()->fileToReopen().isEmpty());
}

TEST_F(Kept, TracesOfAnotherMachineAreRecentFiles) {
    const QString remote = QStringLiteral("node7:runs/x.json");
    const QString local = QString::fromStdString(test::dataFile("streams_overlap.json.zst"));
    {
        RecentFiles files(m_data.path());
        files.add(local, {});
        files.add(remote, {QStringLiteral("H200"), {}, {}, {}});
    }
    const RecentFiles files(m_data.path());
    ASSERT_EQ(files.count(), 2);
    EXPECT_EQ(files.value(0, "path").toString(), remote);
    EXPECT_EQ(files.value(0, "facts").toString(), QStringLiteral("H200"));
    EXPECT_EQ(files.latestFolder(), QFileInfo(local).path());
}

TEST_F(Kept, AWindowComesBackToItsPlace) {
    const QRect kept(40, 50, 500, 400);
    QSettings().setValue(QStringLiteral("window/geometry"), kept);
    QQuickWindow window;
    restorePlace(window);
    EXPECT_EQ(window.geometry(), kept);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, 20'000));
    window.resize(450, 350);
    ASSERT_TRUE(QTest::qWaitFor([&] { return window.size() == QSize(450, 350); }, 20'000));
    savePlace(window);
    EXPECT_EQ(QSettings().value(QStringLiteral("window/geometry")).toRect().size(),
              QSize(450, 350));
}

TEST_F(Kept, AWindowOnAScreenThatIsGoneIsNotLost) {
    QSettings().setValue(QStringLiteral("window/geometry"), QRect(90'000, 90'000, 500, 400));
    QQuickWindow window;
    const QRect before = window.geometry();
    restorePlace(window);
    EXPECT_EQ(window.geometry(), before);
}

}  // namespace
}  // namespace gaplight::ui
