// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <QFile>
#include <QTemporaryDir>

#include "tests/support/formats/line_format.h"
#include "tests/support/traces/trace_dsl.h"
#include "tests/widgets/support/window_fixture.h"

namespace gaplight::ui {
namespace {

// A window whose loader knows one format more.
class SecondFormatWindow : public WindowTest {
protected:
    void SetUp() override {
        show([](const std::string& path, const OpenOptions& options) {
            OpenOptions more = options;
            more.formats = test::formatsWithLines();
            return openSession(path, more);
        });
        const QString path = m_directory.filePath(QStringLiteral("steps.lines"));
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(
            "# lines\n"
            "op main 500 1000 linear frames=train.py(7):forward;loop.py(3):main shape=64\n"
            "call main 1000 200 cudaLaunchKernel correlation=1\n"
            "kernel 0/7 2000 2000 gemm correlation=1 tile=128x64\n");
        file.close();
        openAndWait(path);
    }

private:
    QTemporaryDir m_directory;
};

TEST_F(SecondFormatWindow, ShowsArgsOfTheSelectedSlice) {
    goTo(sliceNamed("linear"));
    SliceDetails& details = *model().details();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !details.collecting(); }, 60'000));
    const auto& args = details.args()->rows();
    ASSERT_EQ(args.size(), 2U);
    EXPECT_EQ(args[1].key, QStringLiteral("shape"));
    EXPECT_EQ(args[1].value, QStringLiteral("64"));
    EXPECT_EQ(details.stackTitle(), QStringLiteral("Recorded call stack"));
    ASSERT_FALSE(details.stack()->rows().empty());
    EXPECT_EQ(details.stack()->rows()[0].value, QStringLiteral("train.py(7):forward"));
}

TEST_F(SecondFormatWindow, IsSearchedByKeysOfArgs) {
    SearchModel& search = *model().search();
    search.setArgKeys(true);
    search.setText(QStringLiteral("tile"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return search.count() == 1; }, 60'000));
}

}  // namespace
}  // namespace gaplight::ui
