// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include "tests/support/checks/golden.h"
#include "widgets/window/main_window.h"

namespace gaplight::ui {

// Time limit in ms of each condition that a test waits for. A test that passes never reaches it.
inline constexpr int kPatience = 60'000;

// The program's window, driven by real key and mouse events. Warnings of Qt fail the test
// (gui_main.cpp).
class WindowTest : public ::testing::Test {
protected:
    WindowTest();
    ~WindowTest() override;
    // Before the folders of a derived fixture go: the window writes its view when it closes.
    void TearDown() override { close(); }

    // A window of 1200 × 800 with the start page.
    void show(TraceOpener open = SessionObject::defaultOpener());
    // The same with a trace of tests/data, drawn and at rest.
    void showTrace(const std::string& name);
    void openAndWait(const QString& path);
    // Windows that are shown from now on keep notes and views beside the trace or there.
    void keepViewsIn(const QString& directory) { m_dataDirectory = directory; }
    // Windows that are shown from now on restore and keep position and size.
    void keepPlaces() { m_keepsPlace = true; }
    // Windows that are shown from now on record programs with this library.
    void recordWith(const QString& library) { m_recorder = library; }
    void close() { m_main.reset(); }

    // Until the view does not move and a frame has been drawn.
    void settle();
    // Whether the window stops drawing by itself: 700 ms without a frame within kPatience. What
    // scroll bars and tips still fade meanwhile is waited for, however slow the machine.
    [[nodiscard]] bool comesToRest();
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier);
    void wheel(QPoint at, QPoint angle, Qt::KeyboardModifiers modifiers = Qt::NoModifier);
    void drag(QPoint from, QPoint to, Qt::MouseButton button = Qt::LeftButton,
              Qt::KeyboardModifiers modifiers = Qt::NoModifier);
    void click(QPoint at);

    [[nodiscard]] MainWindow& main() { return *m_main; }
    [[nodiscard]] QQuickWindow& window() { return m_main->window(); }
    [[nodiscard]] WindowModel& model() { return m_main->model(); }
    [[nodiscard]] SessionObject& session() { return *m_main->model().session(); }
    [[nodiscard]] TimelineItem& timeline() { return m_main->timeline(); }
    [[nodiscard]] const TimelineView& view() { return m_main->timeline().view(); }
    [[nodiscard]] const Trace& trace() { return *session().trace()->session().trace; }
    [[nodiscard]] const Viewport& viewport() { return view().viewport(); }

    // Of gaplight.toml; empty when the test begins.
    QString configDirectory() const { return m_config.path(); }

    // Window coordinates of a point of the view.
    [[nodiscard]] QPoint inTimeline(double x, double y);
    // The middle of a slice as it lies on screen; scroll and zoom so that it is visible first.
    [[nodiscard]] QPoint middleOf(SliceId slice);
    // Selects a slice as a link would, and waits until it is in view.
    void goTo(SliceId slice);
    // The first slice of this name, or an invalid id.
    [[nodiscard]] SliceId sliceNamed(std::string_view name);

private:
    QTemporaryDir m_config;   // of thresholds
    QString m_dataDirectory;  // empty: nothing is kept
    bool m_keepsPlace = false;
    QString m_recorder;  // empty: nothing can be recorded
    std::unique_ptr<MainWindow> m_main;
};

}  // namespace gaplight::ui
