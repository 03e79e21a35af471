// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <chrono>
#include <thread>

#include <QDropEvent>
#include <QFile>
#include <QMimeData>
#include <QTemporaryDir>

#include "tests/support/checks/golden.h"
#include "tests/widgets/support/window_fixture.h"

namespace gaplight::ui {
namespace {

// Opens as the program does, but for the file "slow": that reports progress until it is cancelled
// or told to finish, then gives the small trace.
class SlowOpener {
public:
    [[nodiscard]] TraceOpener opener() {
        return [this](const std::string& path, const OpenOptions& options) {
            if (path != "slow") {
                return openSession(path, options);
            }
            return openSlowly(options);
        };
    }
    int running() const { return m_running; }
    int cancelled() const { return m_cancelled; }

private:
    Result<std::shared_ptr<const Session>> openSlowly(const OpenOptions& options) {
        ++m_running;
        LoadProgress progress;
        progress.bytesTotal = 1'206'000'000;
        while (!options.stop.stop_requested() && !*options.finishEarly) {
            progress.bytesRead = 412'000'000;
            progress.slices = 1'310'000;
            options.onProgress(progress);
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        --m_running;
        if (options.stop.stop_requested()) {
            ++m_cancelled;
            return fail(ErrorCode::Cancelled, "slow: loading was cancelled");
        }
        return openSession(test::dataFile("streams_overlap.json.zst"));
    }

    std::atomic<int> m_running = 0;
    std::atomic<int> m_cancelled = 0;
};

class SessionTest : public WindowTest {
protected:
    [[nodiscard]] static QString data(const char* name) {
        return QString::fromStdString(test::dataFile(name));
    }
    [[nodiscard]] bool becomes(SessionObject::State state) {
        return QTest::qWaitFor([this, state] { return session().state() == state; }, 60'000);
    }
    SlowOpener m_slow;
};

TEST_F(SessionTest, BeginsWithTheStartPage) {
    show();
    EXPECT_EQ(session().state(), SessionObject::Empty);
    EXPECT_FALSE(session().hasTrace());
    key(Qt::Key_W);  // nothing to zoom, nothing to crash
    key(Qt::Key_N);
    EXPECT_EQ(window().title().toStdString(), "Gaplight");
}

TEST_F(SessionTest, SaysWhatIsWrongWithABadFile) {
    show();
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("image.json"));
    QFile file(path);
    ASSERT_TRUE(file.open(QFile::WriteOnly));
    file.write("\x89PNG\r\n\x1a\n and so on");
    file.close();
    session().open(path);
    ASSERT_TRUE(becomes(SessionObject::Failed));
    EXPECT_TRUE(session().errorText().contains(path)) << session().errorText().toStdString();
    key(Qt::Key_Escape);
    EXPECT_EQ(session().state(), SessionObject::Empty);

