// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <chrono>
#include <thread>

#include "tests/support/checks/golden.h"
#include "tests/widgets/support/window_fixture.h"

namespace gaplight::ui {
namespace {

// Opens as the program opens large traces: drawn first, analyzed after release(), or failed then.
class EarlyOpener {
public:
    [[nodiscard]] TraceOpener opener() {
        return [this](const std::string& path, const OpenOptions& options) {
            OpenOptions early = options;
            early.minSlicesReadable = 0;
            if (options.onReadable) {
                early.onReadable = [&](const std::shared_ptr<const Session>& session) {
                    options.onReadable(session);
                    while (!m_released && !options.stop.stop_requested()) {
                        std::this_thread::sleep_for(std::chrono::milliseconds(2));
                    }
                };
            }
            Result<std::shared_ptr<const Session>> opened = openSession(path, early);
            return m_fails ? fail(ErrorCode::TooLarge, "not enough memory") : std::move(opened);
        };
    }
    void release() { m_released = true; }
    void failAfterwards() { m_fails = true; }

private:
    std::atomic<bool> m_released = false;
    std::atomic<bool> m_fails = false;
};

class EarlyDrawing : public WindowTest {
protected:
    static constexpr const char* kTrace = "flux_after_eager.json.zst";

    [[nodiscard]] static QString data(const char* name) {
        return QString::fromStdString(test::dataFile(name));
    }
    void showEarly() {
        show(m_opener.opener());
        session().open(data(kTrace));
        ASSERT_TRUE(QTest::qWaitFor([this] { return session().state() == SessionObject::Ready; },
                                    kPatience));
        ASSERT_FALSE(session().trace()->session().isAnalyzed);
        settle();
    }
    void finish() {
        m_opener.release();
        ASSERT_TRUE(QTest::qWaitFor([this] { return !session().updatingFindings(); }, kPatience));
        settle();
    }
    [[nodiscard]] bool showsNotice() {
        const auto* notice = window().findChild<QQuickItem*>(QStringLiteral("analysisNotice"));
        return notice != nullptr && notice->isVisible();
    }

