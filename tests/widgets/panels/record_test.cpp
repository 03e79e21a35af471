// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// Recording from the window, with a script in the recorder's place.
#include "widgets/record/record_form.h"

#include <QFile>
#include <QQuickItem>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "tests/widgets/support/window_fixture.h"
#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {
namespace {

// Sends what a recorder has sent on a GPU, then waits for the signal that its argument asks for.
constexpr const char* kSpeaker = R"(
import os, signal, socket, struct, sys
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
call = socket.socket(socket.AF_UNIX)
call.connect(os.environ["GAPLIGHT_RECORD_SOCKET"])
call.recv(struct.unpack("<I", call.recv(4, socket.MSG_WAITALL))[0], socket.MSG_WAITALL)
call.sendall(open(sys.argv[1], "rb").read())
if sys.argv[2] == "wait":
    signal.sigwait([signal.SIGINT])
sys.exit(int(os.environ.get("CODE", "0")))
)";

class RecordTest : public WindowTest {
protected:
    void SetUp() override {
        QFile script(m_folder.filePath(QStringLiteral("speaker.py")));
        ASSERT_TRUE(script.open(QFile::WriteOnly));
        script.write(kSpeaker);
    }

    void fillIn(RecordForm& form, const char* what) const {
        form.setProperty("directory", m_folder.path());
        form.setProperty("command", QStringLiteral("python3 speaker.py '%1' %2")
                                        .arg(toQString(test::dataFile("record/events.records")),
                                             QString::fromUtf8(what)));
    }

    // The page with the form filled in, at rest.
    void showPage(const char* what) {
        recordWith(QStringLiteral("/nonexistent"));
        show();
        key(Qt::Key_R, Qt::ControlModifier);
        ASSERT_TRUE(QTest::qWaitFor([&] { return item("recordButton")->isVisible(); }, kPatience));
        fillIn(form(), what);
    }
    void press(const char* text) {
        QQuickItem* button = item("recordButton");
        ASSERT_TRUE(QTest::qWaitFor(
            [&] { return button->isEnabled() && button->property("text") == QLatin1String(text); },
            kPatience));
        // What the page says may still move it.
        QPoint middle;
        ASSERT_TRUE(QTest::qWaitFor(
            [&] {
                const QPoint before = middle;
                settle();
                middle = button->mapToScene(QPointF(button->width() / 2, button->height() / 2))
                             .toPoint();
                return middle == before;
            },
            kPatience));
        click(middle);
    }
    [[nodiscard]] RecordForm& form() { return *model().record(); }
    [[nodiscard]] QQuickItem* item(const char* name) {
        return window().findChild<QQuickItem*>(QLatin1String(name));
    }
    [[nodiscard]] QString textOf(const char* name) {
        return item(name)->property("text").toString();
    }

    QTemporaryDir m_folder;
};

TEST_F(RecordTest, WritesATraceAndNamesIt) {
    RecordForm form(QStringLiteral("/nonexistent"));
    const QSignalSpy recorded(&form, &RecordForm::recorded);
    fillIn(form, "end");
    form.start();
    EXPECT_TRUE(form.running());
    ASSERT_TRUE(QTest::qWaitFor([&] { return recorded.count() == 1; }, kPatience));
    EXPECT_FALSE(form.running());
    EXPECT_EQ(form.message(), QString());
    EXPECT_EQ(recorded[0][0].toString(), m_folder.filePath(QStringLiteral("python3.json.zst")));
}

TEST_F(RecordTest, CountsWhileTheProgramRunsAndStopsIt) {
    RecordForm form(QStringLiteral("/nonexistent"));
    const QSignalSpy recorded(&form, &RecordForm::recorded);
    fillIn(form, "wait");
    form.start();
    ASSERT_TRUE(QTest::qWaitFor([&] { return form.progress().contains(QLatin1String("records")); },
                                kPatience));
    form.stop();
    ASSERT_TRUE(QTest::qWaitFor([&] { return recorded.count() == 1; }, kPatience));
    EXPECT_EQ(form.message(), QString());
}