    session().open(QStringLiteral("/no/such/file"));
    ASSERT_TRUE(becomes(SessionObject::Failed));
    EXPECT_TRUE(session().errorText().contains(QLatin1String("/no/such/file")));
}

// Rather than an empty timeline.
TEST_F(SessionTest, SaysThatATraceHasNothingToShow) {
    show();
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("empty.json"));
    QFile file(path);
    ASSERT_TRUE(file.open(QFile::WriteOnly));
    file.write(R"({"traceEvents": [{"ph": "X", "name": "no time"}]})");
    file.close();
    session().open(path);
    ASSERT_TRUE(becomes(SessionObject::Failed));
    EXPECT_TRUE(session().errorText().contains(QLatin1String("has no slices")))
        << session().errorText().toStdString();
    EXPECT_TRUE(session().errorText().contains(u'\n')) << "and why";
}

TEST_F(SessionTest, ErrorLeavesTheTraceThatWasThere) {
    showTrace("streams_overlap.json.zst");
    const std::size_t slices = trace().slices().size();
    session().open(QStringLiteral("/no/such/file"));
    ASSERT_TRUE(becomes(SessionObject::Failed));
    key(Qt::Key_Escape);
    EXPECT_EQ(session().state(), SessionObject::Ready);
    EXPECT_EQ(session().fileName().toStdString(), "streams_overlap.json.zst");
    EXPECT_EQ(trace().slices().size(), slices);
}

TEST_F(SessionTest, TellsHowFarItIsAndCanBeCancelled) {
    show(m_slow.opener());
    session().open(QStringLiteral("slow"));
    ASSERT_TRUE(QTest::qWaitFor([this] { return session().canShowPartial(); }, 60'000));
    EXPECT_EQ(session().state(), SessionObject::Loading);
    EXPECT_EQ(session().progressText().toStdString(),
              "reading 412 of 1,206\u2009MB · 1,310,000 slices");
    EXPECT_NEAR(session().progressShare(), 412.0 / 1206.0, 1e-9);
    key(Qt::Key_Escape);
    EXPECT_EQ(session().state(), SessionObject::Empty);
    EXPECT_TRUE(QTest::qWaitFor([this] { return m_slow.cancelled() == 1; }, 60'000));
}

TEST_F(SessionTest, ShowsWhatIsRead) {
    show(m_slow.opener());
    session().open(QStringLiteral("slow"));
    ASSERT_TRUE(QTest::qWaitFor([this] { return session().canShowPartial(); }, 60'000));
    session().showPartial();
    ASSERT_TRUE(becomes(SessionObject::Ready));
    EXPECT_TRUE(session().hasTrace());
}

TEST_F(SessionTest, SecondFileCancelsTheFirst) {
    show(m_slow.opener());
    session().open(QStringLiteral("slow"));
    ASSERT_TRUE(QTest::qWaitFor([this] { return m_slow.running() == 1; }, 60'000));
    session().open(data("streams_overlap.json.zst"));
    ASSERT_TRUE(becomes(SessionObject::Ready));
    EXPECT_TRUE(QTest::qWaitFor([this] { return m_slow.cancelled() == 1; }, 60'000));
    EXPECT_EQ(session().fileName().toStdString(), "streams_overlap.json.zst");
}

// Frames go on while another trace is read and takes the place of the one that is drawn.
TEST_F(SessionTest, ReloadsWhileDrawing) {
    showTrace("streams_overlap.json.zst");
    for (const char* name : {"graph_small_before.json.zst", "streams_overlap.json.zst",
                             "graph_small_after.json.zst"}) {
        session().open(data(name));
        while (session().state() == SessionObject::Loading) {
            QTest::keyClick(&window(), Qt::Key_W);
            window().update();
            QTest::qWait(1);
        }
        ASSERT_EQ(session().state(), SessionObject::Ready);
        for (int step = 0; step < 5; ++step) {
            key(Qt::Key_S);
        }
        EXPECT_FALSE(timeline().displayList().rects.empty());
        EXPECT_EQ(session().fileName().toStdString(), name);
    }
}

TEST_F(SessionTest, ClosesWhileLoading) {
    show(m_slow.opener());
    session().open(QStringLiteral("slow"));
    ASSERT_TRUE(QTest::qWaitFor([this] { return m_slow.running() == 1; }, 60'000));
    // The fixture's end closes the window: it must cancel and wait, not hang or crash.
}

TEST_F(SessionTest, OpensAFileThatIsDropped) {
    show();
    QMimeData dragged;
    dragged.setUrls({QUrl::fromLocalFile(data("streams_overlap.json.zst"))});
    const QPoint middle(600, 400);
    QDragEnterEvent enter(middle, Qt::CopyAction, &dragged, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window(), &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent drop(middle, Qt::CopyAction, &dragged, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window(), &drop);
    ASSERT_TRUE(becomes(SessionObject::Ready)) << session().errorText().toStdString();
    EXPECT_EQ(session().fileName().toStdString(), "streams_overlap.json.zst");
    ASSERT_GE(model().recentFiles()->count(), 1);
    EXPECT_EQ(model().recentFiles()->value(0, "name").toString().toStdString(),
              "streams_overlap.json.zst");
}

}  // namespace
}  // namespace gaplight::ui