    EarlyOpener m_opener;
};

TEST_F(EarlyDrawing, ShowsTheTimelineBeforeItIsAnalyzed) {
    showEarly();
    EXPECT_FALSE(timeline().displayList().rects.empty());
    EXPECT_TRUE(session().updatingFindings());
    EXPECT_TRUE(showsNotice());
    EXPECT_EQ(model().first()->verdict()->sentence(), session().analysisNotice());
    EXPECT_EQ(model().recentFiles()->count(), 0) << "its entry has figures of the analysis";
    EXPECT_TRUE(model().findings()->summary()->hardware().isEmpty());

    key(Qt::Key_W);
    key(Qt::Key_W);
    goTo(SliceId(100));
    const Viewport before = viewport();
    const double top = timeline().y();
    const double height = view().limits().contentHeight;
    finish();
    EXPECT_TRUE(session().trace()->session().isAnalyzed);
    EXPECT_FALSE(showsNotice());
    EXPECT_TRUE(session().analysisNotice().isEmpty());
    EXPECT_FALSE(session().trace()->session().findings.findings.empty());
    EXPECT_GT(model().first()->gpuTime()->rowCount(), 0);
    EXPECT_EQ(model().recentFiles()->count(), 1);
    EXPECT_EQ(viewport().begin, before.begin);
    EXPECT_EQ(viewport().nsPerPixel, before.nsPerPixel);
    EXPECT_EQ(viewport().scrollY, before.scrollY);
    EXPECT_EQ(timeline().y(), top) << "nothing moves under the pointer";
    EXPECT_EQ(view().limits().contentHeight, height);
    EXPECT_EQ(view().state().selected, SliceId(100));
}

// The analysis takes what the window shows before it from nothing that is there afterwards.
TEST_F(EarlyDrawing, IsTheSameAfterwards) {
    showEarly();
    finish();
    const auto whole = openSession(test::dataFile(kTrace));
    ASSERT_TRUE(whole);
    const Session& shown = session().trace()->session();
    ASSERT_EQ(shown.findings.findings.size(), (*whole)->findings.findings.size());
    for (std::size_t at = 0; at < shown.findings.findings.size(); ++at) {
        EXPECT_EQ(shown.findings.findings[at].title, (*whole)->findings.findings[at].title);
    }
}

// Keys, tabs and menus that need the analysis find none.
TEST_F(EarlyDrawing, TakesEveryKeyMeanwhile) {
    showEarly();
    for (int tab = WindowState::FindingsTab; tab <= WindowState::RooflineTab; ++tab) {
        model().state()->showTab(static_cast<WindowState::Tab>(tab));
        settle();
    }
    for (int code = Qt::Key_A; code <= Qt::Key_Z; ++code) {
        key(static_cast<Qt::Key>(code));
        key(Qt::Key_Escape);
    }
    goTo(SliceId(1000));
    key(Qt::Key_Return);
    key(Qt::Key_Escape);
    EXPECT_TRUE(session().hasTrace());
    finish();
    EXPECT_FALSE(session().trace()->session().findings.findings.empty());
}

TEST_F(EarlyDrawing, AnalyzesWithThresholdsThatWereChangedMeanwhile) {
    showEarly();
    session().updateFindings();
    EXPECT_TRUE(showsNotice());
    finish();
    EXPECT_TRUE(session().trace()->session().isAnalyzed);
    EXPECT_EQ(model().recentFiles()->count(), 1);
}

TEST_F(EarlyDrawing, AnalyzesWithCountersThatWereAddedMeanwhile) {
    showEarly();
    session().setAddedCounters(std::make_shared<const std::vector<CounterCurve>>());
    finish();
    EXPECT_TRUE(session().trace()->session().isAnalyzed);
}

TEST_F(EarlyDrawing, AnotherFileStopsTheAnalysis) {
    showEarly();
    m_opener.release();
    session().open(data("streams_overlap.json.zst"));
    ASSERT_TRUE(QTest::qWaitFor(
        [this] {
            return session().fileName() == QLatin1String("streams_overlap.json.zst") &&
                   session().state() == SessionObject::Ready && !session().updatingFindings();
        },
        kPatience));
    EXPECT_TRUE(session().trace()->session().isAnalyzed);
}

TEST_F(EarlyDrawing, ComparesOnceBothAreAnalyzed) {
    showEarly();
    model().comparison()->open(data("streams_overlap.json.zst"));
    ASSERT_TRUE(QTest::qWaitFor(
        [this] { return model().second()->session()->state() == SessionObject::Ready; },
        kPatience));
    settle();
    EXPECT_EQ(model().comparison()->result(), nullptr);
    finish();
    EXPECT_TRUE(
        QTest::qWaitFor([this] { return model().comparison()->result() != nullptr; }, kPatience));
}

TEST_F(EarlyDrawing, KeepsTheTimelineOfATraceThatCannotBeAnalyzed) {
    m_opener.failAfterwards();
    showEarly();
    m_opener.release();
    ASSERT_TRUE(
        QTest::qWaitFor([this] { return session().state() == SessionObject::Failed; }, kPatience));
    key(Qt::Key_Escape);
    EXPECT_EQ(session().state(), SessionObject::Ready);
    EXPECT_FALSE(timeline().displayList().rects.empty());
    EXPECT_TRUE(showsNotice());
    EXPECT_TRUE(session().analysisNotice().contains(QLatin1String("not enough memory")))
        << session().analysisNotice().toStdString();
}

TEST_F(EarlyDrawing, ClosesMeanwhile) {
    showEarly();
    // The fixture's end closes the window: it must stop the analysis and wait, not hang or crash.
}

}  // namespace
}  // namespace gaplight::ui
