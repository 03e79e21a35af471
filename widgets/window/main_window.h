// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <QQmlApplicationEngine>
#include <QQuickWindow>

#include "core/base/result.h"
#include "widgets/input/key_dispatcher.h"
#include "widgets/window/network_refusal.h"
#include "widgets/window/resource_release.h"
#include "widgets/window/window_model.h"

namespace gaplight::ui {

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

// The built-in themes. Errors: BadArgument.
[[nodiscard]] Result<WindowModel::Themes> loadThemes();

}  // namespace gaplight::ui
