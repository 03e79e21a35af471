// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/window/screenshot.h"

#include <QImage>
#include <QSet>
#include <QTemporaryDir>

#include "tests/widgets/support/window_fixture.h"

namespace gaplight::ui {
namespace {

class ScreenshotTest : public WindowTest {
protected:
    // What an image of the window at `path` ends with.
    std::optional<Error> take(const QString& path, const QString& trace) {
        std::optional<std::optional<Error>> end;
        Screenshot screenshot(main(), path,
                              [&end](std::optional<Error> error) { end = std::move(error); });
        if (!trace.isEmpty()) {
            session().open(trace);
        }
        EXPECT_TRUE(QTest::qWaitFor([&end] { return end.has_value(); }, 60'000));
        return end.value_or(std::nullopt);
    }
    [[nodiscard]] static int colorsIn(const QImage& image) {
        QSet<QRgb> seen;
        for (int y = 0; y < image.height(); y += 3) {
            for (int x = 0; x < image.width(); x += 3) {
                seen.insert(image.pixel(x, y));
            }
        }
        return static_cast<int>(seen.size());
    }
    QTemporaryDir m_folder;
};

TEST_F(ScreenshotTest, WaitsForTheDrawnTrace) {
    show();
    const QString path = m_folder.filePath(QStringLiteral("trace.png"));
    const auto error =
        take(path, QString::fromStdString(test::dataFile("streams_overlap.json.zst")));
    EXPECT_FALSE(error.has_value()) << error->message;
    const QImage image(path);
    EXPECT_EQ(image.size(), QSize(1200, 800));
    // The start page has a handful of colors, the tracks one for each name.
    EXPECT_GT(colorsIn(image), 60);
}

TEST_F(ScreenshotTest, TakesTheStartPageWithoutATrace) {
    show();
    const QString path = m_folder.filePath(QStringLiteral("start.png"));
    EXPECT_FALSE(take(path, {}).has_value());
    EXPECT_EQ(QImage(path).size(), QSize(1200, 800));
}

TEST_F(ScreenshotTest, FailsWhereTheTraceDoes) {
    show();
    const QString path = m_folder.filePath(QStringLiteral("none.png"));
    const auto error = take(path, QStringLiteral("/no/such/file"));
    ASSERT_TRUE(error.has_value());
    EXPECT_NE(error->message.find("/no/such/file"), std::string::npos);
    EXPECT_TRUE(QImage(path).isNull());
}

TEST_F(ScreenshotTest, SaysThatItCannotWrite) {
    show();
    const auto error = take(QStringLiteral("/no/such/folder/a.png"), {});
    ASSERT_TRUE(error.has_value());
    EXPECT_EQ(error->code, ErrorCode::WriteFailed);
    EXPECT_NE(error->message.find("/no/such/folder/a.png"), std::string::npos);
}

}  // namespace
}  // namespace gaplight::ui
