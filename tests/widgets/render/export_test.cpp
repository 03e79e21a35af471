// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QTemporaryDir>

#include "tests/widgets/support/window_fixture.h"

namespace gaplight::ui {
namespace {

class ExportPage : public WindowTest {
protected:
    [[nodiscard]] FigureExport& figure() { return *model().figure(); }
    [[nodiscard]] bool becomesIdle() {
        return QTest::qWaitFor([this] { return !figure().busy(); }, kPatience);
    }
    void openPage() {
        showTrace("streams_overlap.json.zst");
        key(Qt::Key_E, Qt::ControlModifier);
        ASSERT_TRUE(model().state()->exportOpen());
        ASSERT_TRUE(becomesIdle());
    }
    // What it saves now.
    QByteArray saved() {
        const QString path = m_folder.filePath(QStringLiteral("saved"));
        EXPECT_TRUE(becomesIdle());
        figure().save(QUrl::fromLocalFile(path));
        EXPECT_TRUE(QTest::qWaitFor(
            [&] { return !figure().busy() && figure().outcome().contains(path); }, kPatience));
        const QStringList files = QDir(m_folder.path()).entryList({QStringLiteral("saved*")});
        QFile file(files.isEmpty() ? path : m_folder.filePath(files.front()));
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
    }
    QTemporaryDir m_folder;
};

TEST_F(ExportPage, ShowsWhatWillBeSaved) {
    openPage();
    EXPECT_FALSE(figure().preview().isNull());
    EXPECT_EQ(figure().problem(), QString());
    const QSize wide = figure().preview().size();
    figure().setProperty("imageWidth", 600);
    ASSERT_TRUE(becomesIdle());
    EXPECT_LT(figure().preview().width(), wide.width());
    key(Qt::Key_Escape);
    EXPECT_FALSE(model().state()->exportOpen());
    EXPECT_TRUE(figure().preview().isNull());
}

TEST_F(ExportPage, SavesInEveryFormat) {
    openPage();
    const char* endings[] = {"png", "svg", "pdf"};
    const char* begins[] = {"\x89PNG", "<svg", "%PDF"};
    for (int format = 0; format < 3; ++format) {
        figure().setProperty("format", format);
        ASSERT_TRUE(becomesIdle());
        const QString path =
            m_folder.filePath(QStringLiteral("a.") + QLatin1String(endings[format]));
        figure().save(QUrl::fromLocalFile(path));
        ASSERT_TRUE(QTest::qWaitFor([&] { return figure().outcome().contains(path); }, kPatience));
        EXPECT_FALSE(figure().failed()) << figure().outcome().toStdString();
        QFile file(path);
        ASSERT_TRUE(file.open(QFile::ReadOnly));
        EXPECT_TRUE(file.readAll().startsWith(begins[format])) << endings[format];
    }
}

TEST_F(ExportPage, ShowsChosenTracksAtAChosenHeight) {
    openPage();
    const int natural = figure().preview().height();
    figure().setProperty("tracks", QStringLiteral("GPU 0*"));
    ASSERT_TRUE(becomesIdle());
    EXPECT_EQ(figure().problem(), QString());
    EXPECT_LT(figure().preview().height(), natural);
    figure().setProperty("imageHeight", 1200);
    ASSERT_TRUE(becomesIdle());
    EXPECT_EQ(figure().preview().height(), 1800);  // 1.5 pixels for each
    figure().setProperty("tracks", QStringLiteral("nowhere"));
    ASSERT_TRUE(becomesIdle());
    EXPECT_TRUE(figure().problem().contains(QLatin1String("'nowhere'")));
}

TEST_F(ExportPage, ShowsTheNotesOfTheTimeline) {
    showTrace("streams_overlap.json.zst");
    const TimeRange whole = model().session()->trace()->session().trace->range();
    timeline().change([&](TimelineView& view) {
        view.showNotes({{whole, {}, "a note on all of it", NoteColor::Red}}, -1);
    });
    key(Qt::Key_E, Qt::ControlModifier);
    ASSERT_TRUE(becomesIdle());
    EXPECT_TRUE(figure().hasNotes());
    EXPECT_TRUE(figure().property("notes").toBool());
    figure().setProperty("format", FigureExport::Svg);
    EXPECT_TRUE(saved().contains("a note on all of it"));
}

TEST_F(ExportPage, ShowsBothTracesWhereTwoAreCompared) {
    showTrace("flux_after_eager.json.zst");
    EXPECT_FALSE(figure().hasOther());
    model().comparison()->open(
        QString::fromStdString(test::dataFile("flux_after_cudagraph.json.zst")));
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return model().comparison()->result() != nullptr; }, kPatience));
    settle();
    key(Qt::Key_E, Qt::ControlModifier);
    ASSERT_TRUE(becomesIdle());
    EXPECT_TRUE(figure().hasOther());
    EXPECT_EQ(figure().problem(), QString());
    figure().setProperty("format", FigureExport::Svg);
    EXPECT_TRUE(saved().contains("aria-label=\"B · "));
    figure().setProperty("compared", false);
    EXPECT_FALSE(saved().contains("aria-label=\"B · "));
}

TEST_F(ExportPage, SaysWhyItCannotSave) {
    openPage();
    figure().save(QUrl::fromLocalFile(m_folder.filePath(QStringLiteral("no/such/a.png"))));
    ASSERT_TRUE(QTest::qWaitFor([&] { return figure().failed(); }, kPatience));
    EXPECT_TRUE(figure().outcome().contains(QLatin1String("No such file")));
}

TEST_F(ExportPage, CopiesAnImage) {
    openPage();
    QGuiApplication::clipboard()->clear();
    figure().copy();
    ASSERT_TRUE(
        QTest::qWaitFor([] { return !QGuiApplication::clipboard()->image().isNull(); }, kPatience));
    EXPECT_EQ(QGuiApplication::clipboard()->image().width(), 2200);
}

}  // namespace
}  // namespace gaplight::ui
