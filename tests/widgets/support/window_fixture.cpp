// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/widgets/support/window_fixture.h"

#include <QCoreApplication>
#include <QCursor>
#include <QScreen>
#include <QSettings>
#include <QSignalSpy>
#include <QStyleHints>
#include <QWheelEvent>

namespace gaplight::ui {
WindowTest::WindowTest() {
    QSettings().clear();  // of another test in the same process
}

WindowTest::~WindowTest() = default;

void WindowTest::show(TraceOpener open) {
    // The display's own pointer would send events between ours.
    QCursor::setPos(QGuiApplication::primaryScreen()->geometry().bottomRight());
    MainWindow::Options options;
    options.width = 1200;
    options.height = 800;
    options.open = std::move(open);
    options.configDirectory = configDirectory();
    options.dataDirectory = m_dataDirectory;
    options.keepsPlace = m_keepsPlace;
    options.recorderPath = m_recorder;
    options.samplesDirectory = QString::fromStdString(test::dataFile("../../resources/samples"));
    auto made = MainWindow::create(options);
    ASSERT_TRUE(made) << made.error().message;
    m_main = std::move(*made);
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window(), kPatience));
}

void WindowTest::openAndWait(const QString& path) {
    session().open(path);
    ASSERT_TRUE(QTest::qWaitFor(
        [this] {
            return session().state() != SessionObject::Loading && !session().updatingFindings();
        },
        kPatience));
    ASSERT_EQ(session().state(), SessionObject::Ready) << session().errorText().toStdString();
    settle();
}

void WindowTest::showTrace(const std::string& name) {
    show();
    openAndWait(QString::fromStdString(test::dataFile(name)));
}

void WindowTest::settle() {
    ASSERT_TRUE(QTest::qWaitFor([this] { return !view().moving(); }, kPatience));
    QSignalSpy frames(&window(), &QQuickWindow::afterAnimating);
    window().update();
    ASSERT_TRUE(QTest::qWaitFor([&frames] { return !frames.isEmpty(); }, kPatience));
    QCoreApplication::processEvents();
}

bool WindowTest::comesToRest() {
    QSignalSpy frames(&window(), &QQuickWindow::afterAnimating);
    return QTest::qWaitFor(
        [&frames] {
            frames.clear();
            QTest::qWait(700);
            return frames.count() <= 1;
        },
        kPatience);
}

void WindowTest::key(Qt::Key key, Qt::KeyboardModifiers modifiers) {
    QTest::keyClick(&window(), key, modifiers);
    settle();
}

void WindowTest::wheel(QPoint at, QPoint angle, Qt::KeyboardModifiers modifiers) {
    QWheelEvent event(at, window().mapToGlobal(at), QPoint(), angle, Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&window(), &event);
    settle();
}

void WindowTest::drag(QPoint from, QPoint to, Qt::MouseButton button,
                      Qt::KeyboardModifiers modifiers) {
    constexpr int kSteps = 8;
    QTest::mousePress(&window(), button, modifiers, from);
    for (int step = 1; step <= kSteps; ++step) {
        // QTest::mouseMove knows no modifiers.
        const QPoint at = from + (to - from) * step / kSteps;
        QMouseEvent event(QEvent::MouseMove, at, window().mapToGlobal(at), Qt::NoButton, button,
                          modifiers);
        QCoreApplication::sendEvent(&window(), &event);
    }
    QTest::mouseRelease(&window(), button, modifiers, to);
    settle();
}

void WindowTest::click(QPoint at) {
    QTest::mouseClick(&window(), Qt::LeftButton, Qt::NoModifier, at);
    // The next click is not the second half of a double click.
    QTest::qWait(QGuiApplication::styleHints()->mouseDoubleClickInterval() + 1);
    settle();
}

QPoint WindowTest::inTimeline(double x, double y) {
    return timeline().mapToScene(QPointF(x, y) * timeline().textScale()).toPoint();
}

QPoint WindowTest::middleOf(SliceId slice) {
    const TimeRange range = trace().slices().range(slice);
    const Viewport& shown = viewport();
    const double left = std::max<double>(shown.x(range.begin), shown.timeLeft());
    const double right = std::min<double>(shown.x(range.end), shown.width);
    const std::size_t lane = view().layout().laneOf(trace().trackOf(slice));
    const double top = shown.y(view().layout().rowY(lane, trace().slices().row(slice)));
    return inTimeline((left + right) / 2, top + TrackLayout::kRowHeight / 2);
}

void WindowTest::goTo(SliceId slice) {
    timeline().goToSlice(static_cast<qint64>(slice.index()));
    settle();
}

SliceId WindowTest::sliceNamed(std::string_view name) {
    for (std::size_t at = 0; at < trace().slices().size(); ++at) {
        if (trace().name(SliceId(at)) == name) {
            return SliceId(at);
        }
    }
    return {};
}

}  // namespace gaplight::ui
