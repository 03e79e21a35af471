// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QTemporaryDir>

#include "tests/widgets/window_fixture.h"

namespace gaplight::ui {
namespace {

constexpr int kPatience = 60'000;

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
    QTemporaryDir m_folder;
};

TEST_F(ExportPage, ShowsWhatWillBeSaved) {
    openPage();
    EXPECT_FALSE(figure().preview().isNull());
    EXPECT_EQ(figure().problem(), QString());
    const QSize wide = figure().preview().size();
    figure().setProperty("pictureWidth", 600);
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
