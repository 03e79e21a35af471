// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <new>

#include "tests/widgets/support/window_fixture.h"

namespace gaplight::ui {
namespace {

class ExhaustionWindowTest : public WindowTest {
protected:
    // Opens as the program does, but for the file "huge", for which there is no memory.
    static TraceOpener opener() {
        return [](const std::string& path, const OpenOptions& options) {
            return path != "huge" ? openSession(path, options) : throw std::bad_alloc();
        };
    }
};

TEST_F(ExhaustionWindowTest, ALoadThatIsRefusedMemoryIsAnErrorAndKeepsTheOpenTrace) {
    show(opener());
    openAndWait(QString::fromStdString(test::dataFile("streams_overlap.json.zst")));
    const auto before = session().trace();
    session().open(QStringLiteral("huge"));
    ASSERT_TRUE(QTest::qWaitFor([this] { return session().state() == SessionObject::Failed; }));
    EXPECT_TRUE(session().errorText().startsWith(QLatin1String("huge: not enough memory")))
        << session().errorText().toStdString();
    session().dismissError();
    EXPECT_EQ(session().state(), SessionObject::Ready);
    EXPECT_EQ(session().trace(), before);
}

}  // namespace
}  // namespace gaplight::ui
