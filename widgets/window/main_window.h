// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <QObject>
#include <QQmlApplicationEngine>
#include <QQmlNetworkAccessManagerFactory>
#include <QQuickWindow>

#include "core/base/result.h"
#include "widgets/input/key_dispatcher.h"
#include "widgets/window/window_model.h"

namespace gaplight::ui {

// Frees memory that Qt's scene graph caches for later frames of a window, at moments when one slow
// frame is not noticed: another trace is shown, or the window is no longer the active one. Qt keeps
// the data of each vertex upload until a later upload replaces it, so that the cache grows to the
// size of the largest frames so far. Freed memory is then returned to the system.
class ResourceRelease final : public QObject {
    Q_OBJECT

public:
    // Both must outlive this.
    void watch(QQuickWindow& window, WindowModel& model);

private:
    void release();

    QQuickWindow* m_window = nullptr;
};

// Refuses every request that QML makes through Qt's network access: images, fonts, scripts and
// XMLHttpRequest with an address of any scheme. Panes need none, for they are in the program's
// resources; a request could only come from a text of a trace that is taken for markup.
class NetworkRefusal final : public QQmlNetworkAccessManagerFactory {
public:
    // Called in the threads of the engine. Its replies end with ContentAccessDenied.
    QNetworkAccessManager* create(QObject* parent) override;
};

// The program's window: its model, its panes and its keys. One per application.
class MainWindow {
public:
    struct Options {
        int width = 1600;  // logical pixels
        int height = 900;
        bool keepsPlace = false;   // restores position and size
        QString samplesDirectory;  // of the sample traces; empty: none
        QString qmlDirectory;      // of Qt's QML modules; empty: where Qt was installed
        QString configDirectory;   // of gaplight.toml; empty: thresholds are not saved
        QString recorderPath;      // of the recorder library; empty: none
        QString dataDirectory;     // of notes and views; empty: they are not saved
        TraceOpener open = SessionObject::defaultOpener();
    };

    // Loads themes and panes from the resources and shows the window. Needs the application
    // object. Errors: BadArgument (a broken resource).
    [[nodiscard]] static Result<std::unique_ptr<MainWindow>> create(const Options& options);
    // Saves notes and view of the trace.
    ~MainWindow();

    [[nodiscard]] WindowModel& model() { return *m_model; }
    [[nodiscard]] QQuickWindow& window() { return *m_window; }
    [[nodiscard]] TimelineItem& timeline() { return *m_timeline; }

private:
    MainWindow() = default;

    std::unique_ptr<WindowModel> m_model;
    KeyDispatcher m_keys;
    NetworkRefusal m_network;        // outlives the engine
    QQmlApplicationEngine m_engine;  // destroyed before the model
    ResourceRelease m_resources;     // of the window, which the engine destroys
    QQuickWindow* m_window = nullptr;
    TimelineItem* m_timeline = nullptr;
    bool m_keepsPlace = false;
};

// Restore and save position and size of the window in the settings, also of one that was closed; of
// a maximized one those that it had before. A position outside all screens is not restored, and
// a window that is larger than its screen gets the screen's size. On desktops that place windows
// themselves, only the size is restored.
void restorePlace(QQuickWindow& window);
void savePlace(const QQuickWindow& window);

// The built-in themes. Errors: BadArgument.
[[nodiscard]] Result<WindowModel::Themes> loadThemes();

}  // namespace gaplight::ui
