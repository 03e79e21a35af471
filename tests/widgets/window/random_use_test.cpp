// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// Random keys, clicks, drags and wheel turns from a seed. Warnings of Qt fail the test
// (gui_main.cpp). The long run: RANDOM_USE_ACTIONS=20000 RANDOM_USE_SEED=7.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include <malloc.h>
#include <unistd.h>

#include <QDesktopServices>
#include <QDir>
#include <QWheelEvent>

#include "tests/widgets/support/window_fixture.h"
#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {
namespace {

constexpr int kActions = 600;
constexpr int kProbe = 100;           // actions between two probes
constexpr int kMaxEscapes = 20;       // open pages, menus, filters and selections
constexpr int kMaxVisit = 400;        // actions on a trace before the next is opened
constexpr int kLongRun = 4'000;       // actions after which memory has its level
constexpr double kMaxGrowthMb = 150;  // of a short run after its first round of traces
constexpr double kMaxLevel = 1.1;     // of a long run, times that after its first tenth
constexpr const char* kTraces[] = {"streams_overlap.json.zst",     "sync_large_before.json.zst",
                                   "train_sync_pageable.json.zst", "flux_after_cudagraph.json.zst",
                                   "graph_breaks_stack.json.zst",  "serving/host_gap.json.zst"};
constexpr int kTraceCount = static_cast<int>(std::size(kTraces));

int numberOf(const char* variable, int otherwise) {
    const char* text = std::getenv(variable);
    return text == nullptr ? otherwise : std::atoi(text);
}

double residentMb() {
    std::ifstream statm("/proc/self/statm");
    long total = 0;
    long resident = 0;
    statm >> total >> resident;
    return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

double mostMb(int actions, double before) {
    return actions >= kLongRun ? kMaxLevel * before : before + kMaxGrowthMb;
}

// The round of traces after which most pages have been made: that after a tenth, at least the
// first. Of what a window holds more after 12,000 actions than after 4,000, four fifths are shaders
// that Mesa's software renderer compiled (heaptrack).
std::size_t settledRound(std::size_t rounds) {
    return std::max<std::size_t>(1, rounds / 10) - 1;
}

// What a process must give back.
struct Held {
    double residentMb = 0;
    double allocatedMb = 0;
    long descriptors = 0;
    long threads = 0;
};

Held heldNow() {
    const auto entries = [](const char* folder) {
        return static_cast<long>(std::distance(std::filesystem::directory_iterator(folder),
                                               std::filesystem::directory_iterator()));
    };
    return {residentMb(), static_cast<double>(mallinfo2().uordblks + mallinfo2().hblkhd) / 1e6,
            entries("/proc/self/fd"), entries("/proc/self/task")};
}

// Links of help pages open no browser.
class UrlSink : public QObject {
    Q_OBJECT
public:
    UrlSink() {
        for (const char* scheme : {"http", "https", "file"}) {
            QDesktopServices::setUrlHandler(QLatin1String(scheme), this, "take");
        }
    }
    ~UrlSink() override {
        for (const char* scheme : {"http", "https", "file"}) {
            QDesktopServices::unsetUrlHandler(QLatin1String(scheme));
        }
    }
    Q_INVOKABLE void take(const QUrl&) {}
};

class RandomUse : public WindowTest {
protected:
    RandomUse() : m_random(static_cast<unsigned>(numberOf("RANDOM_USE_SEED", 1))) {}

    [[nodiscard]] int below(int count) {
        return static_cast<int>(m_random() % static_cast<unsigned>(count));
    }
    [[nodiscard]] QPoint anywhere() { return {below(window().width()), below(window().height())}; }
    [[nodiscard]] Qt::KeyboardModifiers anyModifiers() {
        constexpr Qt::KeyboardModifier kModifiers[] = {Qt::NoModifier,    Qt::NoModifier,
                                                       Qt::NoModifier,    Qt::ControlModifier,
                                                       Qt::ShiftModifier, Qt::AltModifier};
        return kModifiers[below(std::size(kModifiers))];
    }

    void pressActionKey() {
        const ActionRow& row =
            actionTable()[static_cast<std::size_t>(below(static_cast<int>(actionTable().size())))];
        if (row.key == 0) {
            model().state()->run(row.action);  // as the palette does
        } else {
            QTest::keyClick(&window(), static_cast<Qt::Key>(row.key), row.modifiers);
        }
    }
    void pressOtherKey() {
        constexpr Qt::Key kKeys[] = {Qt::Key_Tab,   Qt::Key_Backtab, Qt::Key_Return, Qt::Key_Enter,
                                     Qt::Key_Space, Qt::Key_Escape,  Qt::Key_Up,     Qt::Key_Down,
                                     Qt::Key_Left,  Qt::Key_Right,   Qt::Key_Delete, Qt::Key_E};
        QTest::keyClick(&window(), kKeys[below(std::size(kKeys))]);
    }
    void click() {
        const Qt::MouseButton button = below(4) == 0 ? Qt::RightButton : Qt::LeftButton;
        QTest::mouseClick(&window(), button, anyModifiers(), anywhere());
    }
    void dragAnywhere() {
        const QPoint from = anywhere();
        const QPoint to = anywhere();
        const Qt::KeyboardModifiers modifiers = anyModifiers();
        QTest::mousePress(&window(), Qt::LeftButton, modifiers, from);
        for (int step = 1; step <= 4; ++step) {
            const QPoint at = from + (to - from) * step / 4;
            QMouseEvent move(QEvent::MouseMove, at, window().mapToGlobal(at), Qt::NoButton,
                             Qt::LeftButton, modifiers);
            QCoreApplication::sendEvent(&window(), &move);
        }
        QTest::mouseRelease(&window(), Qt::LeftButton, modifiers, to);
    }
    void turnWheel() {
        const QPoint at = anywhere();
        QWheelEvent turn(at, window().mapToGlobal(at), QPoint(), {0, below(2) == 0 ? 120 : -120},
                         Qt::NoButton, anyModifiers(), Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&window(), &turn);
    }
    void act() {
        switch (below(10)) {
            case 0:
            case 1:
            case 2:
                return pressActionKey();
            case 3:
            case 4:
                return pressOtherKey();
            case 5:
            case 6:
                return click();
            case 7:
                return QTest::mouseDClick(&window(), Qt::LeftButton, anyModifiers(), anywhere());
            case 8:
                return dragAnywhere();
            default:
                return turnWheel();
        }
    }

    // After Esc has closed everything, the palette opens and closes by key.
    void probe() {
        for (int escape = 0; escape < kMaxEscapes; ++escape) {
            QTest::keyClick(&window(), Qt::Key_Escape);
            QCoreApplication::processEvents();
        }
        QTest::keyClick(&window(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        EXPECT_TRUE(model().state()->paletteOpen());
        settle();
        QTest::keyClick(&window(), Qt::Key_Escape);
        EXPECT_FALSE(model().state()->paletteOpen());
        settle();
    }
    // Dialogs and windows of the system are outside of this test, and so are editors.
    void staysInTheWindow() {
        model().sources()->setCommand(QStringLiteral("gaplight-has-no-such-editor"));
        for (const char* signal : {SIGNAL(openRequested()), SIGNAL(compareRequested()),
                                   SIGNAL(newWindowRequested()), SIGNAL(closeRequested())}) {
            model().state()->disconnect(signal);
        }
    }
    // Opens a trace, in one of three cases while another is still loading, and compares it with
    // one in half of the cases.
    void beginVisit(const std::vector<QString>& paths, int trace) {
        const auto any = [&] { return paths[static_cast<std::size_t>(below(kTraceCount))]; };
        if (below(3) == 0) {
            session().open(any());
            QTest::qWait(below(20));
        }
        openAndWait(paths[static_cast<std::size_t>(trace)]);
        if (below(2) == 0) {
            ComparisonObject& comparison = *model().comparison();
            comparison.open(any());
            EXPECT_TRUE(QTest::qWaitFor([&] { return comparison.result() != nullptr; }, kPatience));
        }
    }
    // Saves an image, reads the trace's file again, and ends the comparison.
    void endVisit() {
        probe();
        key(Qt::Key_E, Qt::ControlModifier);
        FigureExport& figure = *model().figure();
        EXPECT_TRUE(QTest::qWaitFor([&] { return !figure.busy(); }, kPatience));
        if (figure.problem().isEmpty()) {  // the range may show nothing
            const QString path = m_folder.filePath(QStringLiteral("image"));
            figure.save(QUrl::fromLocalFile(path));
            EXPECT_TRUE(QTest::qWaitFor(
                [&] { return !figure.busy() && !figure.outcome().isEmpty(); }, kPatience));
            EXPECT_FALSE(figure.failed()) << figure.outcome().toStdString();
        }
        probe();
        model().file()->reload();
        EXPECT_TRUE(QTest::qWaitFor([this] { return session().state() != SessionObject::Loading; },
                                    kPatience));
        model().comparison()->close();
        settle();
    }
    // Of kTraces, with views and notes beside them.
    [[nodiscard]] std::vector<QString> copiesOfTraces() {
        std::vector<QString> copies;
        for (const char* name : kTraces) {
            const std::filesystem::path file(name);
            copies.push_back(m_folder.filePath(toQString(file.filename().string())));
            std::filesystem::copy_file(test::dataFile(name), copies.back().toStdString());
        }
        return copies;
    }

    QTemporaryDir m_folder;

private:
    std::mt19937 m_random;
    UrlSink m_urls;
};

// Six traces in turn, one of a server: after each round of them memory has to be where it was after
// the first.
TEST_F(RandomUse, LeavesTheWindowUsable) {
    const QString before = QDir::currentPath();
    QDir::setCurrent(m_folder.path());  // exported files land there
    const int actions = numberOf("RANDOM_USE_ACTIONS", kActions);
    const int visit = std::clamp(actions / (2 * kTraceCount), 1, kMaxVisit);
    show();
    staysInTheWindow();
    const std::vector<QString> paths = copiesOfTraces();
    std::vector<double> levels;  // after each round, in MB
    for (int action = 0; action < actions && !HasFailure(); ++action) {
        const int trace = action / visit % kTraceCount;
        SCOPED_TRACE(std::string(kTraces[trace]) + " action " + std::to_string(action));
        if (action % visit == 0) {
            probe();
            openAndWait(paths[static_cast<std::size_t>(trace)]);
        }
        act();
        QCoreApplication::processEvents();
        if (action % kProbe == kProbe - 1) {
            probe();
        }
        if ((action + 1) % (visit * kTraceCount) == 0) {
            levels.push_back(residentMb());
            std::fprintf(stderr, "resident after %d actions: %.0f MB\n", action + 1, levels.back());
        }
    }
    ASSERT_FALSE(levels.empty());
    EXPECT_LE(levels.back(), mostMb(actions, levels[settledRound(levels.size())]));
    QDir::setCurrent(before);
}

// A day's use: loads that are interrupted, comparisons, images and reloads among the actions, of
// traces that are drawn before they are analyzed. The long run: RANDOM_USE_ACTIONS=200000.
TEST_F(RandomUse, OfADayLeavesNothingBehind) {
    const QString before = QDir::currentPath();
    QDir::setCurrent(m_folder.path());
    const int actions = numberOf("RANDOM_USE_ACTIONS", kActions) / 3;
    const int visit = std::clamp(actions / (2 * kTraceCount), 1, kMaxVisit);
    show([](const std::string& path, const OpenOptions& options) {
        OpenOptions early = options;
        early.minSlicesReadable = 0;
        return openSession(path, early);
    });
    staysInTheWindow();
    const std::vector<QString> paths = copiesOfTraces();
    std::vector<Held> rounds;
    for (int action = 0; action < actions && !HasFailure(); ++action) {
        const int trace = action / visit % kTraceCount;
        SCOPED_TRACE(std::string(kTraces[trace]) + " action " + std::to_string(action));
        if (action % visit == 0) {
            beginVisit(paths, trace);
        }
        act();
        QCoreApplication::processEvents();
        if (action % kProbe == kProbe - 1) {
            probe();
        }
        if ((action + 1) % visit == 0) {
            endVisit();
        }
        if ((action + 1) % (visit * kTraceCount) == 0) {
            const Held& held = rounds.emplace_back(heldNow());
            std::fprintf(
                stderr, "after %d actions: %.0f MB, %.1f allocated, %ld descriptors, %ld threads\n",
                action + 1, held.residentMb, held.allocatedMb, held.descriptors, held.threads);
        }
    }
    ASSERT_FALSE(rounds.empty());
    EXPECT_LE(rounds.back().residentMb,
              mostMb(actions, rounds[settledRound(rounds.size())].residentMb));
    // Threads that still work on a closed trace keep its file open until they end.
    EXPECT_TRUE(QTest::qWaitFor(
        [&] {
            const Held held = heldNow();
            return held.descriptors <= rounds.front().descriptors &&
                   held.threads <= rounds.front().threads;
        },
        kPatience))
        << heldNow().descriptors << " descriptors, " << heldNow().threads << " threads";
    QDir::setCurrent(before);
}

// A rank is loaded between any two actions; all have to be in step again after a probe.
TEST_F(RandomUse, OfSeveralRanksLeavesTheWindowUsable) {
    const QString before = QDir::currentPath();
    QDir::setCurrent(m_folder.path());
    const QString set = m_folder.filePath(QStringLiteral("set"));
    std::filesystem::copy(test::dataFile("ranks/tp_decode"), set.toStdString());
    show();
    staysInTheWindow();
    RankSetObject& ranks = *model().ranks();
    ranks.open({set});
    ASSERT_TRUE(QTest::qWaitFor([&] { return ranks.current() >= 0; }, kPatience));
    settle();
    const int actions = numberOf("RANDOM_USE_ACTIONS", kActions) / 2;
    for (int action = 0; action < actions && !HasFailure(); ++action) {
        SCOPED_TRACE("action " + std::to_string(action));
        if (below(4) == 0) {
            below(2) == 0 ? ranks.stepRank(below(2) == 0 ? 1 : -1)
                          : ranks.stepCollective(below(2) == 0 ? 1 : -1);
        }
        act();
        QCoreApplication::processEvents();
        if (action % kProbe == kProbe - 1) {
            probe();
            ASSERT_TRUE(QTest::qWaitFor(
                [&] {
                    return session().state() == SessionObject::Ready && ranks.active() &&
                           view().hasTrace() && ranks.isCurrent(view().trace());
                },
                kPatience));
        }
    }
    QDir::setCurrent(before);
}

}  // namespace
}  // namespace gaplight::ui

#include "random_use_test.moc"