TEST_F(RecordTest, SaysWhatWentWrong) {
    RecordForm form(QStringLiteral("/nonexistent"));
    form.start();
    EXPECT_TRUE(form.message().contains(QLatin1String("Write the program")));
    fillIn(form, "end");
    form.setProperty("delay", QStringLiteral("soon"));
    form.start();
    EXPECT_TRUE(form.message().contains(QLatin1String("'soon' is no time")));
    form.setProperty("delay", QString());
    form.setProperty("maxSize", QStringLiteral("much"));
    form.start();
    EXPECT_TRUE(form.message().contains(QLatin1String("'much' is no size")));
    form.setProperty("maxSize", QStringLiteral("1GB"));
    form.setProperty("environment", QStringLiteral("nonsense"));
    form.start();
    EXPECT_TRUE(form.message().contains(QLatin1String("'nonsense' is no variable")));
    form.setProperty("environment", QStringLiteral("CODE=7"));
    form.start();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !form.running(); }, kPatience));
    EXPECT_EQ(form.message(), QStringLiteral("python3 exited with 7"));
    EXPECT_FALSE(RecordForm(QString()).available());
}

TEST_F(RecordTest, OpensTheTraceThatThePageHasRecorded) {
    showPage("wait");
    press("Record");
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return textOf("recordProgress").contains(QLatin1String("records")); }, kPatience));
    EXPECT_TRUE(item("recordProgress")->isVisible());
    EXPECT_FALSE(item("recordCommand")->isEnabled());
    press("Stop");
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return session().state() == SessionObject::Ready; }, kPatience));
    EXPECT_FALSE(model().state()->recordOpen());
    EXPECT_EQ(trace().gpuActivities().size(), 29U);
    // Again: what was filled in is still there.
    settle();
    key(Qt::Key_R, Qt::ControlModifier);
    EXPECT_TRUE(model().state()->recordOpen());
    EXPECT_EQ(textOf("recordMessage"), QString());
    EXPECT_TRUE(textOf("recordCommand").startsWith(QLatin1String("python3 speaker.py")));
    form().setProperty("command", QStringLiteral("/nonexistent/program"));
    press("Record");
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return textOf("recordMessage").contains(QLatin1String("exited with 127")); },
        kPatience));
    EXPECT_TRUE(item("recordMessage")->isVisible());
    EXPECT_TRUE(item("recordCommand")->isEnabled());
}

TEST_F(RecordTest, SaysHowAProgramFailedBeforeItsTraceIsSeen) {
    showPage("end");
    form().setProperty("environment", QStringLiteral("CODE=7"));
    press("Record");
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return session().state() == SessionObject::Ready; }, kPatience));
    EXPECT_TRUE(model().state()->recordOpen());
    EXPECT_EQ(textOf("recordMessage"), QStringLiteral("python3 exited with 7"));
    key(Qt::Key_Escape);
    EXPECT_FALSE(model().state()->recordOpen());
}

TEST_F(RecordTest, NamesAMissingDriverAtOnce) {
    EXPECT_FALSE(RecordForm(QString(), m_folder.path()).hasDriver());
    QFile device(m_folder.filePath(QStringLiteral("nvidiactl")));
    ASSERT_TRUE(device.open(QFile::WriteOnly));
    EXPECT_TRUE(RecordForm(QString(), m_folder.path()).hasDriver());
    showPage("end");
    EXPECT_EQ(item("recordNoDriver")->isVisible(), !form().hasDriver());
}

TEST_F(RecordTest, IsAPageOfTheWindow) {
    show();
    key(Qt::Key_R, Qt::ControlModifier);
    EXPECT_TRUE(model().state()->recordOpen());
    // Without a recorder the page says so, and nothing can be started.
    auto* button = window().findChild<QQuickItem*>(QStringLiteral("recordButton"));
    ASSERT_NE(button, nullptr);
    EXPECT_FALSE(button->isEnabled());
    key(Qt::Key_Escape);
    EXPECT_FALSE(model().state()->recordOpen());
}

}  // namespace
}  // namespace gaplight::ui
