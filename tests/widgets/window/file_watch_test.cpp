// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <QFile>

#include "tests/widgets/support/window_fixture.h"

namespace gaplight::ui {
namespace {

TEST_F(WindowTest, AFileThatChangedOnDiskIsLoadedAgainWhenAsked) {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("run.json.zst"));
    const auto put = [&](const char* name) {
        QFile::remove(path);
        ASSERT_TRUE(QFile::copy(QString::fromStdString(test::dataFile(name)), path));
    };
    put("streams_overlap.json.zst");
    show();
    openAndWait(path);
    const std::size_t before = trace().slices().size();
    EXPECT_FALSE(model().file()->fileChanged());
    put("copy_before.json.zst");
    ASSERT_TRUE(QTest::qWaitFor([this] { return model().file()->fileChanged(); }, kPatience));
    EXPECT_EQ(trace().slices().size(), before);  // the trace that is shown stays
    key(Qt::Key_F5);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return !model().file()->fileChanged() && trace().slices().size() != before; },
        kPatience));
}

}  // namespace
}  // namespace gaplight::ui
